import { defineCommand } from '../define-command.ts';

export const configPath = defineCommand({
  name: 'config path',
  summary: 'Print the path of config.json.',
  effect: 'read',
  examples: ['throughline config path', '$EDITOR "$(throughline config path)"'],
  act: async ({ settings }) => ({ lines: [settings.path], facts: { path: settings.path } }),
});
