import type { Term } from '../../search/parse-query.ts';
import type { KnownBy } from '../../search/passages.ts';
import { stem } from '../../search/stem.ts';
import type { Candidate } from '../ports/search-index.ts';

/** A term of a question with what the index knows of it. */
export interface FoundTerm {
  readonly term: Term;
  readonly known: KnownBy;
  /** How many texts have it. */
  readonly count: number;
  /** Nobody wrote it as it was typed. */
  readonly isUnheardOf: boolean;
  readonly candidates: readonly Candidate[];
  /** Superseded records that match; none where they are not followed. */
  readonly past: readonly Candidate[];
}

export const itself = ({ stem: own, or = [] }: Term): KnownBy =>
  new Map([own, ...or.map((other) => stem(other))].map((one) => [one, 1]));
