import { defineCommand } from '../define-command.ts';
import { switchOff } from '../switch-off.ts';

export const on = defineCommand({
  name: 'on',
  summary: 'Switch Throughline on again for this project.',
  effect: 'read',
  examples: ['throughline on'],
  flags: [],
  parse: () => ({}),
  act: (context) => switchOff(context, false),
});
