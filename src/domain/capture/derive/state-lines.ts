import { isPartialRun, isWholeRun, runsTests } from '../check-run.ts';
import { onlyLooks } from '../command.ts';
import { sentencesOf, statementsOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isCommitOrder, isContinuation } from '../slight.ts';
import type { CheckRun, Request, TranscriptDigest } from '../transcript-digest.ts';
import { firstOf } from './first-request.ts';
import { isQuestion } from './message-kinds.ts';
import { CONTRASTS, PASSES, RUNS } from './report-text.ts';
import { hasOwnWork, isOfWork, messagesOf } from './turns.ts';
import { type CheckpointPart, isTemporary, type QuotedLine, quoted, weightOf } from './wording.ts';

/** With a number, because "the tests pass" does not say which. */
const saysTestsPass = (sentence: string): boolean =>
  /\d/.test(sentence) &&
  /(?<!\p{L})(?:tests?|specs?|pruebas)(?!\p{L})|テスト|测试|单测|테스트/iu.test(sentence) &&
  (PASSES.test(sentence) || /verde/i.test(sentence)) &&
  !CONTRASTS.test(sentence);

const CHECK_OUTCOMES: Record<CheckRun['outcome'], string> = {
  passed: 'passed',
  failed: 'failed',
  refused: 'was not allowed by the person',
};

/** A chain stops at its first failure, so that nothing is known about each part of it. */
const runName = (kinds: CheckRun['kinds'], outcome: CheckRun['outcome']): string =>
  outcome === 'failed' && kinds.length > 1 ? 'run of checks' : `${kinds.join(' and ')} run`;

/** A part of the tests says nothing once a later run of all of them passed. */
const isOvershadowed = (
  checks: readonly CheckRun[],
  run: Pick<CheckRun, 'kinds' | 'text' | 'outcome' | 'line'>,
): boolean =>
  run.outcome === 'passed' &&
  isPartialRun(run.text) &&
  checks.some(({ line, outcome, text }) => line > run.line && outcome === 'passed' && isWholeRun(text));

/**
 * The last run of each kind, while it says something about the present state: a failure of the turn before does, until
 * something is committed. A build beside tests goes without saying.
 */
export const checked: CheckpointPart = ({ checks, filesWritten, requests, commits, closings, pending }) => {
  const said = requests.filter(({ kind, isSlight }) => kind === 'said' && !isSlight);
  const begunAt = said.at(-1)?.line ?? 0;
  const failureCountsFrom = Math.max(said.at(-2)?.line ?? 0, commits.at(-1)?.line ?? 0);
  const changed = filesWritten.filter(isOfWork);
  // A call without a result may have written its file.
  const begun = pending.filter(({ input }) => input.what === 'write' && isOfWork({ path: input.path }));
  const changedAt = Math.max(-1, ...[...changed, ...begun].map(({ line }) => line));
  const last = closings.at(-1);
  const saysPassed = (line: number) =>
    last !== undefined && last.line > line && last.text.split('\n').flatMap(statementsOf).some(saysTestsPass);
  const current = checks.filter(
    ({ kinds, line, outcome, said }) =>
      !(outcome === 'passed' && kinds.includes('test') && line >= changedAt && saysPassed(line)) &&
      (line > begunAt ||
        line >= changedAt ||
        (outcome === 'passed' && kinds.includes('test')) ||
        (outcome === 'failed' && line > failureCountsFrom)) &&
      !isReported(said ?? '', closings.at(-1)?.text ?? ''),
  );
  const isTested = current.some(({ kinds }) => kinds.includes('test'));
  // What is tested is built.
  const testedAt = Math.max(
    -1,
    ...checks
      .filter(({ kinds, outcome }) => kinds.includes('test') && outcome === 'passed')
      .map(({ line }) => line),
  );
  return current
    .filter(
      ({ kinds, text, outcome, line }) =>
        !isOvershadowed(checks, { kinds, text, outcome, line }) &&
        !(kinds.every((kind) => kind === 'build') && (outcome === 'passed' ? isTested : line < testedAt)),
    )
    .map(({ kinds, text, outcome, line, said }) => ({
      line,
      text: `Last ${runName(kinds, outcome)}: \`${text.replaceAll('`', "'")}\` ${CHECK_OUTCOMES[outcome]}${
        outcome === 'passed' && isPartialRun(text) ? ' (only a part of the tests)' : ''
      }${
        line < changedAt ? ', before the last change' : ''
      }${said === undefined ? '' : `: ${quoted(said, 360)}`}.`,
    }));
};

const CODE =
  /\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kt|kts|scala|cs|fs|swift|c|h|cc|cpp|hpp|m|mm|php|ex|exs|erl|clj|dart|lua|vue|svelte)$/i;

const TEST_FILE = /(?:^|[/\\_.-])(?:tests?|specs?|__tests__)(?=[/\\_.-])|(?:Tests?|Spec)\.\w+$/i;

/** That nothing shows whether the last change works. A runner may not be known, so that it only says what was recognized. */
export const untested: CheckpointPart = ({ checks, hasRunTests, pending, filesWritten, closings }) => {
  const changed = filesWritten.filter(
    ({ path, isTakenBack }) => CODE.test(path) && !isTemporary(path) && !isTakenBack,
  );
  const changedAt = Math.max(-1, ...changed.map(({ line }) => line));
  const isShown =
    hasRunTests === true ||
    checks.some(({ kinds }) => kinds.includes('test') || kinds.includes('check')) ||
    pending.some(({ input }) => input.what === 'command' && runsTests(input.command));
  const isReported = closings.some(({ line, text }) => line > changedAt && RUNS.test(text));
  if (changedAt < 0 || isShown || isReported) return [];
  const wrote = filesWritten.some(({ path }) => TEST_FILE.test(path)) ? '' : ', and no test was written';
  return [{ line: changedAt, text: `No test run was recognized in this session${wrote}.` }];
};

/** Commands that may still run, or died with the client. */
export const inBackground: CheckpointPart = ({ running = [] }) =>
  running.map(({ line, text }) => ({
    line,
    text: `Started in the background, and no end was seen: \`${text.replaceAll('`', "'")}\`.`,
  }));

