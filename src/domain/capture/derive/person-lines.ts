import { onlyLooks } from '../command.ts';
import { shortenMessage } from '../fold-pasted.ts';
import { clipQuestion, POINTS_BETWEEN, sentencesOf } from '../question.ts';
import { BOUND } from '../reduce/bounds.ts';
import type { Request, TranscriptDigest, Utterance } from '../transcript-digest.ts';
import { isCarriedOut, isFarewell } from './carried-out.ts';
import {
  isChangedAgain,
  isDecision,
  isDecisiveAnswer,
  isMet,
  isOver,
  isQuestion,
  isReplacedBy,
  isSpecification,
  settlesBefore,
} from './message-kinds.ts';
import { isTakenBack, withoutReleased } from './taken-back.ts';
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
/** While the other messages leave room. */
const MAX_FIRST_WITH_ROOM = 1_000;
/** The newest messages get more room than the others. */
const MAX_BY_AGE = [700, 400, 400];
/** The newest is shown whatever it is, except a question that was answered since. */
const CURRENT = 1;
const MAX_EARLIER = 300;
const MAX_CHARS = 2_800;
const MAX_QUESTION = 200;
const MAX_POINTS = 400;
/** How something is to be is worth more room than remarks. */
const MAX_SPECIFICATION = 900;
const MAX_SPECIFICATIONS = 2;
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
  /(?<!\p{L})(?:do(?:n['’]?t| not) (?:edit|make|change|modify|touch|commit|write)|read-only)(?!\p{L})/iu;
const MAX_LIMITS = 2;

/** A parent agent gives one task after the other, each complete in itself: only the last one counts. */
function lastTask(tasks: readonly Request[]): QuotedLine[] {
  const last = tasks.findLast(({ isSlight }) => !isSlight) ?? tasks.at(-1);
  if (last === undefined) return [];
  const label = tasks.length > 1 ? `Last of ${tasks.length} requests` : 'Request';
  const isLimit = (sentence: string) =>
    LIMITS_WORK.test(sentence) && !last.text.includes(LIMITS_WORK.exec(sentence)?.[0] ?? '');
  const limits = tasks.flatMap(({ text }) => sentencesOf(text).filter(isLimit)).map((one) => one.trim());
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
  const others = messages.reduce((sum, one) => sum + (one === first ? 0 : one.text.length), 0);
  const isDocument = /^#{1,4} /m.test(first.text);
  const max = others <= MAX_CHARS && !isDocument ? MAX_FIRST_WITH_ROOM : MAX_FIRST;
  const text = shortenMessage(withoutReleased(first, messages, digest), isOnly ? MAX_ONLY : max);
  const label = first.isInterrupted ? 'First request (the person interrupted it)' : 'First request';
  return [{ line: first.line, text: `${label}:\n${indented(text)}` }];
}

function quoteMessage({ kind, text, question, line, output }: Request, max: number): QuotedLine {
  const words = indented(shortenMessage(text, max)).slice(2);
  if (kind === 'ran')
    return {
      line,
      text: `- ran \`${words}\`${output && onlyLooks(text) ? `, which printed ${quoted(output, 140)}` : ''}`,
    };
  if (question === null) return { line, text: `- ${words}` };
  if (question.includes(POINTS_BETWEEN))
    return { line, text: `- asked ${quoted(question, MAX_POINTS)}, answered: ${words}` };
  const isAsked = kind === 'answered' || /[?？]/.test(question);
  const before = isAsked
    ? `asked ${quoted(clipQuestion(question, MAX_QUESTION), MAX_QUESTION)}, answered`
    : `of the option ${quoted(question, 160)}`;
  return { line, text: `- ${before}: ${words}` };
}

const quoteRecap = ({ text, line }: Utterance): QuotedLine => ({
  line,
  text: `- [the client's recap] ${text}`,
});

/** A bare "go on" says nothing, an answer that decides does; a request that was repeated counts where it came last. */
function isNeeded(
  message: Request,
  at: number,
  all: readonly Request[],
  first: Request | undefined,
  digest: TranscriptDigest,
): boolean {
  if (message === first) return false;
  const next = all[at + 1];
  if (message.isSlight) return settlesBefore(message, all[at - 1]) || isDecisiveAnswer(digest, message);
  if (isReplacedBy(message, next) || isChangedAgain(message, next)) return false;
  const later = all.slice(at + 1);
  if (message.kind === 'ran' && later.length > 0 && onlyLooks(message.text)) return false;
  if (isTakenBack(message.text, later) || isFarewell(message)) return false;
  return !later.some((one) => sameText(one, message)) && !(first && sameText(first, message));
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

/** Specifications and decisions first, and what was met last. */
function byWeight(messages: readonly Request[], committedAt: number): readonly Request[] {
  const open = messages.filter((message) => !isMet(message, committedAt));
  const met = messages.filter((message) => isMet(message, committedAt));
  const specified = open.filter(isSpecification).slice(0, MAX_SPECIFICATIONS);
  return [
    ...new Set([
      ...specified,
      ...open.filter(isDecision),
      ...open.filter((message) => !isDecision(message)),
      ...met.slice(0, MAX_MET),
    ]),
  ];
}

export const LATER_MESSAGES = 'Then the person said';

/** What the person said after the first request, newest last, as far as the room allows. */
export function laterMessages(digest: TranscriptDigest): QuotedLine[] {
  const all = messagesOf(digest);
  const said = all.filter(({ kind }) => kind === 'said');
  const first = said.find(({ isSlight }) => !isSlight) ?? said[0];
  if (first?.isByAgent) return [];
  const told = all.filter((message, at) => isNeeded(message, at, all, first, digest));
  const committedAt = digest.commits.at(-1)?.line ?? -1;
  const needed = told.filter(
    (message, at) =>
      (at >= told.length - CURRENT && (message === all.at(-1) || !isQuestion(message))) ||
      !(isOver(digest, message) || isCarriedOut(digest, message, told.length - 1 - at)),
  );
  const recaps = currentRecap(digest, all).map(quoteRecap);
  const shown: QuotedLine[] = [...recaps];
  let room = MAX_CHARS;
  const newest = [...needed].reverse();
  const ranked = [...newest.slice(0, CURRENT), ...byWeight(newest.slice(CURRENT), committedAt)];
  for (const message of ranked) {
    const max = MAX_BY_AGE[newest.indexOf(message)] ?? MAX_EARLIER;
    const line = quoteMessage(message, isSpecification(message) ? Math.max(max, MAX_SPECIFICATION) : max);
    if (line.text.length > (isMet(message, committedAt) ? room - RESERVED : room)) continue;
    room -= line.text.length;
    shown.push(line);
  }
  if (shown.length === 0) return [];
  const lines = shown.sort((a, b) => a.line - b.line);
  const omitted = told.length - (shown.length - recaps.length) + forgotten(digest);
  const note = omitted > 0 ? `; ${omitted} not shown` : '';
  return [{ line: lines[0]?.line ?? 0, text: `${LATER_MESSAGES} (newest last${note}):` }, ...lines];
}

/** Messages that the digest had no room for. */
const forgotten = ({ counts, requests }: TranscriptDigest): number =>
  requests.length < BOUND.requestsFirst + BOUND.requestsLast
    ? 0
    : Math.max(0, counts.requests - requests.filter(({ kind }) => kind === 'said').length);
