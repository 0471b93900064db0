import { statementsOf } from '../question.ts';
import { wordsOf } from '../standing-rules.ts';
import type { Closing, TranscriptDigest } from '../transcript-digest.ts';
import { isFinished } from './request-outcome.ts';
import { hasWritten, messagesOf } from './turns.ts';

/** Of the words of a short order, so many are in the point that it is about. */
const ORDERED_WORDS = 0.5;
const MAX_ORDER_WORDS = 8;

/** Whether the next message is a short order for what a sentence names as left, and the agent finished its turn. */
export function isOrdered(digest: TranscriptDigest, { line }: Closing, sentence: string): boolean {
  const next = messagesOf(digest).find((one) => one.line > line && one.kind === 'said');
  if (next === undefined || !isFinished(digest, next) || !hasWritten(digest, next)) return false;
  const point = wordsOf(sentence);
  return statementsOf(next.text).some((order) => {
    const words = [...wordsOf(order)];
    const shared = words.filter((word) => point.has(word));
    return (
      words.length <= MAX_ORDER_WORDS && shared.length > 0 && shared.length >= words.length * ORDERED_WORDS
    );
  });
}
