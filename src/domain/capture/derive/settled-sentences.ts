import { statementsOf } from '../question.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
import { hasRuleWord, isQuestion, limits } from './message-kinds.ts';
import { holdsGenerally, isFinished, isWorkedOn } from './request-outcome.ts';
import { weightOf } from './wording.ts';

/** A longer sentence may say how something is to be. */
const MAX_ORDER = 22;
/** What somebody says of themselves, a name, a value. */
const TELLS =
  /(?<!\p{L})(?:i|we|my|our|ich|wir|yo|nosotros|eu|je|nous)(?!\p{L})|[`"“„「『]|\d{2}|私|我|내가|제가/iu;

const isShortOrder = (sentence: string): boolean =>
  weightOf(sentence) <= MAX_ORDER &&
  !TELLS.test(sentence) &&
  !limits(sentence) &&
  !hasRuleWord(sentence) &&
  !holdsGenerally(sentence);

const IS_ITEM = /^\s*(?:[-*•+>|]|\d+[.)]\s|```|\[pasted)/;

/** Each line without some of its sentences. */
const withoutSentences = (text: string, isGone: (sentence: string) => boolean): string =>
  text
    .split('\n')
    .map((line) =>
      IS_ITEM.test(line)
        ? line
        : statementsOf(line)
            .filter((sentence) => !isGone(sentence.trim()))
            .join('')
            .trimEnd(),
    )
    .filter((line, at) => line !== '' || text.split('\n')[at] === '')
    .join('\n')
    .trim();

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

/**
 * A message of which the agent finished the turn, without the questions at its end, which were answered there, and without short orders
 * that files were written for, if it also limits something. A message of which nothing would be left stays whole.
 */
export function withoutSettled(digest: TranscriptDigest, message: Request): string {
  const { kind, text, question, isInterrupted } = message;
  if (kind !== 'said' || question !== null || isInterrupted === true || !isFinished(digest, message))
    return text;
  const asked = withoutLastQuestions(text);
  // A reason says nothing without its order; a limit does.
  const orderless = isWorkedOn(digest, message) ? withoutSentences(asked, isShortOrder) : '';
  return (limits(orderless) ? orderless : '') || asked || text;
}
