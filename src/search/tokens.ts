import { stemmer } from 'stemmer';
import { bigrams, isUnspaced, namePieces, normalizeText, unspacedRuns } from '../domain/words.ts';

const REMEMBERED = 20_000;
const ONLY_LATIN = /^[a-z]+$/;
const known = new Map<string, string>();

/** Porter stemmer, like the index. Words of other scripts are returned unchanged. */
export function stem(word: string): string {
  if (!ONLY_LATIN.test(word)) return word;
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= REMEMBERED) known.clear();
  const found = stemmer(word);
  known.set(word, found);
  return found;
}

/** Function words of languages without spaces. */
const GRAMMAR = new Set(
  '什么 什麼 什么时候 時候 时候 多久 多少 怎么 怎麼 怎样 为什么 為什麼 哪 哪个 哪里 谁 誰 吗 嗎 呢 吧 的 了 是 在 有 和 与 我 我们 你 你们 他 她 它 这 那 个 也 都 会 能 可以 要 把 被 给 几 几个'.split(
    ' ',
  ),
);
const HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** The words of a run without spaces, without function words unless there is nothing else. */
export function segments(run: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = [...segmenter.segment(run)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  const content = words.filter(
    (word) => !GRAMMAR.has(word) && !(HIRAGANA.test(word) && [...word].length <= 3),
  );
  return content.length > 0 ? content : words;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LATIN_RUN = /[\p{Script=Latin}0-9]+/gu;
const MAY_BE_NAME = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u;

export interface Token {
  /** Position in the text. */
  readonly from: number;
  readonly to: number;
  readonly word: string;
  /** Its stem, the stems of its parts, and its bigrams. */
  readonly stems: readonly string[];
}

/** Latin words inside a run without spaces, as in `使用Redis缓存`. */
const latinStems = (word: string) => (word.match(LATIN_RUN) ?? []).flatMap((part) => stemsOf(part));

const PLAIN = /^[A-Za-z][a-z]*$/;
const knownStems = new Map<string, readonly string[]>();

/** The stem of a word, and those of its parts. */
export function stemsOf(word: string): readonly string[] {
  if (PLAIN.test(word)) return [stem(word.toLowerCase())];
  const before = knownStems.get(word);
  if (before !== undefined) return before;
  if (knownStems.size >= REMEMBERED) knownStems.clear();
  const found = findStems(word);
  knownStems.set(word, found);
  return found;
}

function findStems(word: string): readonly string[] {
  const normalized = normalizeText(word);
  if (isUnspaced(word))
    return [normalized, ...unspacedRuns(normalized).flatMap(bigrams), ...latinStems(word)];
  if (!MAY_BE_NAME.test(word)) return [stem(normalized)];
  return [stem(normalized), ...namePieces(word).map((piece) => stem(normalizeText(piece)))];
}

export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    yield { from: match.index, to: match.index + word.length, word, stems: stemsOf(word) };
  }
}

export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];
