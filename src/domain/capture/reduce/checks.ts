import { failureIn, hasNotStarted, hasPassed } from '../check-outcome.ts';
import { checkIn, isPartialRun, isWholeRun, runsTests } from '../check-run.ts';
import { clipLine } from '../clip.ts';
import type { CheckRun, Mark, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND } from './bounds.ts';

interface RunResult extends Mark {
  readonly text: string;
  /** Null if the client does not say. */
  readonly isError: boolean | null;
  readonly isRefused: boolean;
}

/** That a command runs tests, also if nothing is known about their outcome. */
export const addRunOfTests = (digest: TranscriptDigest, command: string): TranscriptDigest =>
  digest.hasRunTests !== true && runsTests(command) ? { ...digest, hasRunTests: true } : digest;

const folderOf = (command: string): string =>
  /(?:^|&&|;)\s*cd\s+(\S+)|\s(?:--filter|-F|--prefix|-C|--dir|--cwd|workspace)[=\s](\S+)/
    .exec(command)
    ?.slice(1)
    .join('') ?? '';

/** The run of all tests that one of a part of them follows. */
function wholeRunBefore(
  checks: readonly CheckRun[],
  command: string,
  outcome: CheckRun['outcome'],
): Pick<CheckRun, 'whole'> {
  if (outcome !== 'passed' || !isPartialRun(command)) return {};
  const before = checks.find((run) => run.outcome !== 'refused' && run.kinds.includes('test'));
  if (before === undefined || folderOf(before.text) !== folderOf(command)) return {};
  const whole = isWholeRun(before.text)
    ? { line: before.line, text: before.text, outcome: before.outcome }
    : before.whole;
  return whole === undefined ? {} : { whole };
}

/** Of a chain that passed, each part did; of one that failed nothing is known about any. */
const withoutKinds = (
  checks: readonly CheckRun[],
  { kinds, text }: Pick<CheckRun, 'kinds' | 'text'>,
): readonly CheckRun[] =>
  checks.flatMap((run) => {
    // A run in another folder says nothing about this one.
    const folders = [folderOf(run.text), folderOf(text)];
    if (run.outcome === 'failed' && new Set(folders).size === 2 && !folders.includes('')) return [run];
    const left = run.kinds.filter((kind) => !kinds.includes(kind));
    if (left.length === run.kinds.length) return [run];
    return left.length === 0 || run.outcome !== 'passed' ? [] : [{ ...run, kinds: left }];
  });

/** Of each kind the last run; one that nobody can tell the outcome of only replaces what was known before. */
export function addCheck(before: TranscriptDigest, command: string, result: RunResult): TranscriptDigest {
  const { line, at, isRefused, isError, text } = result;
  if (isError !== false && !isRefused && hasNotStarted(command, text)) return before;
  const digest = isRefused ? before : addRunOfTests(before, command);
  const check = checkIn(command);
  if (check === undefined) return digest;
  const passed = isRefused ? null : hasPassed(command, text, isError);
  const others = withoutKinds(digest.checks, check);
  if (passed === null && !isRefused) return { ...digest, checks: others };
  const outcome = passed === null ? 'refused' : passed ? 'passed' : 'failed';
  const said = outcome === 'failed' ? failureIn(text) : undefined;
  const run: CheckRun = {
    line,
    at,
    kinds: check.kinds,
    text: clipLine(check.text, BOUND.command),
    outcome,
    ...(said === undefined ? {} : { said: clipLine(said, BOUND.failure) }),
    ...wholeRunBefore(digest.checks, check.text, outcome),
  };
  return { ...digest, checks: [...others, run] };
}
