import { shortenMessage } from '../fold-pasted.ts';
import { asksAtEnd } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isContinuation } from '../slight.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion, isRuleItem, limits } from './message-kinds.ts';
import { lastTask } from './parent-tasks.ts';
import { withoutPhases } from './passed-phases.ts';
import { inParagraphs } from './quote-message.ts';
import { isComplete, isDone, isFinished, isOver, isSettled } from './request-outcome.ts';
import { hasFiles, hasOwnWork, hasWritten, messagesOf } from './turns.ts';
import { withoutRules } from './without-rules.ts';
import { indented, type QuotedLine, quoted } from './wording.ts';
import { openFilesOf } from './worktree-lines.ts';

const MAX_FIRST = 500;
/** Of a first request that is settled. */
const MAX_AIM = 300;
/** As much as was kept of it: a message that is shortened twice loses its end. */
const MAX_WITH_ROOM = BOUND.request;
/** Of all that the person said. */
export const MAX_CHARS = 3_000;

/** The first request with content. */
export function firstOf(messages: readonly Request[]): Request | undefined {
  const said = messages.filter(({ kind }) => kind === 'said');
  return said.find(({ isSlight }) => !isSlight) ?? said[0];
}

const FIRST_DONE = 'First request, reported and committed';
/** What is not committed may be for it. */
const FIRST_FOLLOWED = 'First request, reported, and followed by a commit';
/** The person went on to something else. */
const FIRST_REPORTED = 'First request, reported';
export const FIRST_SETTLED: readonly string[] = [FIRST_DONE, FIRST_FOLLOWED, FIRST_REPORTED];
const FIRST_ANSWERED = 'First request, answered';

/** A longer plan was carried out, as far as the reports say; what it forbids holds. */
const MAX_DOCUMENT = 800;
const MAX_TITLE = 160;

function titleAndRules(plan: string): string {
  const [first = '', ...lines] = plan.split('\n').filter((one) => one.trim() !== '');
  const title = /[:：]\s*$/.test(first) ? [first, lines[0] ?? ''].join(' ') : first;
  const rules = lines.filter(isRuleItem);
  const shown = shortenMessage(rules.join('\n'), MAX_FIRST);
  return `${quoted(title, MAX_TITLE)}${shown === '' ? '.' : `, with\n${indented(shown)}`}`;
}

/** An order of several parts may be done in part. */
const SEVERAL =
  /[,;，、；\n]|(?<!\p{L})(?:and|then|plus|y|luego|und|dann|et|puis|e|depois)(?!\p{L})|そして|また|并|以及|然后|그리고|다음/iu;
const isOnePart = (text: string): boolean => !SEVERAL.test(text.trim());
/** A commit does none of these. */
const IS_FOR_OTHERS =
  /(?<!\p{L})(?:deploy\p{L}*|push|merge|publish|release|ship|roll out|despliega\p{L}*|veröffentlich\p{L}*)(?!\p{L})|デプロイ|公開|部署|发布|배포/iu;

/** Whether the agent did nothing for a message but ask something. */
const isAskedBack = (digest: TranscriptDigest, { turn }: Request): boolean =>
  digest.closings.some((one) => one.turn === turn && asksAtEnd(one.text) && !hasOwnWork(digest, one));

/** After so many commits for other messages, the first is one of many. */
const MIN_LATER = 3;

/** Whether the first request was committed and the person had others committed since. */
const isBehind = (digest: TranscriptDigest, first: Request): boolean =>
  isOver(digest, first) &&
  digest.closings.filter(({ turn, commits }) => turn > first.turn && (commits ?? 0) > 0).length > MIN_LATER;

/** The first request, in full if it is the only one; in a line once it is settled. */
export function firstRequest(digest: TranscriptDigest): QuotedLine[] {
  const messages = messagesOf(digest);
  const first = firstOf(messages);
  if (first === undefined) return [];
  if (first.isByAgent)
    return lastTask(
      messages.filter(({ kind }) => kind === 'said'),
      digest.background ?? [],
    );
  const isOnly = messages.every((one) => one === first || one.isSlight);
  const others = messages.reduce((sum, one) => sum + (one === first ? 0 : one.text.length), 0);
  const isDocument = /^#{1,4} /m.test(first.text);
  const hasRoom = isOnly || (others <= MAX_CHARS && !isDocument);
  // What was interrupted may have been done later; a commit is no proof, but no request that is not done either.
  const isOpen = first.isInterrupted === true && digest.commits.length === 0;
  const hasBegun = hasWritten(digest, first);
  const interrupted = `First request (the person interrupted it${hasBegun ? '' : ' before any file was changed'})`;
  const label = isOpen ? interrupted : 'First request';
  // In one line with its report, if one is shown; a document may have parts that were not done.
  const isWhole = first.text.length <= MAX_AIM && !first.text.includes('\n');
  // Somebody who lets the agent go on has not seen the end of it.
  const isContinued = messages.some(({ line, text }) => line > first.line && isContinuation(text));
  const done = openFilesOf(digest).length === 0 && isOnePart(first.text) ? FIRST_DONE : FIRST_FOLLOWED;
  if (isBehind(digest, first)) return [];
  const begun = withoutPhases(digest, first);
  if (
    !isContinued &&
    !IS_FOR_OTHERS.test(first.text) &&
    (isSettled(digest, first) || (isWhole && isDone(digest, first)))
  )
    return [
      {
        line: first.line,
        text: `${isQuestion(first) ? FIRST_ANSWERED : done}: ${quoted(begun, MAX_AIM)}.`,
      },
    ];
  const hasMovedOn =
    !isContinued &&
    first.isInterrupted !== true &&
    isFinished(digest, first) &&
    messages.some(({ kind, line, isSlight }) => kind === 'said' && line > first.line && !isSlight);
  if (
    hasMovedOn &&
    !isDocument &&
    first.text.length <= MAX_AIM &&
    !limits(first.text) &&
    isComplete(digest, first) &&
    !isAskedBack(digest, first)
  )
    return [{ line: first.line, text: `${FIRST_REPORTED}: ${quoted(begun, MAX_AIM)}.` }];
  const isReported = digest.closings.some((one) => !one.isMidway && hasFiles(digest, one));
  if (isDocument && isReported && first.text.length > MAX_DOCUMENT)
    return [{ line: first.line, text: `${label}: ${titleAndRules(first.text)}` }];
  const text = shortenMessage(withoutRules(begun, digest) || begun, hasRoom ? MAX_WITH_ROOM : MAX_FIRST);
  return [{ line: first.line, text: `${label}:\n${indented(inParagraphs(text))}` }];
}
