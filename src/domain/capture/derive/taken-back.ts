import { isReleased } from '../standing-rules.ts';
import type { Request, TranscriptDigest } from '../transcript-digest.ts';
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

/** That nothing is to be changed yet. */
const NOT_YET =
  /(?:(?:only|just) review,? )?(?<!\p{L})(?:no (?:edits|changes|code)|do(?:n['’]?t| not) (?:edit|change|write|touch|implement|fix)(?: \p{L}+){0,2}) (?:yet|for now|at first)(?!\p{L})|(?:bitte )?noch (?:nichts|keine?n?) (?:\p{L}+ )?\p{L}*(?:änder|edit|schreib)\p{L}*|(?:先(?:不要|别)|暂时(?:不要|别))(?:改|动|写)[^，。,.\n]*[，,]?|まだ[^。、\n]{0,8}(?:変更|編集|書か|直さ)[^。、\n]*|(?:todavía|aún) no (?:cambies|edites|toques)[^,.\n]*|ne (?:change|modifie|touche)z? (?:encore )?rien(?: encore| pour l'instant)?/iu;

/** Longer lines have other rules beside the one that was released. */
const MAX_RELEASED = 80;

/** The first request without the short lines that the person released since, and without a limit that only held until work began. */
export function withoutReleased(
  { text, line }: Request,
  all: readonly Request[],
  { filesWritten }: TranscriptDigest,
): string {
  const later = all.filter((one) => one.line > line && one.kind === 'said');
  const begunAt = later[0]?.line ?? Number.POSITIVE_INFINITY;
  const isBegun = filesWritten.some((file) => file.line > begunAt);
  const lines = (isBegun ? text.replace(NOT_YET, '[…]') : text).split('\n');
  return lines
    .filter(
      (one) =>
        lines.length === 1 ||
        one.length > MAX_RELEASED ||
        !later.some((message) => isReleased(message.text, one)),
    )
    .join('\n');
}
