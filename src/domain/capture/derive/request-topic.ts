import type { Closing, Request, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion } from './message-kinds.ts';
import { messagesOf } from './person-lines.ts';

const ASKS_STATUS =
  /^(?:(?:so|and|ok(?:ay)?|hey)[\s,]+)*(?:how(?:['’]s| is| are| did) .{0,40}(?:going|doing|coming|go)|(?:what['’]?s|what is) (?:the )?(?:status|progress)|status|any (?:update|progress|news)|(?:is|are) (?:it|they|you|we) (?:done|ready|finished)|done|still (?:there|working|running))\b.{0,30}$/i;

/** The request that a turn works on: "go on", "yes" and "how is it going?" belong to the one before them. */
export function topicOf(digest: TranscriptDigest, { line }: Closing): Request | undefined {
  const said = messagesOf(digest).filter((one) => one.kind === 'said' && one.line < line);
  return said.findLast(({ isSlight, text }) => !isSlight && !ASKS_STATUS.test(text)) ?? said.at(-1);
}

const ASKS_TO_WORK = /(?<!\p{L})(?:can|could|would|will) you (?!explain|tell|show)/iu;
const EXPLAIN =
  /^(?:(?:ok(?:ay)?|so|and|please|can you|could you)[\s,]+)*(?:explain|tell me|describe)(?!\p{L})/iu;

/** Whether a message answers a question, and nothing was changed for it. */
export function isAnswer(digest: TranscriptDigest, said: Closing): boolean {
  const { filesWritten, commits } = digest;
  const topic = topicOf(digest, said);
  const isWork = [...filesWritten, ...commits].some(
    ({ line }) => line > (topic?.line ?? 0) && line < said.line,
  );
  if (topic === undefined || isWork) return false;
  return EXPLAIN.test(topic.text) || (isQuestion(topic) && !ASKS_TO_WORK.test(topic.text));
}
