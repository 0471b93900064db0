import type { ParsedQuery } from '../../search/parse-query.ts';
import { weighTerm } from '../../search/weights.ts';
import { type FoundTerms, MAX_MATCHED } from './find-terms.ts';
import type { FoundTerm } from './other-forms.ts';

export type Weighed = FoundTerm & { readonly weight: number };

/**
 * An identifier that no text contains is searched by its parts: `featureFlags` where texts say feature_flags. Parts of the others
 * would count twice.
 */
function inPieces(found: readonly FoundTerm[]): readonly FoundTerm[] {
  const isSplit = ({ term, isUnknown }: FoundTerm) => term.hasPieces === true && isUnknown;
  if (!found.some(isSplit)) return found.filter(({ term }) => term.kind !== 'piece');
  return found
    .filter((one) => !isSplit(one))
    .map((one) => (one.term.kind === 'piece' ? { ...one, term: { ...one.term, specificity: 1 } } : one));
}

/** Of a long request the known words that say most: each word is looked for in each text. */
function rarest(terms: readonly Weighed[]): readonly Weighed[] {
  if (terms.length <= MAX_MATCHED) return terms;
  const known = terms.filter(({ count }) => count > 0).sort((a, b) => b.weight - a.weight);
  return (known.length > 0 ? known : terms).slice(0, MAX_MATCHED);
}

/** The terms that texts are matched with. */
export const weighTerms = ({ found, total }: FoundTerms, { isKeywords }: ParsedQuery): readonly Weighed[] =>
  rarest(
    inPieces(found).map((one) => ({ ...one, weight: weighTerm(one.term, one.count, total, isKeywords) })),
  );
