import type { NextStep } from './next-step.ts';

export type ErrorKind = 'invalid' | 'not_found' | 'conflict' | 'denied' | 'unavailable';

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
  readonly limit?: number;
}

export interface ErrorDetails {
  readonly fields?: readonly FieldProblem[];
  readonly allowed?: readonly string[];
  /** What the caller can do about it, as data; each surface puts it into its own words. */
  readonly next?: readonly NextStep[];
  readonly cause?: unknown;
}

/** Every refusal that a caller can meet. In `message` and `hint` the name of an argument is in backticks. */
export class ThroughlineError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly hint: string;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly next: readonly NextStep[];

  // Each bundle carries its own copy of this class, and an error may cross from one to the other.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ThroughlineError';
  }

  constructor(kind: ErrorKind, code: string, message: string, hint: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ThroughlineError';
    this.kind = kind;
    this.code = code;
    this.hint = hint;
    this.fields = details.fields;
    this.allowed = details.allowed;
    this.next = details.next ?? [];
  }
}

export const hasCode = (error: unknown, ...codes: readonly string[]): error is ThroughlineError =>
  error instanceof ThroughlineError && codes.includes(error.code);

export const invalid = (code: string, message: string, hint: string, details?: ErrorDetails) =>
  new ThroughlineError('invalid', code, message, hint, details);
export const notFound = (code: string, message: string, hint: string, details?: ErrorDetails) =>
  new ThroughlineError('not_found', code, message, hint, details);
export const conflict = (code: string, message: string, hint: string, details?: ErrorDetails) =>
  new ThroughlineError('conflict', code, message, hint, details);
export const denied = (code: string, message: string, hint: string, details?: ErrorDetails) =>
  new ThroughlineError('denied', code, message, hint, details);
export const unavailable = (code: string, message: string, hint: string, details?: ErrorDetails) =>
  new ThroughlineError('unavailable', code, message, hint, details);

export const cursorInvalid = () =>
  invalid('cursor_invalid', 'The cursor does not belong to this list.', 'Try again without `cursor`.', {
    fields: [{ field: 'cursor', problem: 'is not a cursor of this list' }],
  });

/** Another writer was faster. The use case runs again on the current state. */
export const versionConflict = (what: string, id: string, cause?: unknown) =>
  conflict(
    'version_conflict',
    `The ${what} ${id} was changed by another writer.`,
    'Try again; nothing was written.',
    { cause },
  );
