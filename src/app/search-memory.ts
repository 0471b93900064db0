import { cursorInvalid } from '../domain/cursor-invalid.ts';
import type { Instant } from '../domain/instant.ts';
import type { RecordCategory, RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import { jsonSize, takeFitting } from '../lib/take-fitting.ts';
import { parseQuery } from '../search/parse-query.ts';
import { rankHits } from '../search/rank-hits.ts';
import { snippet } from '../search/snippet.ts';
import { scopeOf } from './memory-scope.ts';
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

/** What held at a moment: it was there, and nobody had resolved or replaced it yet. */
const heldAt = (record: ThroughlineRecord, at: Instant): boolean =>
  record.createdAt <= at &&
  (record.expiresAt === null || record.expiresAt > at) &&
  (record.status === 'active' || record.updatedAt > at);

const shortened = (view: RecordView): RecordView =>
  view.content.length <= RECORD_CHARS
    ? view
    : {
        ...view,
        content: `${view.content.slice(0, RECORD_CHARS).toWellFormed()}… [list_memories ids=["${view.id}"]]`,
      };

const searched = (record: ThroughlineRecord) =>
  [record.content, record.subject ?? '', ...record.tags, ...record.aliases].join('\n');

async function newest(world: World, caller: Caller, input: SearchMemoryInput): Promise<SearchHit[]> {
  const now = world.clock.now();
  const { items } = await world.store.records.list(
    {
      projectIds: await scopeOf(world, caller, input.project),
      types: input.type === undefined ? undefined : [input.type],
      categories: input.category === undefined ? undefined : [input.category],
      status: input.status === 'all' ? undefined : { is: 'active', now },
      isNewestFirst: true,
    },
    CANDIDATES,
    null,
  );
  return items
    .filter((record) => input.since === undefined || (record.occurredAt ?? record.createdAt) >= input.since)
    .filter((record) => input.until === undefined || (record.occurredAt ?? record.createdAt) <= input.until)
    .map((record) => ({
      record: shortened(recordView(record, now)),
      score: 0,
      why: 'newest first: the query has no words',
      snippet: snippet(record.content, []),
    }));
}

async function ranked(world: World, caller: Caller, input: SearchMemoryInput): Promise<SearchHit[]> {
  const now = world.clock.now();
  const query = parseQuery(input.query);
  const asOf = input.as_of;
  const found = await world.store.records.search(
    query.terms,
    {
      projectIds: await scopeOf(world, caller, input.project),
      types: input.type === undefined ? undefined : [input.type],
      categories: input.category === undefined ? undefined : [input.category],
      isLiveAt: input.status === 'all' || asOf !== undefined ? undefined : now,
      since: input.since,
      until: input.until,
    },
    CANDIDATES,
  );
  const held = asOf === undefined ? found : found.filter(({ record }) => heldAt(record, asOf));
  const said = held.filter(({ record }) =>
    query.phrases.every((phrase) =>
      searched(record)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_]+/gu, ' ')
        .includes(phrase.join(' ')),
    ),
  );
  const byId = new Map(said.map(({ record }) => [record.id, record]));
  const hits = rankHits(
    query,
    said.map(({ record, relevance }) => ({
      id: record.id,
      text: searched(record),
      relevance,
      importance: record.importance,
    })),
  );
  return hits
    .filter(({ score }) => score >= (input.min_score ?? DEFAULT_MIN_SCORE))
    .flatMap(({ id, score, why, matched }) => {
      const record = byId.get(id);
      if (record === undefined) return [];
      return [
        { record: shortened(recordView(record, now)), score, why, snippet: snippet(record.content, matched) },
      ];
    });
}

/** One ranked list over the records of the project and what is global. Writes nothing, not even that it was asked. */
export async function searchMemory(
  world: World,
  caller: Caller,
  input: SearchMemoryInput,
): Promise<SearchResults> {
  const from = input.cursor === undefined ? 0 : decodeCursor(input.cursor, 1)?.[0];
  if (typeof from !== 'number') throw cursorInvalid();
  const isEmpty = parseQuery(input.query).terms.length === 0;
  const hits = isEmpty ? await newest(world, caller, input) : await ranked(world, caller, input);
  const page = takeFitting(hits.slice(from, from + (input.limit ?? DEFAULT_LIMIT)), MAX_CHARS, jsonSize);
  const remaining = Math.max(0, hits.length - from - page.length);
  return { results: page, remaining, next_cursor: remaining > 0 ? encodeCursor(from + page.length) : null };
}
