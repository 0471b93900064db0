import { statementsOf } from '../question.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { hasRuleWord, isQuestion, limits } from './message-kinds.ts';
import { holdsGenerally, isFinished, isWorkedOn } from './request-outcome.ts';
import { weightOf } from './wording.ts';

/** A longer sentence may say how something is to be. */
const MAX_ORDER = 30;
/** What somebody says of themselves, a name, a value. */
const TELLS =
  /(?<!\p{L})(?:i|we|my|our|ich|wir|yo|nosotros|eu|je|nous)(?!\p{L})|[`"“„「『]|\d{2}|私|我|내가|제가/iu;

const isShortOrder = (sentence: string): boolean =>
  weightOf(sentence) <= MAX_ORDER &&
  !TELLS.test(sentence) &&
  !limits(sentence) &&
  !hasRuleWord(sentence) &&
  !holdsGenerally(sentence);

/**
 * A message of which the agent finished the turn, without the questions that were answered there, and without short orders that files
 * were written for. What is left says what holds; a message of which nothing would be left stays whole.
 */
export function withoutSettled(digest: TranscriptDigest, message: Request): string {
  const { kind, text, question, isInterrupted } = message;
  if (kind !== 'said' || question !== null || isInterrupted === true || !isFinished(digest, message))
    return text;
  const isOrdered = isWorkedOn(digest, message);
  const isSettled = (sentence: string) =>
    !limits(sentence) && (isQuestion({ text: sentence }) || (isOrdered && isShortOrder(sentence)));
  const left = text
    .split('\n')
    .map((line) =>
      /^\s*(?:[-*•+>|]|\d+[.)]\s|```|\[pasted)/.test(line)
        ? line
        : statementsOf(line)
            .filter((sentence) => !isSettled(sentence.trim()))
            .join('')
            .trimEnd(),
    )
    .filter((line, at, lines) => line !== '' || lines[at] === text.split('\n')[at])
    .join('\n')
    .trim();
  return left === '' ? text : left;
}