const TEST_NAME = /\bTest\p{Lu}\w+|\btest_\w+|[\w./-]+[._](?:test|spec)\.\w+/gu;

const FAILS =
  /(?<!\p{L})(?:fail(?:s|ed|ing|ure)?|red|broken?|breaks?|errors?|panics?|falla\p{L}*|rot|schlägt fehl|fehlgeschlagen|échou\p{L}+|падает)(?!\p{L})|失敗|落ち|失败|报错|실패/iu;

/** Whether the last message says of every test that failed that it fails, and so says more about the failure. */
function isReported(failure: string, message: string): boolean {
  const names = failure.match(TEST_NAME) ?? [];
  const sentences = message
    .split('\n')
    .flatMap(statementsOf)
    .filter((sentence) => FAILS.test(sentence));
  return (
    names.length > 0 &&
    names.every((name) =>
      sentences.some((sentence) => [...sentence.matchAll(TEST_NAME)].some(([found]) => found === name)),
    )
  );
}

const OUTCOMES = {
  open: 'without a result',
  done: 'done',
  failed: 'failed',
  refused: 'not allowed by the person',
} as const;

const MAX_FAILURE = 200;

/** What the agent did after its last words, unless it only looked around. */
function lastStep({ lastAction, closings, checks }: TranscriptDigest): string {
  if (lastAction === null || lastAction.isQuestion || lastAction.line < (closings.at(-1)?.line ?? -1))
    return '';
  // Its outcome has a line of its own.
  if (checks.some(({ line, text }) => line >= lastAction.line && lastAction.text.includes(text))) return '';
  return onlyLooks(/^`(.*)`$/s.exec(lastAction.text)?.[1] ?? lastAction.text)
    ? ''
    : ` Its last action: ${lastAction.text} (${OUTCOMES[lastAction.outcome]}${
        lastAction.said === undefined ? '' : `: ${quoted(lastAction.said, MAX_FAILURE)}`
      }).`;
}

