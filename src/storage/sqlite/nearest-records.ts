import { endianness } from 'node:os';
import type { SearchScope } from '../../app/ports/search-index.ts';
import type { NearRecord } from '../../app/ports/vectors.ts';
import { nextTurn, oneAtATime } from '../../lib/concurrency.ts';
import type { Connection } from './connection.ts';
import { scopeCondition } from './scope-clauses.ts';
import { and, oneOf, sql } from './sql.ts';

const isBigEndian = endianness() === 'BE';

/** float32, little endian on every machine. */
export function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(vector).buffer);
  return isBigEndian ? bytes.swap32() : bytes;
}

/** Copied: what a driver answers need not begin where a float may. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  const copy = new Uint8Array(bytes);
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return new Float32Array(copy.buffer);
}

/** Which numbers of a vector are above zero, one bit each; in whole words of 32. */
export function signCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(wordsFor(vector.length) * 4);
  for (const [at, number] of vector.entries()) {
    if (number > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return code;
}

const wordsFor = (dimension: number): number => Math.ceil(dimension / 32);

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const FIRST_ROOM = 1_024;

/** The codes of all vectors of a model, in memory. Deleted ones stay, so callers look up what they find in the store. */
class VectorCodes {
  readonly dimension: number;
  readonly #words: number;
  #codes: Uint32Array;
  #seqs: Float64Array;
  #length = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#words = wordsFor(dimension);
    this.#codes = new Uint32Array(FIRST_ROOM * this.#words);
    this.#seqs = new Float64Array(FIRST_ROOM);
  }

  get length(): number {
    return this.#length;
  }

  /** As many codes as numbers, one behind the other. */
  add(seqs: readonly number[], codes: Uint8Array): void {
    if (codes.length !== seqs.length * this.#words * 4) return;
    while (this.#length + seqs.length > this.#seqs.length) this.#grow();
    new Uint8Array(this.#codes.buffer).set(codes, this.#length * this.#words * 4);
    this.#seqs.set(seqs, this.#length);
    this.#length += seqs.length;
  }

  /** Nearest first by how many signs differ; only those whose number is marked, where marks are given. */
  ranked(query: Float32Array, marked?: Uint8Array): Float64Array {
    const distances = this.#distances(query, marked);
    const starts = new Uint32Array(this.dimension + 2);
    for (const distance of distances) {
      if (distance <= this.dimension) starts[distance + 1] = (starts[distance + 1] ?? 0) + 1;
    }
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const order = new Float64Array(starts.at(-1) ?? 0);
    for (let slot = 0; slot < this.#length; slot += 1) {
      const distance = distances[slot] ?? 0;
      if (distance > this.dimension) continue;
      const at = starts[distance] ?? 0;
      order[at] = this.#seqs[slot] ?? 0;
      starts[distance] = at + 1;
    }
    return order;
  }

  /** One more than the dimension for what is not marked. */
  #distances(query: Float32Array, marked: Uint8Array | undefined): Uint16Array {
    const words = this.#words;
    const asked = new Uint32Array(signCode(query).buffer);
    const codes = this.#codes;
    const distances = new Uint16Array(this.#length);
    for (let slot = 0, at = 0; slot < distances.length; slot += 1, at += words) {
      if (marked !== undefined && marked[this.#seqs[slot] ?? 0] !== 1) {
        distances[slot] = this.dimension + 1;
        continue;
      }
      let distance = 0;
      for (let word = 0; word < words; word += 1) {
        distance += bitCount(((codes[at + word] ?? 0) ^ (asked[word] ?? 0)) >>> 0);
      }
      distances[slot] = distance;
    }
    return distances;
  }

  #grow(): void {
    const codes = new Uint32Array(this.#codes.length * 2);
    codes.set(this.#codes);
    this.#codes = codes;
    const seqs = new Float64Array(this.#seqs.length * 2);
    seqs.set(this.#seqs);
    this.#seqs = seqs;
  }
}

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

type Nearest = (
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
