import { RECORD_TYPES } from '../domain/record/record.ts';
import type { FlagSpec } from './define-command.ts';

/** Flags that several commands share. */
export const sessionFlag: FlagSpec = {
  name: 'session',
  value: 'ID',
  description: 'The session it belongs to; default: the one that is active here, else a new one.',
};

export const cursorFlag: FlagSpec = {
  name: 'cursor',
  value: 'CURSOR',
  description: 'Where the previous page ended.',
};

export const allProjectsFlag: FlagSpec = {
  name: 'all-projects',
  description: 'Of every project, not only this one.',
};

export const typeFlag = (description: string): FlagSpec => ({
  name: 'type',
  value: 'TYPE',
  choices: RECORD_TYPES,
  description,
});
