import { onlyLooks } from '../command.ts';
import { withoutGivenUp } from '../given-up.ts';
import { statementsOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { forbids, relaxesRule, takesBackRequest, takesSomethingBack } from '../standing-rules.ts';
import type { Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { withoutAnswered } from './answered-questions.ts';
import { briefOrders, inBrief } from './brief-orders.ts';
import { isPushed } from './commit-lines.ts';
import { firstOf, MAX_CHARS } from './first-request.ts';
import { isDecision, isHandedOver, isQuestion, isSpecification } from './message-kinds.ts';
import { isGivenUp } from './overtaken.ts';
import { firstLines, inLine, quoteMessage } from './quote-message.ts';
import { isCarriedOut, isDecisiveAnswer, isOneOff, isOver, isSpent } from './request-outcome.ts';
import { SaidElsewhere } from './said-elsewhere.ts';
import { sameText } from './same-text.ts';
import { isChosenAgain } from './taken-back.ts';
import { messagesOf } from './turns.ts';
import { MIN_BESIDE_RULE, withoutRules } from './without-rules.ts';
import type { QuotedLine } from './wording.ts';

/** The newest messages get more room than the others. */
const MAX_BY_AGE = [700, 400, 400];
const MAX_EARLIER = 400;
/** Older ones count if they hold beyond what was done for them. */
const NEWEST_WHOLE = 2;
/** Of a message that was carried out, what it was about. */
const MAX_CARRIED_OUT = 160;
/** How something is to be is worth more room than remarks. */
const MAX_SPECIFICATION = 900;
const MAX_SPECIFICATIONS = 2;

const quoteRecap = ({ text, line }: Utterance): QuotedLine => ({
  line,
  text: `- [the client's recap] ${text}`,
});

/** Of what the person ran, the last command tells where things stand; one that only looks does so until the next message. */
const isLastCommand = ({ text, output }: Request, later: readonly Request[]): boolean =>
  onlyLooks(text)
    ? later.length === 0 && output !== undefined && output !== ''
    : !later.some(({ kind }) => kind === 'ran');

/** The line of the commits says that they are pushed. */
const isListedPush = (digest: TranscriptDigest, { text }: Request): boolean =>
  /^\s*git push(?!\S)/.test(text) && digest.commits.slice(-1).some((commit) => isPushed(digest, commit));

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
  if (message.kind === 'ran' && (!isLastCommand(message, later) || isListedPush(digest, message)))
    return false;
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
  const last = others.findLast(({ isSlight }) => !isSlight);
  const needed = others.filter(
    (message) => isNeeded(digest, message, all, takingBack) && (message === last || !isOver(digest, message)),
  );
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
  const brief = briefOrders(digest, others, takingBack).filter(
    (order) => !newest.some(({ line }) => line === order.line),
  );
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
    const left = message === current ? message.text : withoutAnswered(digest, message);
    const text = inLine(left, message === current);
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
