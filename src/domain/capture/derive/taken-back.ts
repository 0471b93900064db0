import type { Request } from '../transcript-digest.ts';
import { isAbout, statementsIn, topicOf } from './sentence-topic.ts';

/** Longer messages hand something over. */
const MAX_WISH = 1_000;
const TAKES_BACK =
  /(?<!\p{L})(?:changed my mind|scratch (?:that|this)|forget (?:it|that|the|what|about)|never ?mind|on second thoughts?|doch (?:nicht|lieber)|cambi\p{L}+ de (?:idea|opinión)|olvid\p{L}+|mudei de ideia|esquec\p{L}+|передумал\p{L}*)(?!\p{L})|やっぱり|やめ|换成|改成|改用|算了|취소/iu;

/** Whether the person took a message back later: most of it is about what a later one says it is otherwise. */
export function isTakenBack(text: string, later: readonly Request[]): boolean {
  const others = later.filter((one) => TAKES_BACK.test(one.text) && one.text.length <= MAX_WISH);
  if (others.length === 0) return false;
  const topics = others.flatMap((one) => statementsIn(one.text)).map(topicOf);
  const sentences = statementsIn(text);
  const past = sentences.filter((one) => topics.some((topic) => isAbout(topicOf(one), topic)));
  return past.join('').length * 2 > text.length;
}
