import type { IndexQuery, SearchScope, TextSource } from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { matchExpression, wordsExpression } from './match-expression.ts';
import { parsed } from './rows.ts';
import { scopeCondition, TABLES } from './scope-clauses.ts';
import { raw } from './sql.ts';

/** Up to this many rows, checking each is faster than comparing them with the list of everything in the scope. */
const MAX_RARE = 300;

/** Others take long to look up, and those that are not rare would be looked up twice. */
const isSimple = (query: IndexQuery) => 'any' in query || 'phrase' in query;

/**
 * Alternatives are the other forms of a word that no text contains. Few rows match, so that all ranges of rows would be looked
 * through, and each time each of the hundreds of words is looked up again.
 */
const isMostlyRare = (query: IndexQuery) => isSimple(query) || 'some' in query;

/** The first and the last row of a table. */
interface Ends {
  readonly first: number;
  readonly last: number;
  /** Another workspace has rows in the table too. */
  readonly isShared: boolean;
}

/** How many of the sorted numbers are less than `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists of rows, each with a few hundred numbers at most. */
const MAX_LISTS = 300;

/**
 * How common words are, where the texts of a scope begin, and which rows match. One instance serves all calls until the store
 * changes: the requests of one search ask for the same words several times, and searches after one another often do.
 * All workspaces of a store share the numbers of the rows. Nothing here depends on the rows of another one: where there are such
 * rows, the own ones are counted instead of the numbers.
 */
export class IndexStatistics {
  readonly #connection: Connection;
  readonly #workspace: string;
  /** By source and words, the oldest rows in any scope of the workspace: all, or one more than are rare. */
  readonly #known = new Map<string, readonly number[]>();
  /** By what was asked, the newest rows. */
  readonly #newest = new Map<string, readonly number[]>();
  readonly #ends = new Map<TextSource, Ends>();
  /** By source and scope, its oldest row. */
  readonly #first = new Map<string, number>();
  /** The rows of the workspace in a table that it shares, in order. */
  readonly #own = new Map<TextSource, readonly number[]>();

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  get isFull(): boolean {
    return this.#known.size + this.#newest.size > MAX_LISTS;
  }

  /** To be called after each call: a store of several workspaces may have millions of rows. */
  forgetOwnRows(): void {
    this.#own.clear();
  }

  newest(asked: string, find: () => readonly number[]): readonly number[] {
    const known = this.#newest.get(asked);
    if (known !== undefined) return known;
    const seqs = find();
    this.#newest.set(asked, seqs);
    return seqs;
  }

  isEmpty(source: TextSource): boolean {
    const { first, last } = this.endsOf(source);
    return last < first;
  }

