import { normalizeText } from '../domain/words.ts';
import type { TermStrengths } from './matcher.ts';
import { isLongPrompt } from './query-form.ts';
import type { WeighedTerm } from './ranked.ts';
import { stem, wordsOf } from './tokens.ts';
import { SPECIFICITY } from './weights.ts';

interface Candidate {
  readonly evidence: number;
  /** Match strength by term. */
  readonly met: TermStrengths;
}

const SENTENCE_END = /(?<=[.!?;:])\s+|\n+/;

/** By two neighboring sentences of a request, the indexes of its specific terms in them. */
function windowsOf(text: string, asked: readonly WeighedTerm[]): readonly (readonly number[])[] {
  const sentences = text
    .split(SENTENCE_END)
    .map(
      (sentence) =>
        new Set(
          wordsOf(sentence)
            .map(normalizeText)
            .flatMap((word) => [word, stem(word)]),
        ),
    )
    .filter(({ size }) => size > 0);
  return sentences.flatMap((first, at) => {
    const second = sentences[at + 1];
    const terms = asked.flatMap(({ term: { word, stem: own, specificity } }, index) =>
      specificity >= SPECIFICITY.common &&
      [word, own].some((one) => first.has(one) || second?.has(one) === true)
        ? [index]
        : [],
    );
    return terms.length === 0 ? [] : [terms];
  });
}

/** The largest and the second largest of some values; 0 if there are none. */
function largestTwo(values: readonly number[]): readonly [number, number] {
  let [first, second] = [0, 0];
  for (const value of values)
    if (value > first) [first, second] = [value, first];
    else if (value > second) second = value;
  return [first, second];
}

/** By text, by how much its value exceeds the largest of the others. */
function leadsAmong(values: readonly number[]): readonly number[] {
  const [first, second] = largestTwo(values);
  return values.map((value) => value - (value === first ? second : first));
}

/**
 * By text, how much more of the query it explains than the best of the others. A long request is about several things, one after
 * the other: there the two sentences count of which the text explains most.
 */
export function leadsOf(
  { text, words }: { readonly text: string; readonly words: readonly string[] },
  asked: readonly WeighedTerm[],
  candidates: readonly Candidate[],
): readonly number[] {
  if (!isLongPrompt(words)) return leadsAmong(candidates.map(({ evidence }) => evidence));
  const best = candidates.map(() => 0);
  const leads = candidates.map(() => 0);
  for (const terms of windowsOf(text, asked)) {
    const values = candidates.map(({ met }) =>
      terms.reduce((sum, term) => sum + (met[term] ?? 0) * (asked[term]?.weight ?? 0), 0),
    );
    leadsAmong(values).forEach((lead, at) => {
      const value = values[at] ?? 0;
      if (value <= (best[at] ?? 0)) return;
      best[at] = value;
      leads[at] = lead;
    });
  }
  return leads;
}
