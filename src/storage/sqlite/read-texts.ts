import {
  type CandidateKey,
  type ChainBounds,
  type Neighbor,
  pastScope,
  type ReadRequest,
  type ReadResult,
  type SearchIndex,
  type SearchScope,
  type SearchText,
  type TextSource,
} from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { SHORT, scopeCondition, TABLES } from './scope-clauses.ts';
import { LISTED_ROWS, OPENING_ROWS, SHAPES, seqsOf } from './search-rows.ts';
import { raw, sql } from './sql.ts';

const SOURCES: readonly TextSource[] = ['records', 'texts'];

type Predecessor = SearchText['predecessors'][number];

const asPredecessor = ({ id, text, names }: SearchText): Predecessor => ({ id, text, names });

/** What a record superseded, and what that superseded, nearest first; `before` has the texts that each one superseded. */
function chainBefore(id: string, before: ReadonlyMap<string, readonly SearchText[]>): readonly SearchText[] {
  const chain = new Map<string, SearchText>();
  for (let level = [id]; level.length > 0; ) {
    const texts = level.flatMap((one) => before.get(one) ?? []).filter((text) => !chain.has(text.id));
    for (const text of texts) chain.set(text.id, text);
    level = texts.map((text) => text.id);
  }
  return [...chain.values()];
}

function rangesAround(seqs: readonly number[], reach: number): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq - reach <= last[1] + 1) last[1] = seq + reach;
    else ranges.push([seq - reach, seq + reach]);
  }
  return ranges;
}

type Nearest = Pick<Neighbor, 'anchor' | 'offset'>;

function bySession(anchors: readonly SearchText[]): ReadonlyMap<string, readonly SearchText[]> {
  const sessions = new Map<string, SearchText[]>();
  for (const anchor of anchors) {
    if (anchor.sessionId === null) continue;
    const known = sessions.get(anchor.sessionId);
    if (known === undefined) sessions.set(anchor.sessionId, [anchor]);
    else known.push(anchor);
  }
  return sessions;
}

/** The nearest anchor within reach; of two equally near, the one before. */
function nearestTo(seq: number, anchors: readonly SearchText[], reach: number): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const { key, sequence } of anchors) {
    const offset = seq - sequence;
    const gain = nearest === undefined ? 1 : Math.abs(nearest.offset) - Math.abs(offset);
    const isNearer = gain > 0 || (gain === 0 && offset > 0);
    if (Math.abs(offset) <= reach && isNearer) nearest = { anchor: key, offset };
  }
  return nearest;
}

