import { CUTOFF } from '../../search/weights.ts';

/** The minimum confidence of a hit unless the caller gives another. */
export const DEFAULT_MIN_SCORE = CUTOFF.minScore;
/** Characters of a query: agents paste whole requests. */
export const MAX_QUERY = 20_000;
