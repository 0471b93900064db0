import { clipLine, plain } from '../clip.ts';
import { commandKey, containsAll, covers, headOf } from '../command.ts';
import type { Failure, Mark, Recovery, TranscriptDigest } from '../transcript-digest.ts';
import { BOUND } from './bounds.ts';

const MENTIONS_ERROR =
  /(?<![a-z])(?:errors?|exception|fatal|panic|panicked|failed|failure|cannot|can't|could not|denied|not found|no such|undefined|refused|timed out|invalid|unknown|missing|unable)(?![a-z])/i;
/** Names the error, and does not only say that there was one. */
const NAMES_ERROR =
  /(?<![A-Za-z])[A-Za-z]*(?:Error|Exception)(?:\s\[[^\]]{1,80}\])?:\s|(?<![A-Za-z])(?:error|fatal|panic)(?:\[\w+\]|\sTS\d+)?:\s|^(?:error|fatal)(?![a-z])|(?<![A-Z])E[A-Z]{4,}(?![A-Z])/;
const NOISE = /^(?:npm (?:ERR!|error) (?:A complete log|code|path|command)|make: \*\*\*|\s*at \S+)/;
const ONLY_A_CODE = /^Exit code \d+$/;
const MAX_OUTPUT = 40_000;

/** The line of an output that says what went wrong. */
export function errorLine(output: string): string {
  const text = plain(
    output.length > MAX_OUTPUT
      ? `${output.slice(0, MAX_OUTPUT / 2)}\n${output.slice(-MAX_OUTPUT / 2)}`
      : output,
  );
  const printed = text
    .replace(/<\/?tool_use_error>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ONLY_A_CODE.test(line));
  const lines = printed.filter((line) => !NOISE.test(line));
  const named = lines.filter((line) => NAMES_ERROR.test(line));
  const relevant = named.length > 0 ? named : lines.filter((line) => MENTIONS_ERROR.test(line));
  // A Python traceback names the error last, a compiler its first error first.
  const best = text.includes('Traceback (most recent call last)') ? relevant.at(-1) : relevant[0];
  return clipLine(best ?? lines.at(-1) ?? printed.at(-1) ?? '', BOUND.error);
}

type FailureKey = Pick<Failure, 'of' | 'what' | 'key' | 'runner'>;

/** Drops one failure if there are more than the limit: the first resolved one, otherwise the oldest. Called after each addition. */
function dropOneOverLimit(failures: readonly Failure[]): readonly Failure[] {
  if (failures.length <= BOUND.errors) return failures;
  const first =
    failures.find(({ overcome, isPassedOver }) => overcome !== null || isPassedOver) ?? failures[0];
  return failures.filter((one) => one !== first);
}

const isOpen = (failure: Failure) => failure.overcome === null;

/** The same failure again counts as one, as long as it was not resolved. */
export function addFailure(
  digest: TranscriptDigest,
  what: FailureKey,
  { line, at, text }: Mark & { readonly text: string },
): TranscriptDigest {
  const before = digest.errors.find((one) => one.key === what.key && isOpen(one));
  const failure: Failure = {
    ...what,
    line,
    at,
    text: errorLine(text),
    firstLine: before?.firstLine ?? line,
    times: (before?.times ?? 0) + 1,
    turn: digest.counts.requests,
    isPassedOver: false,
    overcome: null,
  };
  return {
    ...digest,
    errors: dropOneOverLimit([...digest.errors.filter((one) => one !== before), failure]),
    counts: { ...digest.counts, errors: digest.counts.errors + (before === undefined ? 1 : 0) },
  };
}

/** What was written and run between the last failure and the success. */
function remedyOf(digest: TranscriptDigest, failure: Failure, { line, at }: Mark): Recovery {
  const since = (mark: Mark) => mark.line > failure.line;
  const own = headOf(failure.key);
  const ran = digest.commands.filter(
    (run) => since(run) && run.ended === 'ok' && !run.isLooking && headOf(commandKey(run.command)) !== own,
  );
  return {
    line,
    at,
    files: digest.filesWritten
      .filter((file) => since(file) && !file.isTakenBack)
      .slice(-3)
      .map(({ path }) => path),
    commands: ran.slice(-2).map(({ command }) => command),
  };
}

export interface Success {
  readonly key: string;
  /** The parts that are known to have succeeded. */
  readonly parts: readonly string[];
  readonly runner: string | null;
  readonly isWhole: boolean;
}

/**
 * Resolves failures of the same command when it, or more than it, succeeds. Failures of similar commands are marked as
 * superseded.
 */
export function resolveFailures(digest: TranscriptDigest, success: Success, mark: Mark): TranscriptDigest {
  if (!digest.errors.some(isOpen)) return digest;
  const heads = [success.key, ...success.parts].map(headOf);
  const errors = digest.errors.map((failure): Failure => {
    if (!isOpen(failure)) return failure;
    const isWider = success.isWhole && success.runner !== null && success.runner === failure.runner;
    if (isWider || covers(success.key, failure.key) || containsAll(success.parts, failure.key))
      return { ...failure, overcome: remedyOf(digest, failure, mark) };
    const isAlike =
      failure.of === 'command' && failure.runner === null && heads.includes(headOf(failure.key));
    return isAlike ? { ...failure, isPassedOver: true } : failure;
  });
  return { ...digest, errors };
}
