import { defineCommand } from '../define-command.ts';
import { switchOff } from '../switch-off.ts';

export const off = defineCommand({
  name: 'off',
  summary: "Leave this project alone: it is nobody's business. Hooks pass it over, agents are refused.",
  // What it writes is config.json, not the store.
  effect: 'read',
  examples: ['throughline off'],
  flags: [],
  parse: () => ({}),
  act: (context) => switchOff(context, true),
});
