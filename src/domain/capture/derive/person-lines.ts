import { shortenMessage } from '../fold-pasted.ts';
import { BOUND } from '../reduce/bounds.ts';
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
/** The newest are shown whatever they are. */
const CURRENT = 2;
const MAX_EARLIER = 220;
const MAX_CHARS = 2_000;

const sameText = (one: Request, other: Request) =>
  one.text.toLowerCase().replace(/\s+/g, ' ') === other.text.toLowerCase().replace(/\s+/g, ' ');

/** All messages, those included that the client recorded only when they were queued. */
export const messagesOf = ({ requests, queued }: TranscriptDigest): readonly Request[] =>
  [...requests, ...queued].sort((a, b) => a.line - b.line);

/** The first request with content, in full if it is the only one. */
export function firstRequest(digest: TranscriptDigest): QuotedLine[] {
  const messages = messagesOf(digest);
  const said = messages.filter(({ kind }) => kind === 'said');
  const first = said.find(({ isSlight }) => !isSlight) ?? said[0];
  if (first === undefined) return [];
  const isOnly = messages.every((one) => one === first || one.isSlight);
  const text = shortenMessage(first.text, isOnly ? MAX_ONLY : MAX_FIRST);
  return [{ line: first.line, text: `First request:\n${indented(text)}` }];
}

function quoteMessage({ kind, text, question, line }: Request, max: number): QuotedLine {
  const words = indented(shortenMessage(text, max)).slice(2);
  if (kind === 'ran') return { line, text: `- ran \`${words}\`` };
  if (question === null) return { line, text: `- ${words}` };
  return { line, text: `- asked ${quoted(question, 160)}, answered: ${words}` };
}

const quoteRecap = ({ text, line }: Utterance): QuotedLine => ({
  line,
  text: `- [the client's recap] ${text}`,
});

const IS_QUESTION =
  /[?？]["'”)\]]*$|か[。.]?$|吗[。.]?$|까[.]?$|^(?:ok(?:ay)?,? |yeah,? |and |so |now |hm+,? )*(?:can|could|would|will) you /iu;
/** A question with these says what the person wants. */
const STATES_WISH =
  /(?<!\p{L})(?:let'?s|i'?d like|i want|i feel|i think|we should|we need|please|do(?:n'?t| not)|make sure|instead|rather|prefer|must|ideally|keep in mind|use)(?!\p{L})/iu;
const MAX_QUESTION = 250;

/**
 * What only mattered when it was said: a question that was answered since, material that was handed over, a command by
 * its name. Longer questions often state something.
 */
const isOver = ({ text, question }: Request): boolean =>
  (text.length < MAX_QUESTION && IS_QUESTION.test(text) && !STATES_WISH.test(text.replaceAll('’', "'"))) ||
  (question === null && (text.includes('[pasted:') || /^\/[\w:-]+(?:\s|$)/.test(text)));

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

/** The recap only counts until the person says something of substance. */
function currentRecap({ recaps }: TranscriptDigest, messages: readonly Request[]): readonly Utterance[] {
  const recap = recaps.at(-1);
  const isOver = messages.some(({ line, isSlight }) => !isSlight && line > (recap?.line ?? 0));
  return recap === undefined || isOver ? [] : [recap];
}

/** What the person said after the first request, newest last, as far as the room allows. */
export function laterMessages(digest: TranscriptDigest): QuotedLine[] {
  const all = messagesOf(digest);
  const said = all.filter(({ kind }) => kind === 'said');
  const first = said.find(({ isSlight }) => !isSlight) ?? said[0];
  const told = all.filter((message, at) => isNeeded(message, at, all, first));
  const needed = told.filter((message, at) => at >= told.length - CURRENT || !isOver(message));
  const recaps = currentRecap(digest, all).map(quoteRecap);
  const shown: QuotedLine[] = [...recaps];
  let room = MAX_CHARS;
  for (const [at, message] of [...needed].reverse().entries()) {
    const line = quoteMessage(message, MAX_BY_AGE[at] ?? MAX_EARLIER);
    if (line.text.length > room) continue;
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