  endsOf(source: TextSource): Ends {
    const known = this.#ends.get(source);
    if (known !== undefined) return known;
    const rows = raw(TABLES[source].rows);
    const found = this.#connection
      .get`SELECT (SELECT min(seq) FROM ${rows}) AS first, (SELECT max(seq) FROM ${rows}) AS last,
        (SELECT min(workspace) FROM ${rows}) AS lowest, (SELECT max(workspace) FROM ${rows}) AS highest`;
    const isShared = [found?.lowest, found?.highest].some(
      (one) => (one ?? this.#workspace) !== this.#workspace,
    );
    const ends = { first: Number(found?.first ?? 1), last: Number(found?.last ?? 0), isShared };
    this.#ends.set(source, ends);
    return ends;
  }

  #ownRows(source: TextSource): readonly number[] {
    const known = this.#own.get(source);
    if (known !== undefined) return known;
    const index = raw(TABLES[source].index);
    const everything = matchExpression({ everything: true }, {}, source, this.#workspace);
    const seqs = parsed<number[]>(
      this.#connection.get`SELECT json_group_array(seq) AS seqs
        FROM (SELECT rowid AS seq FROM ${index} WHERE ${index} MATCH ${everything} ORDER BY rowid)`?.seqs,
    );
    this.#own.set(source, seqs);
    return seqs;
  }

  /** How many rows of the workspace are in this range; in a table of its own, gaps count too. */
  countRows(source: TextSource, from: number, to: number): number {
    if (!this.endsOf(source).isShared) return to - from + 1;
    const own = this.#ownRows(source);
    return countBelow(own, to + 1) - countBelow(own, from);
  }

  /** The oldest row of the scope at any time: the index has no times, and the rows would be read one by one. */
  oldestIn(source: TextSource, scope: SearchScope): number {
    const index = raw(TABLES[source].index);
    const expression = matchExpression({ everything: true }, scope, source, this.#workspace);
    const key = `${source} ${expression}`;
    const known = this.#first.get(key);
    if (known !== undefined) return known;
    const row = this.#connection
      .get`SELECT rowid AS seq FROM ${index} WHERE ${index} MATCH ${expression} ORDER BY rowid LIMIT 1`;
    const seq = Number(row?.seq ?? 0);
    this.#first.set(key, seq);
    return seq;
  }

  #oldest(source: TextSource, query: IndexQuery): readonly number[] | undefined {
    const anywhere = wordsExpression(query);
    if (anywhere === undefined) return undefined;
    const { isShared } = this.endsOf(source);
    const words = isShared ? matchExpression(query, {}, source, this.#workspace) : anywhere;
    const key = `${source} ${words}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = raw(TABLES[source].index);
    const seqs = parsed<number[]>(
      this.#connection.get`SELECT json_group_array(seq) AS seqs FROM (SELECT rowid AS seq FROM ${index}
        WHERE ${index} MATCH ${words} ORDER BY rowid LIMIT ${MAX_RARE + 1})`?.seqs,
    );
    this.#known.set(key, seqs);
    return seqs;
  }

  /** Share of the rows that match, judged by the oldest matches in any scope. Of combined words it is what chance would give. */
  density(
    source: TextSource,
    query: IndexQuery,
    count = (from: number, to: number) => to - from + 1,
  ): number | undefined {
    if ('all' in query) {
      const parts = query.all.map((part) => this.density(source, part, count));
      return parts.reduce(
        (product, part) => (product === undefined || part === undefined ? undefined : product * part),
        1,
      );
    }
    const seqs = isMostlyRare(query) ? this.#oldest(source, query) : undefined;
    if (seqs === undefined) return undefined;
    const { first, last } = this.endsOf(source);
    const [oldest = first, newest = last] = seqs.length > MAX_RARE ? [seqs[0], seqs.at(-1)] : [];
    return seqs.length / Math.max(1, count(oldest, newest));
  }

  /** The oldest row that matches in any scope; undefined if it is not known. */
  oldestWith(source: TextSource, query: IndexQuery): number | undefined {
    return isSimple(query) ? this.#oldest(source, query)?.[0] : undefined;
  }

  #mayBeRare(source: TextSource, query: IndexQuery): boolean {
    if (isMostlyRare(query)) return true;
    const { first, last } = this.endsOf(source);
    const count = (from: number, to: number) => this.countRows(source, from, to);
    const density = 'all' in query ? this.density(source, query, count) : undefined;
    return density !== undefined && density * count(first, last) <= MAX_RARE;
  }

  /** All rows in the scope, newest first; undefined if the words are not rare. */
  findRare(source: TextSource, query: IndexQuery, scope: SearchScope): readonly number[] | undefined {
    const seqs = this.#mayBeRare(source, query) ? this.#oldest(source, query)?.toReversed() : undefined;
    if (seqs === undefined || seqs.length > MAX_RARE) return undefined;
    if (seqs.length === 0) return seqs;
    return parsed<number[]>(
      this.#connection
        .get`SELECT json_group_array(r.seq) AS seqs FROM json_each(${JSON.stringify(seqs)}) AS wanted
        CROSS JOIN ${raw(TABLES[source].rows)} r ON r.seq = wanted.value
        WHERE ${scopeCondition(source, this.#workspace, scope)}`?.seqs,
    );
  }
}
