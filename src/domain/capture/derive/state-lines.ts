import { runsTests } from '../check-run.ts';
import { onlyLooks } from '../command.ts';
import { sentencesOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isCommitOrder, isContinuation } from '../slight.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { firstOf } from './first-request.ts';
import { isQuestion } from './message-kinds.ts';
import { RUNS } from './report-text.ts';
import { hasOwnWork, messagesOf, TEST_FILE } from './turns.ts';
import { type CheckpointPart, isTemporary, type QuotedLine, quoted, weightOf } from './wording.ts';

const CODE =
  /\.(?:[cm]?[jt]sx?|go|rs|py|rb|java|kt|kts|scala|cs|fs|swift|c|h|cc|cpp|hpp|m|mm|php|ex|exs|erl|clj|dart|lua|vue|svelte)$/i;

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
  const { last, failedTasks, requests, checks } = digest;
  const lines: QuotedLine[] = failedTasks
    .filter(
      (task) =>
        task.line > (requests.at(-1)?.line ?? 0) &&
        !checks.some(
          (run) => run.line > task.line && run.outcome === 'passed' && task.text.includes(run.text),
        ),
    )
    .map(({ text, line }) => ({ line, text: `In the background: ${text}` }));
  const stop = stopOf(digest);
  if (stop !== undefined)
    return [{ line: stop.line, text: `${unfinishedIn(digest)}${stop.text}${lastStep(digest)}` }, ...lines];
  const unanswered = messagesOf(digest).at(-1);
  if (last?.kind !== 'request' || unanswered === undefined || isAcknowledgment(unanswered)) return lines;
  const text = `The last message of the person was not answered: ${nameOf(digest, unanswered)}`;
  return [{ line: last.line, text }, ...lines];
};
