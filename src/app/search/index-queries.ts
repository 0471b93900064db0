import { bigrams, isUnspaced, unspacedRuns } from '../../domain/words/scripts.ts';
import type { Term } from '../../search/parse-query.ts';
import type { IndexQuery } from '../ports/search-index.ts';

/** The index has two neighboring characters at a time. */
const unspacedQuery = (run: string): IndexQuery =>
  [...run].length === 1 ? { begins: run } : { phrase: bigrams(run) };

export function termQuery({ kind, word, or = [] }: Term): IndexQuery {
  if (kind === 'prefix') return { begins: word };
  return kind === 'unspaced' ? unspacedQuery(word) : { any: [word, ...or] };
}

/** For quoted words without spaces, what may say them: whether they stand together is seen in the text. */
export function phraseQuery(phrase: readonly string[]): IndexQuery {
  if (!phrase.some(isUnspaced)) return { phrase };
  return {
    all: phrase.flatMap((word) =>
      isUnspaced(word) ? unspacedRuns(word).map(unspacedQuery) : [{ any: [word] }],
    ),
  };
}
