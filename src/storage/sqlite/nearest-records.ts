import type { SearchScope } from '../../app/ports/search-index.ts';
import type { NearRecord } from '../../app/ports/vectors.ts';
import { nextTurn, oneAtATime } from '../../lib/concurrency.ts';
import type { Connection } from './connection.ts';
import { scopeCondition } from './scope-clauses.ts';
import { and, oneOf, sql } from './sql.ts';
import { VectorCodes, vectorOf } from './vector-codes.ts';

const CANDIDATES = 200;
/** How much further it looks each time that too few of them are wanted ones, and where that ends. */
const WIDENING = 4;
const MAX_CANDIDATES = 20_000;
/** A scope with no more records than that is searched by itself. */
const SMALL_SCOPE = 50_000;
const PAGE = 4_096;
/** How many outdated codes are kept in memory before all codes are read again. */
const MAX_STALE = 20_000;

const scopesOf = ({ projectIds }: SearchScope) => projectIds?.map((id) => id ?? '');

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

interface Loaded {
  readonly model: string;
  readonly codes: VectorCodes;
  firstLength: number;
  stamp: number;
}

export type Nearest = (
  query: Float32Array,
  model: string,
  filter: SearchScope,
  limit: number,
) => Promise<readonly NearRecord[]>;

/** By signs over everything in memory, then exactly over the best. Nothing is read or kept before the first question. */
export function createNearest(connection: Connection, workspace: string): Nearest {
  const inTurn = oneAtATime();
  let loaded: Loaded | undefined;

  /** Covered by the index of codes, and one row for a page: a row for each would take twice as long. */
  const resumeReading = ({ model, codes, stamp }: Loaded) =>
    connection.get`SELECT count(*) AS count, max(stamp) AS stamp, group_concat(seq) AS seqs,
        group_concat(hex(code), '') AS codes
      FROM (SELECT seq, stamp, code FROM record_vectors
        WHERE workspace = ${workspace} AND model = ${model} AND stamp > ${stamp} AND dimension = ${codes.dimension}
        ORDER BY stamp LIMIT ${PAGE})`;

  async function catchUp(into: Loaded): Promise<void> {
    for (;;) {
      const page = resumeReading(into);
      const count = Number(page?.count ?? 0);
      if (count > 0) {
        into.codes.add(String(page?.seqs).split(',').map(Number), Buffer.from(String(page?.codes), 'hex'));
        into.stamp = Number(page?.stamp);
      }
      if (count < PAGE) return;
      await nextTurn();
    }
  }

  async function codesOf(model: string, dimension: number): Promise<VectorCodes> {
    const isSame = loaded?.model === model && loaded.codes.dimension === dimension;
    const isStale = loaded !== undefined && loaded.codes.length > 2 * loaded.firstLength + MAX_STALE;
    if (loaded !== undefined && isSame && !isStale) {
      await catchUp(loaded);
      return loaded.codes;
    }
    const fresh: Loaded = { model, codes: new VectorCodes(dimension), firstLength: 0, stamp: 0 };
    await catchUp(fresh);
    fresh.firstLength = fresh.codes.length;
    loaded = fresh;
    return fresh.codes;
  }

  /** The numbers of all records in scope; undefined where that is too many to be worth it. */
  function markScope(filter: SearchScope): Uint8Array | undefined {
    const scopes = scopesOf(filter);
    if (scopes === undefined) return undefined;
    const where = and(sql`workspace = ${workspace}`, oneOf('project_id', scopes));
    const total = connection.get`SELECT coalesce(sum(count), 0) AS total FROM record_counts WHERE ${where}`;
    if (Number(total?.total) > SMALL_SCOPE) return undefined;
    const seqs = connection.all`SELECT seq FROM records WHERE ${where}`.map(({ seq }) => Number(seq));
    const marks = new Uint8Array(seqs.reduce((most, seq) => Math.max(most, seq), 0) + 1);
    for (const seq of seqs) marks[seq] = 1;
    return marks;
  }

  function compare(query: Float32Array, model: string, filter: SearchScope, seqs: readonly number[]) {
    const rows = connection.all`SELECT r.id, v.vector
      FROM json_each(${JSON.stringify(seqs)}) j CROSS JOIN record_vectors v ON v.seq = j.value
      JOIN records r ON r.seq = v.seq
      WHERE v.model = ${model} AND v.dimension = ${query.length} AND ${scopeCondition('records', workspace, filter)}`;
    return rows.flatMap(({ id, vector }) =>
      vector instanceof Uint8Array
        ? [{ recordId: String(id), similarity: cosine(query, vectorOf(vector)) }]
        : [],
    );
  }

  return async (query, model, filter, limit) => {
    const codes = await inTurn(() => codesOf(model, query.length));
    const order = codes.ranked(query, markScope(filter));
    const found = new Map<string, NearRecord>();
    const end = Math.min(order.length, MAX_CANDIDATES);
    let size = Math.max(CANDIDATES, 2 * limit);
    for (let at = 0; at < end && found.size < limit; size *= WIDENING) {
      const seqs = [...new Set(order.subarray(at, Math.min(at + size, end)))];
      for (const near of compare(query, model, filter, seqs)) found.set(near.recordId, near);
      at += size;
    }
    return [...found.values()].sort((a, b) => b.similarity - a.similarity).slice(0, limit);
  };
}
