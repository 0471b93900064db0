import { clipLine, plain } from '../clip.ts';
import { commandKey, containsAll, covers, headOf } from '../command.ts';
import type { Failure, Gist, Mark, Overcome } from '../gist.ts';
import { BOUND } from './bounds.ts';

const TELLS =
  /(?<![a-z])(?:errors?|exception|fatal|panic|panicked|failed|failure|cannot|can't|could not|denied|not found|no such|undefined|refused|timed out|invalid|unknown|missing|unable)(?![a-z])/i;
/** Names the error itself, rather than that there was one. */
const NAMES =
  /(?<![A-Za-z])[A-Za-z]*(?:Error|Exception)(?:\s\[[^\]]{1,80}\])?:\s|(?<![A-Za-z])(?:error|fatal|panic)(?:\[\w+\]|\sTS\d+)?:\s|^(?:error|fatal)(?![a-z])|(?<![A-Z])E[A-Z]{4,}(?![A-Z])/;
const SAYS_NOTHING = /^(?:npm (?:ERR!|error) (?:A complete log|code|path|command)|make: \*\*\*|\s*at \S+)/;
const ONLY_A_CODE = /^Exit code \d+$/;
const MAX_OUTPUT = 40_000;

/** The one line of an output that says what went wrong. */
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
  const lines = printed.filter((line) => !SAYS_NOTHING.test(line));
  const naming = lines.filter((line) => NAMES.test(line));
  const telling = naming.length > 0 ? naming : lines.filter((line) => TELLS.test(line));
  // A Python traceback names the error last, a compiler its first error first.
  const best = text.includes('Traceback (most recent call last)') ? telling.at(-1) : telling[0];
  return clipLine(best ?? lines.at(-1) ?? printed.at(-1) ?? '', BOUND.error);
}

type What = Pick<Failure, 'of' | 'what' | 'key' | 'runner'>;

/** Those that were overcome are the first to go. */
function bounded(failures: readonly Failure[]): readonly Failure[] {
  if (failures.length <= BOUND.errors) return failures;
  const first =
    failures.find(({ overcome, isPassedOver }) => overcome !== null || isPassedOver) ?? failures[0];
  return failures.filter((one) => one !== first);
}

const isOpen = (failure: Failure) => failure.overcome === null;

/** Failing again in the same way is the same failure, as long as it was not overcome. */
export function addFailure(
  gist: Gist,
  what: What,
  { line, at, text }: Mark & { readonly text: string },
): Gist {
  const before = gist.errors.find((one) => one.key === what.key && isOpen(one));
  const failure: Failure = {
    ...what,
    line,
    at,
    text: errorLine(text),
    firstLine: before?.firstLine ?? line,
    times: (before?.times ?? 0) + 1,
    turn: gist.counts.requests,
    isPassedOver: false,
    overcome: null,
  };
  return {
    ...gist,
    errors: bounded([...gist.errors.filter((one) => one !== before), failure]),
    counts: { ...gist.counts, errors: gist.counts.errors + (before === undefined ? 1 : 0) },
  };
}

/** What was done between the last failure and now: files first, then what was run to set things right. */
function remedyOf(gist: Gist, failure: Failure, { line, at }: Mark): Overcome {
  const since = (mark: Mark) => mark.line > failure.line;
  const own = headOf(failure.key);
  const ran = gist.commands.filter(
    (run) => since(run) && run.ended === 'ok' && !run.isLooking && headOf(commandKey(run.command)) !== own,
  );
  return {
    line,
    at,
    files: gist.filesWritten
      .filter((file) => since(file) && !file.isTakenBack)
      .slice(-3)
      .map(({ path }) => path),
    commands: ran.slice(-2).map(({ command }) => command),
  };
}

export interface Success {
  readonly key: string;
  /** All that went well for certain. */
  readonly parts: readonly string[];
  readonly runner: string | null;
  readonly isWhole: boolean;
}

/** The same went well, or more of it: what failed before is overcome. What is only alike is passed over. */
export function overcomeFailures(gist: Gist, success: Success, mark: Mark): Gist {
  if (!gist.errors.some(isOpen)) return gist;
  const heads = [success.key, ...success.parts].map(headOf);
  const errors = gist.errors.map((failure): Failure => {
    if (!isOpen(failure)) return failure;
    const isWider = success.isWhole && success.runner !== null && success.runner === failure.runner;
    if (isWider || covers(success.key, failure.key) || containsAll(success.parts, failure.key))
      return { ...failure, overcome: remedyOf(gist, failure, mark) };
    const isAlike =
      failure.of === 'command' && failure.runner === null && heads.includes(headOf(failure.key));
    return isAlike ? { ...failure, isPassedOver: true } : failure;
  });
  return { ...gist, errors };
}