/** What stopped the last turn; undefined if the agent had finished. */
function stopOf({ brokenOff, lastAction, last, closings }: TranscriptDigest): QuotedLine | undefined {
  if (brokenOff?.by === 'person') return { line: brokenOff.line, text: 'The person interrupted the agent.' };
  if (brokenOff !== null)
    return { line: brokenOff.line, text: `The client failed: ${quoted(brokenOff.text, 160)}.` };
  const words = closings.at(-1);
  const isActing = lastAction !== null && lastAction.line > (words?.line ?? -1) && last?.kind !== 'request';
  if (isActing && lastAction.isQuestion && lastAction.outcome === 'open')
    return {
      line: lastAction.line,
      text: `The agent asked, and nobody has answered: ${quoted(lastAction.text, BOUND.points)}.`,
    };
  const isWorking = words?.isMidway === true && (last?.kind === 'call' || last?.kind === 'result');
  return isActing || isWorking
    ? { line: last?.line ?? 0, text: 'The session stopped while the agent was at work.' }
    : undefined;
}

const MIN_ANSWER = 60;

/** "Continue with the charts" says what to go on with. */
const NAMES_STEP = /^\P{L}*\p{L}+ (?:on )?(?:with|mit|con|com|avec|со?) \p{L}/iu;

/** A message that is or ends with a bare "go on". */
const goesOn = (text: string): boolean =>
  isContinuation(text) || isContinuation(sentencesOf(text).at(-1) ?? '');

/**
 * The request that a bare "go on" continues, which is no answer and no "go on" itself. Once something was committed for that
 * request, the agent is at a later step, which nobody named.
 */
function requestContinued(digest: TranscriptDigest): Request | undefined {
  const all = messagesOf(digest).filter(({ kind }) => kind === 'said');
  // A question in the middle of the work is answered by the words after it.
  const isAsked = (one: Request) =>
    isQuestion(one) &&
    digest.closings.some(({ line, text }) => line > one.line && weightOf(text) >= MIN_ANSWER);
  const said = all.slice(0, 1 + all.findLastIndex((one, at) => at === 0 || !isAsked(one)));
  const last = said.at(-1);
  if (last === undefined || !last.isSlight || !isContinuation(last.text)) return last;
  const isRequest = ({ text, isSlight, question }: Request) =>
    !isSlight && question === null && (!goesOn(text) || NAMES_STEP.test(text));
  // What was answered without any work is over.
  const isAnswered = ({ turn }: Request) =>
    digest.closings.some((one) => one.turn === turn && !one.isMidway && !hasOwnWork(digest, one));
  const requests = said.filter(isRequest);
  const request = requests.findLast((one) => !isAnswered(one)) ?? requests.at(-1) ?? last;
  return digest.commits.some(({ line }) => line > request.line) ? undefined : request;
}

/** A message of at most this length is quoted whole in the first line, and then not again. */
export const MAX_STATE = 400;
const MAX_NAME = 60;

/** What the person asked for; the first request is quoted below, and so is an answer, and what is too long for one line. */
function nameOf(digest: TranscriptDigest, request: Request): string {
  if (request === firstOf(messagesOf(digest)) && !request.isByAgent) return 'the first request';
  const isWhole = request.question === null && request.text.length <= MAX_STATE;
  return quoted(request.text, isWhole ? MAX_STATE : MAX_NAME);
}

/** What was not finished when the session stopped. Who works on the result of a background task has reported on the request. */
function unfinishedIn(digest: TranscriptDigest): string {
  if (digest.closings.at(-1)?.isToNotification === true) return '';
  const request = requestContinued(digest);
  return request === undefined ? '' : `Not reported as finished: ${nameOf(digest, request)}. `;
}

/** "Thanks" and "ok" wait for nothing, unless they answer a question. */
const isAcknowledgment = ({ isSlight, question, text }: Request): boolean =>
  isSlight && question === null && !isContinuation(text) && !isCommitOrder(text);

/** Whether the last request was finished, and what stopped it. */
export const stopped: CheckpointPart = (digest) => {
  const { last, failedTasks, requests } = digest;
  const lines: QuotedLine[] = failedTasks
    .filter(({ line }) => line > (requests.at(-1)?.line ?? 0))
    .map(({ text, line }) => ({ line, text: `In the background: ${text}` }));
  const stop = stopOf(digest);
  if (stop !== undefined)
    return [{ line: stop.line, text: `${unfinishedIn(digest)}${stop.text}${lastStep(digest)}` }, ...lines];
  const unanswered = messagesOf(digest).at(-1);
  if (last?.kind !== 'request' || unanswered === undefined || isAcknowledgment(unanswered)) return lines;
  const text = `The last message of the person was not answered: ${nameOf(digest, unanswered)}`;
  return [{ line: last.line, text }, ...lines];
};
