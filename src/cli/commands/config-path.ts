import { defineCommand } from '../define-command.ts';

export const configPath = defineCommand({
  name: 'config path',
  summary: 'Print where config.json is, or would be.',
  effect: 'read',
  examples: ['throughline config path', '$EDITOR "$(throughline config path)"'],
  act: async ({ settings }) => ({ lines: [settings.path], facts: { path: settings.path } }),
});
