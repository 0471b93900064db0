import { defineCommand } from '../define-command.ts';
import { switchOff } from '../switch-off.ts';

export const off = defineCommand({
  name: 'off',
  summary:
    'Switch Throughline off for this project: hooks skip it, agents can neither read nor write it, and commands store nothing.',
  // What it writes is config.json, not the store.
  effect: 'read',
  examples: ['throughline off'],
  flags: [],
  parse: () => ({}),
  act: (context) => switchOff(context, true),
});
