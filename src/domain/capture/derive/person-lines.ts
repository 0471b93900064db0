import { onlyLooks } from '../command.ts';
import { shortenMessage } from '../fold-pasted.ts';
import { statementsOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isContinuation } from '../slight.ts';
import {
  forbids,
  relaxesRule,
  takesBackRequest,
  takesSomethingBack,
  withoutGivenUp,
} from '../standing-rules.ts';
import type { Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { briefOrders, inBrief } from './brief-orders.ts';
import {
  isCarriedOut,
  isDecision,
  isDecisiveAnswer,
  isDone,
  isFinished,
  isHandedOver,
  isOneOff,
  isQuestion,
  isRuleItem,
  isSettled,
  isSpecification,
  isSpent,
  limits,
} from './message-kinds.ts';
import { isGivenUp } from './overtaken.ts';
import { lastTask } from './parent-tasks.ts';
import { firstLines, inLine, inParagraphs, quoteMessage } from './quote-message.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { plainText, sameText } from './same-text.ts';
import { isChosenAgain } from './taken-back.ts';
import { hasFiles, messagesOf } from './turns.ts';
import { indented, type QuotedLine, quoted, weightOf } from './wording.ts';
import { openFilesOf } from './worktree-lines.ts';

const MAX_FIRST = 500;
/** Of a first request that is settled. */
const MAX_AIM = 300;
/** As much as was kept of it: a message that is shortened twice loses its end. */
const MAX_WITH_ROOM = BOUND.request;
/** The newest messages get more room than the others. */
const MAX_BY_AGE = [700, 400, 400];
const MAX_EARLIER = 400;
/** Older ones count if they hold beyond what was done for them. */
const NEWEST_WHOLE = 2;
/** Of a message that was carried out, what it was about. */
const MAX_CARRIED_OUT = 160;
const MAX_CHARS = 3_000;
/** How something is to be is worth more room than remarks. */
const MAX_SPECIFICATION = 900;
const MAX_SPECIFICATIONS = 2;

/** A longer rule is cut where it is a record. */
const MAX_RULE = 240;

const MIN_BESIDE_RULE = 25;

/** A message without the sentences that are records of their own. */
function withoutRules(text: string, { constraints }: TranscriptDigest, min = MIN_BESIDE_RULE): string {
  const rules = new Set(
    constraints.filter((rule) => rule.text.length < MAX_RULE).map((rule) => plainText(rule.text)),
  );
  if (rules.size === 0) return text;
  const left = text
    .split('\n')
    .map((line) => statementsOf(line).filter((sentence) => !rules.has(plainText(sentence))))
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => sentences.join('').trimEnd())
    .join('\n');
  // A few words beside a rule say nothing without it.
  return left.length < text.length && weightOf(left) < min ? '' : left;
}

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
  const hasBegun = digest.filesWritten.some(({ turns }) => turns?.includes(first.turn));
  const interrupted = `First request (the person interrupted it${hasBegun ? '' : ' before any file was changed'})`;
  const label = isOpen ? interrupted : 'First request';
  // In one line with its report, if one is shown; a document may have parts that were not done.
  const isWhole = first.text.length <= MAX_AIM && !first.text.includes('\n');
  // Somebody who lets the agent go on has not seen the end of it.
  const isContinued = messages.some(({ line, text }) => line > first.line && isContinuation(text));
  const done = openFilesOf(digest).length === 0 ? FIRST_DONE : FIRST_FOLLOWED;
  if (!isContinued && (isSettled(digest, first) || (isWhole && isDone(digest, first))))
    return [
      {
        line: first.line,
        text: `${isQuestion(first) ? FIRST_ANSWERED : done}: ${quoted(first.text, MAX_AIM)}.`,
      },
    ];
  const hasMovedOn =
    !isContinued &&
    first.isInterrupted !== true &&
    isFinished(digest, first) &&
    messages.some(({ kind, line, isSlight }) => kind === 'said' && line > first.line && !isSlight);
  if (hasMovedOn && !isDocument && first.text.length <= MAX_AIM && !limits(first.text))
    return [{ line: first.line, text: `${FIRST_REPORTED}: ${quoted(first.text, MAX_AIM)}.` }];
  const isReported = digest.closings.some((one) => !one.isMidway && hasFiles(digest, one));
  if (isDocument && isReported && first.text.length > MAX_DOCUMENT)
    return [{ line: first.line, text: `${label}: ${titleAndRules(first.text)}` }];
  const text = shortenMessage(
    withoutRules(first.text, digest) || first.text,
    hasRoom ? MAX_WITH_ROOM : MAX_FIRST,
  );
  return [{ line: first.line, text: `${label}:\n${indented(inParagraphs(text))}` }];
}

const quoteRecap = ({ text, line }: Utterance): QuotedLine => ({
  line,
  text: `- [the client's recap] ${text}`,
});

/** Of what the person ran, the last command tells where things stand; one that only looks does so until the next message. */
const isLastCommand = ({ text, output }: Request, later: readonly Request[]): boolean =>
  onlyLooks(text)
    ? later.length === 0 && output !== undefined && output !== ''
    : !later.some(({ kind }) => kind === 'ran');

