import { statementsOf } from '../question.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { isQuestion, limits } from './message-kinds.ts';
import { isFinished } from './request-outcome.ts';
import { weightOf } from './wording.ts';

const IS_ITEM = /^\s*(?:[-*•+>|]|\d+[.)]\s|```|\[pasted)/;

/** "It would only open one, or?" */
const ASKS_TO_AGREE = /[,，]\s*\p{L}+(?: \p{L}+)?\s*[?？]$/u;
const MAX_QUESTION = 80;

/** A message without the questions that it ends with: others may be about what was asked. */
function withoutLastQuestions(text: string): string {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  if (IS_ITEM.test(last)) return text;
  const sentences = statementsOf(last);
  const isAnswered = (sentence: string) =>
    weightOf(sentence) <= MAX_QUESTION &&
    !ASKS_TO_AGREE.test(sentence) &&
    !limits(sentence) &&
    isQuestion({ text: sentence });
  const end = sentences.findLastIndex((sentence) => !isAnswered(sentence.trim()));
  return [
    ...lines.slice(0, -1),
    sentences
      .slice(0, end + 1)
      .join('')
      .trimEnd(),
  ]
    .join('\n')
    .trim();
}

/** A message of which the agent finished the turn, without the questions at its end, which were answered there. */
export function withoutAnswered(digest: TranscriptDigest, message: Request): string {
  const { kind, text, question, isInterrupted } = message;
  if (kind !== 'said' || question !== null || isInterrupted === true || !isFinished(digest, message))
    return text;
  return withoutLastQuestions(text) || text;
}
