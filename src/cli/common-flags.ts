import { invalid } from '../domain/error.ts';
import { RECORD_TYPES } from '../domain/record/record.ts';
import type { FlagSpec, FlagValues } from './define-command.ts';

/** Flags that several commands share. */
export const sessionFlag: FlagSpec = {
  name: 'session',
  value: 'ID',
  description: 'The session it belongs to; default: the one that is active here, if any.',
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

export function parseAllProjects(flags: FlagValues): boolean {
  if (flags['all-projects'] === undefined) return false;
  if (flags.project === undefined) return true;
  throw invalid(
    'arguments_contradict',
    '--all-projects is for every project, and --project for one.',
    'Leave out one of them.',
  );
}

export const typeFlag = (description: string): FlagSpec => ({
  name: 'type',
  value: 'TYPE',
  choices: RECORD_TYPES,
  description,
});