/** A bare "go on" says nothing, an answer that decides does; a request that was repeated counts where it came last. */
function isNeeded(
  digest: TranscriptDigest,
  message: Request,
  all: readonly Request[],
  takingBack: readonly Request[],
): boolean {
  if (isChosenAgain(message, all)) return false;
  if (message.isSlight) return isDecisiveAnswer(digest, message);
  const before = all.slice(0, all.indexOf(message));
  // A reader of a prohibition must see that it no longer holds.
  if (!isQuestion(message) && before.some(({ text }) => forbids(text) && relaxesRule(message.text, text)))
    return true;
  const later = all.slice(all.indexOf(message) + 1);
  if (message.kind === 'ran' && !isLastCommand(message, later)) return false;
  if (isSpent(digest, message)) return false;
  return !(
    later.some((one) => sameText(one, message)) ||
    takingBack.some((one) => one.line > message.line && takesBackRequest(one.text, message.text))
  );
}

/** The recap counts until the person says something of substance or something is committed, unless the last message says the same. */
function currentRecap(
  { recaps, commits, closings }: TranscriptDigest,
  messages: readonly Request[],
): readonly Utterance[] {
  const recap = recaps.at(-1);
  const isOver = [...messages.filter(({ isSlight }) => !isSlight), ...commits].some(
    ({ line }) => line > (recap?.line ?? 0),
  );
  if (recap === undefined || isOver) return [];
  const last = new SaidElsewhere(closings.at(-1)?.text ?? '');
  return statementsOf(recap.text).every((sentence) => last.has(sentence.trim())) ? [] : [recap];
}

/** Whether all that was written for a message was removed again, at the person's word. */
const isForGivenUp = (digest: TranscriptDigest, { turn, text }: Request): boolean => {
  const reports = digest.closings.filter((one) => one.turn === turn);
  return reports.length > 0 && !forbids(text) && reports.every((one) => isGivenUp(digest, one));
};

export const LATER_MESSAGES = 'Then the person said';

/** What the person said after the first request, newest last, as far as the room allows: what they forbid first, then decisions. */
export function laterMessages(digest: TranscriptDigest): QuotedLine[] {
  const all = messagesOf(digest);
  const first = firstOf(all);
  if (first?.isByAgent) return [];
  const others = all.filter((message) => message !== first);
  const takingBack = all.filter(({ text }) => takesSomethingBack(text) && !isHandedOver(text));
  const stillMeant = ({ text, line }: Request) =>
    withoutGivenUp(
      text,
      all.filter((later) => later.line > line && !isHandedOver(later.text)).map((later) => later.text),
    );
  const needed = others.filter((message) => isNeeded(digest, message, all, takingBack));
  const whole = new Set([
    ...needed.slice(-NEWEST_WHOLE),
    ...needed.filter(isSpecification).slice(-MAX_SPECIFICATIONS),
  ]);
  const newest = needed
    .filter((message) => whole.has(message) || !(isOneOff(digest, message) || isForGivenUp(digest, message)))
    .map((message) => ({
      ...message,
      text: withoutRules(stillMeant(message), digest, message.question === null ? MIN_BESIDE_RULE : 1),
    }))
    .filter(
      ({ text, question }) => (question !== null && text !== '') || (text.match(/\p{L}/gu)?.length ?? 0) > 1,
    )
    .reverse();
  const brief = briefOrders(digest, others, takingBack);
  const recaps = currentRecap(digest, all).map(quoteRecap);
  const shown: QuotedLine[] = [...recaps];
  let room = MAX_CHARS;
  const [current, ...older] = newest;
  const ranked = new Set([
    current,
    ...older.filter(({ kind, text }) => kind !== 'ran' && forbids(text)),
    ...older.filter(isSpecification).slice(0, MAX_SPECIFICATIONS),
    ...older.filter(isDecision),
    ...older,
  ]);
  for (const message of ranked) {
    if (message === undefined) continue;
    const max = MAX_BY_AGE[newest.indexOf(message)] ?? MAX_EARLIER;
    const text = inLine(message.text, message === current);
    const line = isCarriedOut(digest, message)
      ? quoteMessage({ ...message, text: firstLines(text, MAX_CARRIED_OUT) }, max)
      : quoteMessage({ ...message, text }, isSpecification(message) ? Math.max(max, MAX_SPECIFICATION) : max);
    if (line.text.length > room) continue;
    room -= line.text.length;
    shown.push(line);
  }
  const lines = [...shown, ...inBrief(brief, shown)].sort((a, b) => a.line - b.line);
  if (lines.length === 0) return [];
  const omitted = others.length - (shown.length - recaps.length) - brief.length + forgotten(digest);
  const note = omitted > 0 ? `; ${omitted} not shown` : '';
  return [{ line: lines[0]?.line ?? 0, text: `${LATER_MESSAGES} (newest last${note}):` }, ...lines];
}

/** Messages that the digest had no room for. */
const forgotten = ({ counts, requests }: TranscriptDigest): number =>
  requests.length < BOUND.requestsFirst + BOUND.requestsLast
    ? 0
    : Math.max(0, counts.requests - requests.filter(({ kind }) => kind === 'said').length);
