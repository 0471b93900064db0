import { bigrams, isUnspaced, unspacedRuns } from '../../domain/words.ts';
import type { Term } from '../../search/parse-query.ts';
import {
  type Candidate,
  type CandidateKey,
  type FindRequest,
  type FindResult,
  type IndexQuery,
  pastScope,
  type SearchIndex,
  type SearchScope,
  type TextSource,
} from '../ports/search-index.ts';

/** Collects requests, so that the store is called once for all of them. */
export class Batch<Request, Result> {
  readonly #ask: (requests: readonly Request[]) => Promise<readonly Result[]>;
  readonly #requests: Request[] = [];
  #results: readonly Result[] = [];

  constructor(ask: (requests: readonly Request[]) => Promise<readonly Result[]>) {
    this.#ask = ask;
  }

  /** Returns a function that gives the result after `send`. */
  add(request: Request): () => Result {
    const at = this.#requests.push(request) - 1;
    return () => {
      const result = this.#results[at];
      if (result === undefined) throw new Error('the batch was not sent');
      return result;
    };
  }

  async send(): Promise<void> {
    if (this.#requests.length > 0) this.#results = await this.#ask(this.#requests);
  }
}

/** The index contains pairs of neighboring characters. */
const unspacedQuery = (run: string): IndexQuery =>
  [...run].length === 1 ? { begins: run } : { phrase: bigrams(run) };

export function termQuery({ kind, word, or = [] }: Term): IndexQuery {
  if (kind === 'prefix') return { begins: word };
  return kind === 'unspaced' ? unspacedQuery(word) : { any: [word, ...or] };
}

/**
 * For quoted words of scripts without spaces it finds candidates; whether the words are adjacent is checked in the
 * text.
 */
export function phraseQuery(phrase: readonly string[]): IndexQuery {
  if (!phrase.some(isUnspaced)) return { phrase };
  return {
    all: phrase.flatMap((word) =>
      isUnspaced(word) ? unspacedRuns(word).map(unspacedQuery) : [{ any: [word] }],
    ),
  };
}

/** Candidates per word, newest first. */
const MAX_CANDIDATES = 300;
const MIN_CANDIDATES = 20;
/** Candidates of all words, so that a long request takes no longer than a question. */
const MAX_CANDIDATES_OF_ALL = 1_200;
const MAX_SUPERSEDED = 20;

export const candidatesPerTerm = (terms: number): number =>
  Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, Math.floor(MAX_CANDIDATES_OF_ALL / Math.max(1, terms))));

export interface Search {
  readonly index: SearchIndex;
  readonly scope: SearchScope;
  readonly sources: readonly TextSource[];
}

export type FindBatch = Batch<FindRequest, FindResult>;

export const findBatch = ({ index }: Search): FindBatch => new Batch((requests) => index.find(requests));

export const requestFor = (
  { sources, scope }: Search,
  query: IndexQuery,
  limit = MAX_CANDIDATES,
): FindRequest => ({ query, sources, scope, limit });

/** Only records can be superseded. */
export const pastRequest = ({ scope }: Search, query: IndexQuery): FindRequest => ({
  query,
  sources: ['records'],
  scope: pastScope(scope),
  limit: MAX_SUPERSEDED,
});

interface Scored {
  readonly candidate: Candidate;
  score: number;
}

const isRecord = ({ candidate }: Scored) => Number(candidate.source === 'records');

/** Equal scores: newest first, records before other texts. */
const bestFirst = (a: Scored, b: Scored) =>
  b.score - a.score || b.candidate.sequence - a.candidate.sequence || isRecord(b) - isRecord(a);

/** Candidates of each of the rarest terms that are chosen in any case. */
export const CANDIDATES_OF_RARE = 20;
/** So many of them come first, because only the first are read whole, and the rare word may be at the end of a long text. */
const FIRST_OF_RARE = 1;

interface TermMatches {
  readonly candidates: readonly Candidate[];
  readonly weight: number;
}

/**
 * Chooses candidates before their texts are read, by the sum of the weights of all terms that they match. The best of each of
 * `rare` are chosen even if many others match more terms.
 */
export function bestCandidates(
  matches: readonly TermMatches[],
  limit: number,
  rare: readonly TermMatches[] = [],
): readonly CandidateKey[] {
  const byKey = new Map<CandidateKey, Scored>();
  for (const { candidates, weight } of matches)
    for (const candidate of candidates) {
      const known = byKey.get(candidate.key);
      if (known === undefined) byKey.set(candidate.key, { candidate, score: weight });
      else known.score += weight;
    }
  const sorted = [...byKey.values()].sort(bestFirst).map(({ candidate }) => candidate.key);
  const reserved = new Set<CandidateKey>();
  const first = new Set<CandidateKey>();
  for (const { candidates } of rare) {
    const own = new Set(candidates.map(({ key }) => key));
    const best = sorted.filter((key) => own.has(key)).slice(0, CANDIDATES_OF_RARE);
    for (const key of best) reserved.add(key);
    for (const key of best.slice(0, FIRST_OF_RARE)) first.add(key);
  }
  let others = limit - reserved.size;
  const chosen = sorted.filter((key) => reserved.has(key) || others-- > 0);
  return [...first, ...chosen.filter((key) => !first.has(key))];
}
