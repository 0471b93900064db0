import type { ParsedQuery } from '../../search/parse-query.ts';
import type { SearchIndex, SearchScope, SearchText, Wanted } from '../ports/search-index.ts';

const PAST_PLACES = 60;
const PAST_READ = 20;
const DEEPEST = 5;
const MOST_HEADS = 60;

/** Where to look; what was replaced is only ever a record. */
interface Place {
  readonly index: SearchIndex;
  readonly scope: SearchScope;
}

const pastOf = ({ isLiveAt, ...scope }: SearchScope): SearchScope => ({ ...scope, isPast: true });

/** How many records that were replaced say it. */
export const countInPast = async ({ index, scope }: Place, wanted: Wanted): Promise<number> =>
  (await index.find('records', wanted, pastOf(scope), PAST_PLACES)).count;

/** What holds now in place of records that were replaced and say what is asked. */
export async function findSuccessors(
  { index, scope }: Place,
  terms: readonly { readonly wanted: Wanted; readonly weight: number }[],
): Promise<readonly SearchText[]> {
  const past = pastOf(scope);
  const scores = new Map<number, number>();
  for (const { wanted, weight } of terms) {
    const { places } = await index.find('records', wanted, past, PAST_PLACES);
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight);
  }
  const best = [...scores].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, PAST_READ);
  let ids = (
    await index.read(
      'records',
      best.map(([place]) => place),
      past,
    )
  ).flatMap(({ supersededBy }) => supersededBy ?? []);
  const heads: SearchText[] = [];
  for (let depth = 0; depth < DEEPEST && ids.length > 0; depth += 1) {
    const wanted = [...new Set(ids)].slice(0, MOST_HEADS);
    heads.push(...(await index.readRecords(wanted, scope)));
    ids = (await index.readRecords(wanted, past)).flatMap(({ supersededBy }) => supersededBy ?? []);
  }
  return heads;
}

/** What a record took the place of, in its words, and what that had taken the place of. */
export async function formerWords({ index, scope }: Place, { supersedes }: SearchText): Promise<string> {
  const past = pastOf(scope);
  const words: string[] = [];
  let ids = supersedes;
  for (let depth = 0; depth < DEEPEST && ids.length > 0; depth += 1) {
    const before = await index.readRecords(ids.slice(0, MOST_HEADS), past);
    words.push(...before.flatMap(({ text, names }) => [text, ...names]));
    ids = before.flatMap((one) => one.supersedes);
  }
  return words.join('\n');
}

/** Quoted words must stand in the record itself. */
export const mayAskByFormer = ({ phrases, terms }: ParsedQuery, { isLiveAt }: SearchScope): boolean =>
  isLiveAt !== undefined && phrases.length === 0 && terms.length > 0;
