import { clipLine, keepBothEnds } from '../clip.ts';
import { closingQuestion } from '../question.ts';
import { isBareDecision, isContinuation } from '../slight.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { messagesOf } from './person-lines.ts';
import { isSmallTalk } from './small-talk.ts';
import { quoted, weightOf } from './wording.ts';

const MAX_REQUEST = 60;
const MAX_REQUESTS = 3;
const MAX_CALLS = 5;
const MAX_QUOTE = 300;
const OPENING = 'Then a short session';
const MAX_LINES = 3;

/** A shorter reply to a greeting or to thanks says nothing. */
const MIN_REPLY = 200;
/** A shorter question only offers help. */
const MIN_ASKED = 80;

/** Whether the agent said something for the next session, however little the person said: "continue" may ask for a report. */
function hasReport(digest: TranscriptDigest): boolean {
  const reply = digest.closings.at(-1)?.text ?? '';
  if (reply === '' || isSmallTalk(reply)) return false;
  const isOrder = messagesOf(digest).some(({ text }) => isContinuation(text) || isBareDecision(text));
  const weight = weightOf(reply);
  return isOrder || weight >= MIN_REPLY || (weight >= MIN_ASKED && closingQuestion(reply) !== null);
}

/** Whether nothing was asked, said or done that a later session could need. */
export const isTrivial = (digest: TranscriptDigest): boolean =>
  messagesOf(digest).every(({ isSlight }) => isSlight) &&
  digest.counts.calls === 0 &&
  digest.summaries.length === 0 &&
  !hasReport(digest);

/** On one line, with its end: that is where a message says what is next. */
function bothEndsQuoted(text: string, max: number): string {
  const line = keepBothEnds(clipLine(text, Number.POSITIVE_INFINITY), max, 0.5);
  return quoted(line, line.length);
}

/** Whether nothing happened that a handoff of its own should replace an earlier one for: "thanks, bye", "where were we?". */
export const isShortSession = ({
  requests,
  queued,
  filesWritten,
  commits,
  todos,
  plan,
  counts,
}: TranscriptDigest): boolean =>
  filesWritten.length + commits.length + todos.length === 0 &&
  plan === null &&
  counts.compactions === 0 &&
  counts.calls <= MAX_CALLS &&
  counts.requests <= MAX_REQUESTS &&
  [...requests, ...queued].every(({ text }) => text.length <= MAX_REQUEST);

/** The session in one line, in the words of those who spoke. */
export function shortSessionLine(digest: TranscriptDigest): string {
  const said = messagesOf(digest).map(({ text }) => quoted(text, MAX_REQUEST));
  const reply = digest.closings.at(-1);
  const day = (digest.last?.at ?? '').slice(0, 10);
  const answer = reply === undefined ? '' : ` The agent: ${bothEndsQuoted(reply.text, MAX_QUOTE)}`;
  return `${OPENING}${day === '' ? '' : ` (${day})`}: ${said.join(', ')}.${answer}`;
}

/** A checkpoint with that line at its end; of several such lines the newest are kept. */
export function withShortSession(checkpoint: string, line: string): string {
  const lines = checkpoint.split('\n');
  const isOurs = (one: string) => one.startsWith(OPENING);
  const before = lines.filter(isOurs).filter((one) => one !== line);
  return [...lines.filter((one) => !isOurs(one)), ...before.slice(1 - MAX_LINES), line].join('\n');
}

export const hasShortSession = (checkpoint: string): boolean =>
  checkpoint.split('\n').some((line) => line.startsWith(OPENING));
