import type { IndexQuery, SearchScope, TextSource } from '../../app/ports/search-index.ts';
import type { Connection } from './connection.ts';
import { wordsExpression } from './match-expression.ts';
import { parsed } from './rows.ts';
import { scopeCondition, TABLES } from './scope-clauses.ts';
import { raw } from './sql.ts';

/** Up to this many rows, checking each is faster than comparing them with the list of everything in the scope. */
const MAX_RARE = 40;

/** Others take long to look up, and those that are not rare would be looked up twice. */
const isSimple = (query: IndexQuery) => 'any' in query || 'phrase' in query;

/** Looks up words that few texts of the store contain. One instance serves the requests of one call. */
export class RareMatches {
  readonly #connection: Connection;
  readonly #workspace: string;
  /** By source and words, the rows in any scope; undefined if there are too many. */
  readonly #known = new Map<string, readonly number[] | undefined>();

  constructor(connection: Connection, workspace: string) {
    this.#connection = connection;
    this.#workspace = workspace;
  }

  #anywhere(source: TextSource, words: string): readonly number[] | undefined {
    const key = `${source} ${words}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const index = raw(TABLES[source].index);
    const found = parsed<number[]>(
      this.#connection.get`SELECT json_group_array(seq) AS seqs FROM (SELECT rowid AS seq FROM ${index}
        WHERE ${index} MATCH ${words} ORDER BY rowid DESC LIMIT ${MAX_RARE + 1})`?.seqs,
    );
    const seqs = found.length > MAX_RARE ? undefined : found;
    this.#known.set(key, seqs);
    return seqs;
  }

  /** All rows in the scope, newest first; undefined if the words are not rare. */
  find(source: TextSource, query: IndexQuery, scope: SearchScope): readonly number[] | undefined {
    const words = isSimple(query) ? wordsExpression(query) : undefined;
    const seqs = words === undefined ? undefined : this.#anywhere(source, words);
    if (seqs === undefined || seqs.length === 0) return seqs;
    return parsed<number[]>(
      this.#connection
        .get`SELECT json_group_array(r.seq) AS seqs FROM json_each(${JSON.stringify(seqs)}) AS wanted
        CROSS JOIN ${raw(TABLES[source].rows)} r ON r.seq = wanted.value
        WHERE ${scopeCondition(source, this.#workspace, scope)}`?.seqs,
    );
  }
}
