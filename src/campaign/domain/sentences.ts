/** A mark that ends a sentence in any script, with closing quotes and brackets. */
const ENDED = /[\p{Sentence_Terminal}…—][\p{Pe}\p{Pf}"'*_]*$/u;
const FULL_WIDTH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{Pe}\p{Pf}]*$/u;
const FULL_WIDTH_END = /[。！？｡]["'\p{Pe}\p{Pf}]*$/u;
const LEFT_HANGING = /[\s,;:、，；：]+$/u;

export const isEnded = (text: string): boolean => ENDED.test(text);

export function ended(text: string): string {
  const whole = text.replace(LEFT_HANGING, '');
  if (whole === '' || isEnded(whole)) return whole;
  return `${whole}${FULL_WIDTH.test(whole) ? '。' : '.'}`;
}

export function joinSentences(texts: readonly string[]): string {
  return texts
    .filter((text) => text.trim() !== '')
    .reduce((before, text) => {
      if (before === '') return text;
      const first = ended(before);
      return `${first}${FULL_WIDTH_END.test(first) ? '' : ' '}${text}`;
    }, '');
}
