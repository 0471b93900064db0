import { normalizeText } from '../domain/words.ts';
import type { Doc } from './ranked.ts';
import { stopWordsFor } from './stop-words.ts';
import { stemsOf, wordsOf } from './tokens.ts';

/** In UTF-16 units. Of a longer note, its best passage is compared. */
const MAX_COMPARED = 600;
/** A larger share says no more: a short note may consist of everyday words. */
const MAX_SHARE = 0.3;

/** Measures which share of the different words of a note a request contains. */
export class NoteShare {
  readonly #stopWords: ReadonlySet<string>;
  readonly #requested: ReadonlySet<string>;

  constructor(request: string) {
    const words = wordsOf(request);
    this.#stopWords = stopWordsFor(words.map(normalizeText));
    this.#requested = this.#stemsIn(words);
  }

  #stemsIn(words: readonly string[]): ReadonlySet<string> {
    const isContent = (word: string) => word.length > 1 && !this.#stopWords.has(normalizeText(word));
    return new Set(words.filter(isContent).flatMap(stemsOf));
  }

  /** At most `MAX_SHARE`, for a note with its best passage at `from`. */
  of({ text, names }: Pick<Doc, 'text' | 'names'>, from: number): number {
    const start = text.length <= MAX_COMPARED ? 0 : from;
    const own = this.#stemsIn(wordsOf(`${names} ${text.slice(start, start + MAX_COMPARED)}`));
    let shared = 0;
    for (const one of own) if (this.#requested.has(one)) shared += 1;
    return own.size === 0 ? 0 : Math.min(MAX_SHARE, shared / own.size);
  }
}