export function createRead(connection: Connection, workspace: string): SearchIndex['read'] {
  const within = (source: TextSource, scope: SearchScope) => scopeCondition(source, workspace, scope);

  function recordsById(ids: readonly string[], scope: SearchScope): readonly SearchText[] {
    const where = within('records', scope);
    const rows = ids.flatMap((id) =>
      OPENING_ROWS.records.read(
        connection,
        sql`FROM records r WHERE r.workspace = ${workspace} AND r.id = ${id} AND ${where}`,
      ),
    );
    return rows.map(SHAPES.records);
  }

  /** The first `whole` rows with their whole texts. */
  function rowsOf(
    source: TextSource,
    seqs: readonly number[],
    scope: SearchScope,
    whole = 0,
  ): readonly SearchText[] {
    if (seqs.length === 0) return [];
    const from = sql`FROM (SELECT wanted.key, wanted.value, ${whole} AS whole
        FROM json_each(${JSON.stringify(seqs)}) AS wanted) AS wanted
      CROSS JOIN ${raw(TABLES[source].rows)} r ON r.seq = wanted.value WHERE ${within(source, scope)}`;
    return LISTED_ROWS[source].read(connection, from).map(SHAPES[source]);
  }

  function textsOf(keys: readonly CandidateKey[], { scope, whole = 0 }: ReadRequest): readonly SearchText[] {
    const texts = SOURCES.map((source) =>
      rowsOf(source, seqsOf(keys, source), scope, whole === 'all' ? keys.length : whole),
    );
    if (texts.some((some) => some.length === 0)) return texts.flat();
    const byKey = new Map(texts.flat().map((text) => [text.key, text]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }

  function successorsOf(
    keys: readonly CandidateKey[],
    { steps, limit }: ChainBounds,
    { scope, predecessors }: ReadRequest,
  ): readonly SearchText[] {
    const past = pastScope(scope);
    const found = new Map<string, SearchText>();
    const before = new Map<string, SearchText[]>();
    const next = (texts: readonly SearchText[]) =>
      texts.flatMap((text) => {
        if (text.supersededBy === null) return [];
        before.set(text.supersededBy, [...(before.get(text.supersededBy) ?? []), text]);
        return [text.supersededBy];
      });
    let ids = next(rowsOf('records', seqsOf(keys, 'records'), past));
    for (let step = 0; step < steps && ids.length > 0; step += 1) {
      const some = [...new Set(ids)].slice(0, limit);
      for (const text of recordsById(some, scope)) if (!found.has(text.id)) found.set(text.id, text);
      ids = next(recordsById(some, past));
    }
    const texts = [...found.values()];
    // A record need not name those that it superseded: a decision supersedes the one before it by its subject.
    return predecessors === undefined
      ? texts
      : texts.map((text) => ({ ...text, predecessors: chainBefore(text.id, before).map(asPredecessor) }));
  }

  function withPredecessors<Text extends SearchText>(text: Text, request: ReadRequest): Text {
    if (request.predecessors === undefined || text.supersedes.length === 0) return text;
    const { steps, limit } = request.predecessors;
    const past = pastScope(request.scope);
    const named: Predecessor[] = [];
    let ids = text.supersedes;
    for (let step = 0; step < steps && ids.length > 0; step += 1) {
      const before = recordsById(ids.slice(0, limit), past);
      named.push(...before.map(asPredecessor));
      ids = before.flatMap(({ supersedes }) => supersedes);
    }
    const others = text.predecessors.filter(({ id }) => !named.some((one) => one.id === id));
    return { ...text, predecessors: [...others, ...named] };
  }

  function neighborsIn(
    source: TextSource,
    anchors: readonly SearchText[],
    reach: number,
    scope: SearchScope,
  ): readonly Neighbor[] {
    const sessions = bySession(anchors);
    if (sessions.size === 0) return [];
    const seqs = [...sessions.values()].flat().map(({ sequence }) => sequence);
    const ranges = JSON.stringify(rangesAround(seqs, reach));
    const from = sql`FROM json_each(${ranges}) AS range CROSS JOIN ${raw(TABLES[source].rows)} r
        ON r.seq BETWEEN json_extract(range.value, '$[0]') AND json_extract(range.value, '$[1]')
      WHERE +r.session_id IS NOT NULL AND ${raw(TABLES[source].size)} <= ${SHORT} AND ${within(source, scope)}`;
    return OPENING_ROWS[source].read(connection, from).flatMap((row) => {
      const inSession = sessions.get(String(row.session_id)) ?? [];
      const nearest = nearestTo(Number(row.seq), inSession, reach);
      return nearest === undefined ? [] : [Object.assign(SHAPES[source](row), nearest)];
    });
  }

  function neighborsOf(texts: readonly SearchText[], { neighbors, scope }: ReadRequest): readonly Neighbor[] {
    if (neighbors === undefined) return [];
    const known = new Set(texts.map(({ key }) => key));
    return SOURCES.flatMap((of) => {
      const anchors = texts.filter(({ source }) => source === of).slice(0, neighbors.anchors);
      return neighborsIn(of, anchors, neighbors.reach, scope);
    }).filter(({ key }) => !known.has(key));
  }

  function selected(request: ReadRequest): readonly SearchText[] {
    const { texts, scope } = request;
    if ('keys' in texts) return textsOf(texts.keys, request);
    if ('recordIds' in texts) return recordsById(texts.recordIds, scope);
    return successorsOf(texts.successorsOf, texts.bounds, request);
  }

  function read(request: ReadRequest): ReadResult {
    const texts = selected(request);
    return {
      texts: texts.map((text) => withPredecessors(text, request)),
      neighbors: neighborsOf(texts, request).map((text) => withPredecessors(text, request)),
    };
  }

  return async (requests) => requests.map(read);
}
