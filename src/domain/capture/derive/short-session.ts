import { clipLine, keepBothEnds } from '../clip.ts';
import { closingQuestion } from '../question.ts';
import { isBareDecision, isContinuation } from '../slight.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { isSmallTalk } from './small-talk.ts';
import { messagesOf } from './turns.ts';
import { isTemporary, quoted, weightOf } from './wording.ts';

const MAX_REQUEST = 60;
const MAX_REQUESTS = 3;
const MAX_CALLS = 5;
const MAX_QUOTE = 300;
/** More room for a session that is only added because the one before it left work open. */
const MAX_LONG_REQUEST = 160;
const MAX_LONG_QUOTE = 900;
const OPENING = 'Then a short session';
const OPENING_LONG = 'Then a session without changes';
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

/** Nothing of it is in the project. */
const changedNothing = ({ filesWritten, commits, todos, plan, counts }: TranscriptDigest): boolean =>
  filesWritten.filter(({ path }) => !isTemporary(path)).length +
    commits.length +
    todos.length +
    counts.compactions ===
    0 && plan === null;

/** Whether nothing happened that a handoff of its own should replace an earlier one for: "thanks, bye", "where were we?". */
export const isShortSession = (digest: TranscriptDigest): boolean =>
  changedNothing(digest) &&
  digest.counts.calls <= MAX_CALLS &&
  digest.counts.requests <= MAX_REQUESTS &&
  messagesOf(digest).every(({ text }) => text.length <= MAX_REQUEST);

/** Work that is not committed or not finished, a question without an answer, a step that the agent named as next. */
const LEFT_OPEN =
  /^(?:Not committed|In a git stash|Not reported as finished|The last message of the person was not answered)|^The agent's last message \(nobody has answered/m;
const NAMES_NEXT =
  /(?<!\p{L})(?:next(?: steps?| up)?|left(?: to do| for you)?|remaining|still open|to-?do|nächste[rs]? schritte?|als nächstes|noch offen|pendientes?|próximos? pasos?|prochaines? étapes?|reste à faire)\s*[:：]|次は|次のステップ|残り|下一步|接下来|待办|다음/iu;

/** Whether a session is added to a checkpoint instead of replacing it. */
export function isAddedTo(digest: TranscriptDigest, checkpoint: string): boolean {
  if (isShortSession(digest)) return true;
  const { checks, pullRequests, issues } = digest;
  const said = /^The agent's last message[^\n]*:\n((?: {2}[^\n]*\n?)+)/m.exec(checkpoint)?.[1] ?? '';
  return (
    changedNothing(digest) &&
    checks.length + pullRequests.length + issues.length === 0 &&
    (LEFT_OPEN.test(checkpoint) || NAMES_NEXT.test(said))
  );
}

/** The session in one line, in the words of those who spoke. */
export function shortSessionLine(digest: TranscriptDigest): string {
  const isShort = isShortSession(digest);
  const messages = messagesOf(digest);
  const shown =
    messages.length <= MAX_REQUESTS ? messages : [messages[0], ...messages.slice(1 - MAX_REQUESTS)];
  const said = shown.map((one) => quoted(one?.text ?? '', isShort ? MAX_REQUEST : MAX_LONG_REQUEST));
  const reply = digest.closings.at(-1);
  const day = (digest.last?.at ?? '').slice(0, 10);
  const answer =
    reply === undefined
      ? ''
      : ` The agent: ${bothEndsQuoted(reply.text, isShort ? MAX_QUOTE : MAX_LONG_QUOTE)}`;
  return `${isShort ? OPENING : OPENING_LONG}${day === '' ? '' : ` (${day})`}: ${said.join(', ')}.${answer}`;
}

const isOurs = (line: string): boolean => line.startsWith(OPENING) || line.startsWith(OPENING_LONG);

/** A checkpoint with that line at its end; of several such lines the newest are kept. */
export function withShortSession(checkpoint: string, line: string): string {
  const lines = checkpoint.split('\n');
  const before = lines.filter(isOurs).filter((one) => one !== line);
  return [...lines.filter((one) => !isOurs(one)), ...before.slice(1 - MAX_LINES), line].join('\n');
}

export const hasShortSession = (checkpoint: string): boolean => checkpoint.split('\n').some(isOurs);
