import { foldText } from '../domain/words/fold.ts';
import { namePieces } from '../domain/words/pieces.ts';
import { bigrams, isUnspaced, unspacedRuns } from '../domain/words/scripts.ts';
import { stem } from './stem.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LATIN_RUN = /[\p{Script=Latin}0-9]+/gu;
const MAY_BE_NAME = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}/u;

export interface Token {
  /** As it stands in the text. */
  readonly from: number;
  readonly to: number;
  readonly word: string;
  /** What it is found by: its stem, those of its pieces, its bigrams. */
  readonly stems: readonly string[];
}

/** Words of another script that stand in a run without spaces, as in `使用Redis缓存`. */
const grownInto = (word: string) => (word.match(LATIN_RUN) ?? []).flatMap((part) => stemsOf(part));

export function stemsOf(word: string): readonly string[] {
  const folded = foldText(word);
  if (isUnspaced(word)) return [folded, ...unspacedRuns(folded).flatMap(bigrams), ...grownInto(word)];
  if (!MAY_BE_NAME.test(word)) return [stem(folded)];
  return [stem(folded), ...namePieces(word).map((piece) => stem(foldText(piece)))];
}

export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    yield { from: match.index, to: match.index + word.length, word, stems: stemsOf(word) };
  }
}

export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];
