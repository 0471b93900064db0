import type { Request } from '../transcript-digest.ts';
import { isAbout, statementsIn, topicOf } from './sentence-topic.ts';

/** Longer messages hand something over. */
const MAX_WISH = 1_000;
const TAKES_BACK =
  /(?<!\p{L})(?:changed my mind|scratch (?:that|this)|forget (?:it|that|the|what|about)|never ?mind|on second thoughts?|doch (?:nicht|lieber)|cambi\p{L}+ de (?:idea|opinión)|olvid\p{L}+|mudei de ideia|esquec\p{L}+|передумал\p{L}*|switch to|go with [A-H] (?:instead|after all))(?!\p{L})|やっぱり|やめ|换成|换\s?[A-H\d]|改成|改用|算了|취소/iu;

/** The letter of an option, alone. */
const LABEL = /(?<![\p{L}\p{N}.'’])[A-H](?![\p{L}\p{N}.'’])/gu;
const MAX_CHOICE = 60;

/** "Take A then", and later "switch to B": the choice is another one. */
function isChosenAnew(text: string, others: readonly Request[]): boolean {
  const chosen = text.match(LABEL) ?? [];
  return (
    chosen.length === 1 &&
    text.length <= MAX_CHOICE &&
    others.some((one) => {
      const labels = one.text.match(LABEL) ?? [];
      return labels.length > 0 && !labels.every((label) => label === chosen[0]);
    })
  );
}

/** Whether the person took a message back later: most of it is about what a later one says it is otherwise. */
export function isTakenBack(text: string, later: readonly Request[]): boolean {
  const others = later.filter((one) => TAKES_BACK.test(one.text) && one.text.length <= MAX_WISH);
  if (others.length === 0) return false;
  if (isChosenAnew(text, others)) return true;
  const topics = others.flatMap((one) => statementsIn(one.text)).map(topicOf);
  const sentences = statementsIn(text);
  const past = sentences.filter((one) => topics.some((topic) => isAbout(topicOf(one), topic)));
  return past.join('').length * 2 > text.length;
}
