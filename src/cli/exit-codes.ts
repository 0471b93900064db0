import type { ErrorKind } from '../domain/error.ts';

export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  invalid: 2,
  not_found: 3,
  conflict: 4,
  denied: 5,
  unavailable: 6,
};

export const INTERNAL_ERROR = 1;
