import type { Term } from './parse-query.ts';

/** A word that nobody ever wrote here speaks against every answer; among keywords it may be a guess. */
const UNHEARD_OF = 1.3;

const information = (count: number, total: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5));

/** How much hangs on a term: 1 for a word of which there is one in all, less the more there are. */
export function weighTerm({ telling }: Term, count: number, total: number, isKeyword = false): number {
  const all = Math.max(total, 2);
  const share = information(Math.min(Math.max(count, 1), all), all) / information(1, all);
  return telling * Math.max(share, 0.02) * (count === 0 && telling >= 1 && !isKeyword ? UNHEARD_OF : 1);
}
