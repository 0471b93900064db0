import { shortenMessage } from '../fold-pasted.ts';
import { sentencesOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import { isCommitOrder } from '../slight.ts';
import type { Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { indented, quoted } from './wording.ts';

/** What was said, in the order of the transcript. */
export interface QuotedLine {
  readonly line: number;
  readonly text: string;
}

/** One kind of lines of a checkpoint. */
export type CheckpointPart = (digest: TranscriptDigest) => QuotedLine[];

const MAX_ONLY = 1_200;
const MAX_FIRST = 500;
/** The newest messages get more room than the others. */
const MAX_BY_AGE = [700, 400, 400];
/** The newest is shown whatever it is, except a question that was answered since. */
const CURRENT = 1;
const MAX_EARLIER = 300;
const MAX_CHARS = 2_400;
/** Of the requests that were met the newest, and only while this much room is left to others. */
const MAX_MET = 2;
const RESERVED = 1_600;

const wordsOf = ({ text }: Request) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const sameText = (one: Request, other: Request) => wordsOf(one) === wordsOf(other);

/** All messages, those included that the client recorded only when they were queued. */
export const messagesOf = ({ requests, queued }: TranscriptDigest): readonly Request[] =>
  [...requests, ...queued].sort((a, b) => a.line - b.line);

/** Sentences that keep a subagent from changing files. */
const LIMITS_WORK =
  /(?<!\p{L})(?:do(?:n['’]?t| not) (?:edit|make|change|modify|touch|commit|write)|read-only|findings only)(?!\p{L})/iu;
const MAX_LIMITS = 2;

/** A parent agent gives one task after the other, each complete in itself: only the last one counts. */
function lastTask(tasks: readonly Request[]): QuotedLine[] {
  const last = tasks.findLast(({ isSlight }) => !isSlight) ?? tasks.at(-1);
  if (last === undefined) return [];
  const label = tasks.length > 1 ? `Last of ${tasks.length} requests` : 'Request';
  const limits = tasks
    .filter((task) => task !== last)
    .flatMap(({ text }) => sentencesOf(text).filter((sentence) => LIMITS_WORK.test(sentence)))
    .map((sentence) => sentence.trim());
  const others = [...new Set(limits)].slice(-MAX_LIMITS).map((sentence) => quoted(sentence, 120));
  return [
    {
      line: last.line,
      text: `${label} of the parent agent:\n${indented(shortenMessage(last.text, MAX_ONLY))}`,
    },
    ...(others.length === 0
      ? []
      : [{ line: last.line, text: `Earlier ones also said: ${others.join(', ')}` }]),
  ];
}

/** The first request with content, in full if it is the only one. */
export function firstRequest(digest: TranscriptDigest): QuotedLine[] {
  const messages = messagesOf(digest);
  const said = messages.filter(({ kind }) => kind === 'said');
  const first = said.find(({ isSlight }) => !isSlight) ?? said[0];
  if (first === undefined) return [];
  if (first.isByAgent) return lastTask(said);
  const isOnly = messages.every((one) => one === first || one.isSlight);
  const text = shortenMessage(first.text, isOnly ? MAX_ONLY : MAX_FIRST);
  const label = first.isInterrupted ? 'First request (the person interrupted it)' : 'First request';
  return [{ line: first.line, text: `${label}:\n${indented(text)}` }];
}

function quoteMessage({ kind, text, question, line }: Request, max: number): QuotedLine {
  const words = indented(shortenMessage(text, max)).slice(2);
  if (kind === 'ran') return { line, text: `- ran \`${words}\`` };
  if (question === null) return { line, text: `- ${words}` };
  const isAsked = kind === 'answered' || /[?？]["'”)\]*_`]*\s*$/.test(question);
  const before = isAsked
    ? `asked ${quoted(question, 160)}, answered`
    : `of the option ${quoted(question, 160)}`;
  return { line, text: `- ${before}: ${words}` };
}

const quoteRecap = ({ text, line }: Utterance): QuotedLine => ({
  line,
  text: `- [the client's recap] ${text}`,
});

const IS_QUESTION =
  /[?？]["'”)\]]*$|か[。.]?$|吗[。.]?$|까[.]?$|^(?:ok(?:ay)?,? |yeah,? |and |so |now |hm+,? )*(?:can|could|would|will) you /iu;
/** With these a message says what the person wants, even if it is a question. */
const WISHES =
  /(?<!\p{L})(?:let'?s(?! say| see)|i'?d (?:like|prefer|rather)|i (?:want|feel|think)|we (?:should|need)|please|do(?:n'?t| not)|not (?:a|the|fully|quite)|make sure|instead|rather|prefer|must|ideally|keep in mind)(?!\p{L})/iu;
/** With these a statement corrects, refuses or sets a rule. */
const RULES =
  /(?<![\p{L}-])(?:(?:does|is|was|are|should|would|must|can)(?:n'?t| not)|no,|never|always|should|keep|scratch|wrong|use)(?!\p{L})/iu;
/** Words of nearly every English sentence; a message in another language is not judged by its words. */
const ENGLISH = /(?<!\p{L})(?:the|and|is|it|to|of|in|for|this|that|you|we|on|with|now)(?!\p{L})/iu;
/** Longer ones were handed over rather than said. */
const MAX_DECISION = 500;

/** A rule, a correction, a choice: it counts however old it is. */
function isDecision(message: Request): boolean {
  const text = message.text.replaceAll('’', "'");
  if (text.length > MAX_DECISION) return false;
  return (
    WISHES.test(text) ||
    (!isQuestion(message) && (message.question !== null || RULES.test(text) || !ENGLISH.test(text)))
  );
}

const MAX_QUESTION = 250;
export const isQuestion = ({ text }: Request) => text.length < MAX_QUESTION && IS_QUESTION.test(text);

/**
 * What only mattered when it was said: an order to commit that was carried out, a question that was answered since,
 * material that was handed over, a command by its name. Longer questions often state something.
 */
const isOver = (message: Request, committedAt: number): boolean =>
  (message.line < committedAt && isCommitOrder(message.text)) ||
  (!isDecision(message) && isQuestion(message)) ||
  isHandedOver(message);

/** A request that was met and committed is shown if the others leave room for it. */
const isMet = (message: Request, committedAt: number): boolean =>
  message.line < committedAt && !isDecision(message);

const PASTED = /\[pasted: [^\n]*\]$/gm;

/** Material and commands, unless the person wrote a wish or a rule beside the material. */
function isHandedOver({ text, question }: Request): boolean {
  if (question !== null) return false;
  const own = text.replace(PASTED, '').replaceAll('’', "'").trim();
  return (
    (own.length < text.length && !WISHES.test(own) && !RULES.test(own)) || /^\/[\w:-]+(?:\s|$)/.test(own)
  );
}

/** A bare "go on" says nothing, unless it is the last word; a request that was repeated counts where it came last. */
function isNeeded(
  message: Request,
  at: number,
  all: readonly Request[],
  first: Request | undefined,
): boolean {
  if (message === first) return false;
  if (message.isSlight) return false;
  return !all.slice(at + 1).some((later) => sameText(later, message)) && !(first && sameText(first, message));
}

/** The recap only counts until the person says something of substance, or something is committed. */
function currentRecap(
  { recaps, commits }: TranscriptDigest,
  messages: readonly Request[],
): readonly Utterance[] {
  const recap = recaps.at(-1);
  const isOver = [...messages.filter(({ isSlight }) => !isSlight), ...commits].some(
    ({ line }) => line > (recap?.line ?? 0),
  );
  return recap === undefined || isOver ? [] : [recap];
}

/** Decisions first, and what was met last. */
function byWeight(messages: readonly Request[], committedAt: number): readonly Request[] {
  const open = messages.filter((message) => !isMet(message, committedAt));
  const met = messages.filter((message) => isMet(message, committedAt));
  return [
    ...open.filter(isDecision),
    ...open.filter((message) => !isDecision(message)),
    ...met.slice(0, MAX_MET),
  ];
}

/** What the person said after the first request, newest last, as far as the room allows. */
export function laterMessages(digest: TranscriptDigest): QuotedLine[] {
  const all = messagesOf(digest);
  const said = all.filter(({ kind }) => kind === 'said');
  const first = said.find(({ isSlight }) => !isSlight) ?? said[0];
  if (first?.isByAgent) return [];
  const told = all.filter((message, at) => isNeeded(message, at, all, first));
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const needed = told.filter(
    (message, at) =>
      (at >= told.length - CURRENT && (message === all.at(-1) || !isQuestion(message))) ||
      !isOver(message, committedAt),
  );
  const recaps = currentRecap(digest, all).map(quoteRecap);
  const shown: QuotedLine[] = [...recaps];
  let room = MAX_CHARS;
  const newest = [...needed].reverse();
  const ranked = [...newest.slice(0, CURRENT), ...byWeight(newest.slice(CURRENT), committedAt)];
  for (const message of ranked) {
    const line = quoteMessage(message, MAX_BY_AGE[newest.indexOf(message)] ?? MAX_EARLIER);
    if (line.text.length > (isMet(message, committedAt) ? room - RESERVED : room)) continue;
    room -= line.text.length;
    shown.push(line);
  }
  if (shown.length === 0) return [];
  const lines = shown.sort((a, b) => a.line - b.line);
  const omitted = told.length - (shown.length - recaps.length) + forgotten(digest);
  const note = omitted > 0 ? `; ${omitted} not shown` : '';
  return [{ line: lines[0]?.line ?? 0, text: `Then the person said (newest last${note}):` }, ...lines];
}

/** Messages that the digest had no room for. */
const forgotten = ({ counts, requests }: TranscriptDigest): number =>
  requests.length < BOUND.requestsFirst + BOUND.requestsLast
    ? 0
    : Math.max(0, counts.requests - requests.filter(({ kind }) => kind === 'said').length);
