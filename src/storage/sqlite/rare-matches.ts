import type { IndexQuery, SearchScope, TextSource } from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { wordsExpression } from './match-expression.ts';
import { parsed } from './rows.ts';
import { scopeCondition, TABLES } from './scope-clauses.ts';
import { raw } from './sql.ts';

/** Up to this many rows, checking each is faster than comparing them with the list of everything in the scope. */
const MAX_RARE = 150;

/** Others take long to look up, and those that are not rare would be looked up twice. */
const isSimple = (query: IndexQuery) => 'any' in query || 'phrase' in query;

/** Looks up words that few texts of the store contain. One instance serves the requests of one call. */
export class RareMatches {
  readonly #connection: Connection;
  readonly #workspace: string;
  /** By source and words, the oldest rows in any scope: all, or one more than are rare. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  #oldest(source: TextSource, query: IndexQuery): readonly number[] | undefined {
    const words = isSimple(query) ? wordsExpression(query) : undefined;
    if (words === undefined) return undefined;
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

  /** Number of rows for each match, among the oldest matches in any scope; undefined if it is not known. */
  rowsPerMatch(source: TextSource, query: IndexQuery): number | undefined {
    const seqs = this.#oldest(source, query) ?? [];
    const [first, last] = [seqs[0], seqs.at(-1)];
    return first === undefined || last === undefined ? undefined : (last - first + 1) / seqs.length;
  }

  /** All rows in the scope, newest first; undefined if the words are not rare. */
  find(source: TextSource, query: IndexQuery, scope: SearchScope): readonly number[] | undefined {
    const seqs = this.#oldest(source, query)?.toReversed();
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
