/** Grammar and question words of languages that no space divides. */
const GRAMMAR = new Set(
  '什么 什麼 什么时候 時候 时候 多久 多少 怎么 怎麼 怎样 为什么 為什麼 哪 哪个 哪里 谁 誰 吗 嗎 呢 吧 的 了 是 在 有 和 与 我 我们 你 你们 他 她 它 这 那 个 也 都 会 能 可以 要 把 被 给 几 几个'.split(
    ' ',
  ),
);
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** The words of a run without spaces, grammar left out; all of them where nothing else is there. */
export function segments(run: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = [...segmenter.segment(run)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  const telling = words.filter(
    (word) => !GRAMMAR.has(word) && !(HIRAGANA.test(word) && [...word].length <= 3),
  );
  return telling.length > 0 ? telling : words;
}
