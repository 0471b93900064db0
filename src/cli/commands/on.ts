import { defineCommand } from '../define-command.ts';
import { switchOff } from './off.ts';

export const on = defineCommand({
  name: 'on',
  summary: 'Switch Throughline on again for this project.',
  effect: 'read',
  examples: ['throughline on'],
  act: (context) => switchOff(context, false),
});
