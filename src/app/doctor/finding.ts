import { ThroughlineError } from '../../domain/error.ts';
import type { NextStep } from '../../domain/next-step.ts';

export const FINDING_STATUSES = ['ok', 'note', 'warning', 'error'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

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

export function reportFailure(check: string, cause: unknown): Finding {
  if (cause instanceof ThroughlineError) return error(check, cause.message, cause.hint, cause.next);
  const message = cause instanceof Error ? cause.message : String(cause);
  return error(check, `The check failed: ${message}.`, 'Please report this line.');
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

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** Rounded: two digits or more, and one decimal place below ten megabytes or larger units. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  const power = Math.min(UNITS.length, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const size = bytes / 1_024 ** power;
  return `${size < 10 && power > 1 ? size.toFixed(1) : Math.round(size)} ${UNITS[power - 1]}`;
}
