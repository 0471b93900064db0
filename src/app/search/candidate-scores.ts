import type { Candidate, CandidateKey } from '../ports/search-index.ts';

interface Scored {
  readonly candidate: Candidate;
  score: number;
}

const isRecord = ({ candidate }: Scored) => Number(candidate.source === 'records');

/** By score; of equal ones the newest, and of equally new ones the record. */
const bestFirst = (a: Scored, b: Scored) =>
  b.score - a.score || b.candidate.sequence - a.candidate.sequence || isRecord(b) - isRecord(a);

/** What candidates are worth before anything of them is read: the weights of all that matched them, added up. */
export class CandidateScores {
  readonly #byKey = new Map<CandidateKey, Scored>();

  add(candidates: readonly Candidate[], weight: number): void {
    for (const candidate of candidates) {
      const known = this.#byKey.get(candidate.key);
      if (known === undefined) this.#byKey.set(candidate.key, { candidate, score: weight });
      else known.score += weight;
    }
  }

  best(limit: number): readonly CandidateKey[] {
    return [...this.#byKey.values()]
      .sort(bestFirst)
      .slice(0, limit)
      .map(({ candidate }) => candidate.key);
  }
}
