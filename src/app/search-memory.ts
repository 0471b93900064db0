import type { Instant } from '../domain/instant.ts';
import { effectiveStatus } from '../domain/record/lifecycle.ts';
import type { RecordCategory, RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import { jsonSize, takeFitting } from '../lib/take-fitting.ts';
import { type ParsedQuery, parseQuery } from '../search/parse-query.ts';
import { rankHits } from '../search/rank-hits.ts';
import { snippet } from '../search/snippet.ts';
import { boundCursor } from './bound-cursor.ts';
import { scopeOf } from './memory-scope.ts';
import type { RecordFilter } from './ports/windows.ts';
import { ShownIds } from './shown-ids.ts';
import { type RecordView, recordView } from './views/record-view.ts';
import type { Caller, World } from './world.ts';

export interface SearchMemoryInput {
  readonly query: string;
  readonly category?: RecordCategory | undefined;
  readonly type?: RecordType | undefined;
  readonly project?: string | null | undefined;
  readonly status?: 'active' | 'all' | undefined;
  readonly since?: Instant | undefined;
  readonly until?: Instant | undefined;
  readonly as_of?: Instant | undefined;
  readonly min_score?: number | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SearchHit {
  readonly record: RecordView;
  readonly score: number;
  readonly why: string;
  readonly snippet: string;
}

export interface SearchResults {
  readonly results: readonly SearchHit[];
  readonly next_cursor: string | null;
  readonly remaining: number;
}

const DEFAULT_LIMIT = 10;
const DEFAULT_MIN_SCORE = 0.2;
const CANDIDATES = 400;
const MAX_CHARS = 18_000;
const RECORD_CHARS = 4_000;

const shortened = (view: RecordView): RecordView =>
  view.content.length <= RECORD_CHARS
    ? view
    : {
        ...view,
        content: `${view.content.slice(0, RECORD_CHARS).toWellFormed()}… [list_memories ids=["${view.id}"]]`,
      };

const searched = (record: ThroughlineRecord) =>
  [record.content, record.subject ?? '', ...record.tags, ...record.aliases].join('\n');

/** What held at a moment, worded as it was then; by `status: all` also what was over by then. */
async function asItStood(
  world: World,
  found: readonly ThroughlineRecord[],
  { as_of, status }: SearchMemoryInput,
): Promise<readonly ThroughlineRecord[]> {
  if (as_of === undefined) return found;
  const then = await world.store.records.findAllAt(
    found.map(({ id }) => id),
    as_of,
  );
  return status === 'all' ? then : then.filter((record) => effectiveStatus(record, as_of) === 'active');
}

type Bounds = Pick<RecordFilter, 'projectIds' | 'types' | 'categories' | 'since' | 'until' | 'writtenBy'>;

async function boundsOf(world: World, caller: Caller, input: SearchMemoryInput): Promise<Bounds> {
  return {
    projectIds: await scopeOf(world, caller, input.project),
    types: input.type === undefined ? undefined : [input.type],
    categories: input.category === undefined ? undefined : [input.category],
    since: input.since,
    until: input.until,
    writtenBy: input.as_of,
  };
}

const needsLive = (input: SearchMemoryInput) => input.status !== 'all' && input.as_of === undefined;

async function newest(world: World, bounds: Bounds, input: SearchMemoryInput): Promise<SearchHit[]> {
  const now = world.clock.now();
  const filter: RecordFilter = {
    ...bounds,
    status: needsLive(input) ? { is: 'active', now } : undefined,
    isNewestFirst: true,
  };
  const { items } = await world.store.records.list(filter, CANDIDATES, null);
  return (await asItStood(world, items, input)).map((record) => ({
    record: shortened(recordView(record, input.as_of ?? now)),
    score: 0,
    why: 'newest first: the query has no words',
    snippet: snippet(record.content, []),
  }));
}

const saysPhrases = (record: ThroughlineRecord, { phrases }: ParsedQuery) => {
  const words = searched(record)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, ' ');
  return phrases.every((phrase) => words.includes(phrase.join(' ')));
};

async function ranked(world: World, bounds: Bounds, input: SearchMemoryInput): Promise<SearchHit[]> {
  const now = world.clock.now();
  const query = parseQuery(input.query);
  const filter = { ...bounds, isLiveAt: needsLive(input) ? now : undefined };
  const found = await world.store.records.search(query.terms, filter, CANDIDATES);
  const relevance = new Map(found.map((one) => [one.record.id, one.relevance]));
  const stood = await asItStood(
    world,
    found.map(({ record }) => record),
    input,
  );
  const said = new Map(
    stood.filter((record) => saysPhrases(record, query)).map((record) => [record.id, record]),
  );
  const hits = rankHits(
    query,
    [...said.values()].map((record) => ({
      id: record.id,
      text: searched(record),
      relevance: relevance.get(record.id) ?? 0,
      importance: record.importance,
    })),
  );
  return hits
    .filter(({ score }) => score >= (input.min_score ?? DEFAULT_MIN_SCORE))
    .flatMap(({ id, score, why, matched }) => {
      const record = said.get(id);
      if (record === undefined) return [];
      const view = shortened(recordView(record, input.as_of ?? now));
      return [{ record: view, score, why, snippet: snippet(record.content, matched) }];
    });
}

/** One ranked list over the records of the project and what is global. Writes nothing, not even that it was asked. */
export async function searchMemory(
  world: World,
  caller: Caller,
  input: SearchMemoryInput,
): Promise<SearchResults> {
  const { query, status = 'active', min_score = DEFAULT_MIN_SCORE } = input;
  const bounds = await boundsOf(world, caller, input);
  const cursor = boundCursor('search_memory', { ...bounds, query, status, min_score });
  const before = input.cursor === undefined ? new ShownIds() : ShownIds.parse(cursor.decode(input.cursor));
  const isEmpty = parseQuery(query).terms.length === 0;
  const hits = isEmpty ? await newest(world, bounds, input) : await ranked(world, bounds, input);
  const fresh = hits.filter(({ record }) => !before.has(record.id)).slice(0, CANDIDATES - before.size);
  const results = takeFitting(fresh.slice(0, input.limit ?? DEFAULT_LIMIT), MAX_CHARS, jsonSize);
  const remaining = fresh.length - results.length;
  const shown = before.with(results.map(({ record }) => record.id));
  return { results, remaining, next_cursor: remaining > 0 ? cursor.encode(shown.toString()) : null };
}
