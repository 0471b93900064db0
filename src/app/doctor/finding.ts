import { ThroughlineError } from '../../domain/error.ts';
import type { NextStep } from '../../domain/next-step.ts';

export const FINDING_STATUSES = ['ok', 'note', 'warning', 'error'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

/** One thing that was looked at, what was found, and what to do about it. */
export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  readonly found: string;
  readonly fix: string | null;
  /** The commands that help. The command line puts them behind `fix`. */
  readonly next: readonly NextStep[];
}

const finding =
  (status: FindingStatus) =>
  (check: string, found: string, fix: string | null = null, next: readonly NextStep[] = []): Finding => ({
    check,
    status,
    found,
    fix,
    next,
  });

export const ok = finding('ok');
export const note = finding('note');
export const warning = finding('warning');
export const error = finding('error');

/** A check that failed, as what it found. */
export function reportFailure(check: string, cause: unknown): Finding {
  if (cause instanceof ThroughlineError) return error(check, cause.message, cause.hint, cause.next);
  const message = cause instanceof Error ? cause.message : String(cause);
  return error(check, `This could not be examined: ${message}.`, 'Please report it, with this line.');
}

/** Nothing that a check stumbles over may end the examination: it becomes what that check found. */
export function runCheck(check: string, look: () => readonly Finding[]): readonly Finding[] {
  try {
    return look();
  } catch (cause) {
    return [reportFailure(check, cause)];
  }
}

export const REPAIR = 'Run throughline doctor --repair.';

const MEGABYTE = 1_048_576;

export function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  return bytes < MEGABYTE ? `${Math.round(bytes / 1_024)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
