import type { Store, StoreCapabilities } from '../../../src/app/ports/store.ts';
import { type ErrorDetails, type ErrorKind, ThroughlineError } from '../../../src/domain/error.ts';
import type { SqliteStoreOptions } from '../../../src/storage/sqlite/open-sqlite-store.ts';

/** What a store is opened with. */
export interface ThreadData {
  /** Migrations are code, which no message carries. */
  readonly file: Omit<SqliteStoreOptions, 'migrations'>;
  /** Decides in which order calls run and answers arrive. */
  readonly seed: string;
  /** Encrypts candidate keys and pending cursors. Those who open the same store share it. */
  readonly secret: string;
}

export interface PortCall {
  readonly workspace: string;
  readonly port: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Request =
  | { readonly kind: 'open'; readonly data: ThreadData }
  | { readonly kind: 'call'; readonly id: number; readonly call: PortCall }
  | { readonly kind: 'stop' }
  | { readonly kind: 'close'; readonly id: number };

export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

export type Answer = Outcome & { readonly id: number };

/** Answers `open`. */
export type Opening =
  | {
      readonly capabilities: StoreCapabilities;
      readonly methods: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly failure: Failure };

/** Structured clone keeps only the name, the message and the stack of an error. */
export type Failure =
  | { readonly refusal: RefusalFields }
  /** Any other error. */
  | { readonly error: unknown };

interface RefusalFields extends Omit<ErrorDetails, 'cause'> {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ThroughlineError)) return { error };
  const { kind, code, message, hint, next, fields, allowed } = error;
  return {
    refusal: { kind, code, message, hint, next, ...(fields && { fields }), ...(allowed && { allowed }) },
  };
}

export function errorFrom(failure: Failure): unknown {
  if ('error' in failure) return failure.error;
  const { kind, code, message, hint, ...details } = failure.refusal;
  return new ThroughlineError(kind, code, message, hint, details);
}

export const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    (value) => ({ value }),
    (error) => ({ failure: failureOf(error) }),
  );

export type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** The ports of a workspace, by name. */
export const portsOf = (store: Store) => store as unknown as Readonly<Record<string, Methods>>;
