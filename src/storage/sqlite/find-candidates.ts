import type {
  Candidate,
  FindRequest,
  FindResult,
  Frequency,
  IndexQuery,
  ScanQuery,
  SearchIndex,
  SearchScope,
  TextSource,
} from '../../app/ports/search-index.ts';
import { normalizeText } from '../../domain/words.ts';
import type { Connection } from './connection.ts';
import type { Row } from './driver.ts';
import { IndexStatistics } from './index-statistics.ts';
import { matchExpression } from './match-expression.ts';
import { parsed } from './rows.ts';
import { SHORT, scopeCondition, TABLES, timeCondition } from './scope-clauses.ts';
import { candidateOf as newCandidate } from './search-rows.ts';
import { raw, type SqlPart, sql } from './sql.ts';
import { jsonOrEmpty } from './stored-json.ts';

const PAST_TEXTS = raw(
  `json_extract(${jsonOrEmpty('v.body')}, '$.content', '$.subject', '$.tags', '$.aliases', '$.resolution')`,
);

interface Matches extends Frequency {
  readonly seqs: readonly number[];
}

const scanned = (rows: readonly Row[], limit: number): Matches => {
  const seqs = rows.slice(0, limit).map(({ seq }) => Number(seq));
  return { seqs, count: seqs.length, isEstimate: true };
};

/** Number of rows that are looked through at once. */
const MIN_RANGE = 1_024;
const MAX_FIRST_RANGE = 100_000;
/** The next range may be larger by this factor. */
const MAX_GROWTH = 16;

/** Words of one text occur together more often than by chance. */
const TOGETHER = 4;

/** To begin a second range takes longer than to look through three times as many rows, and a scope may have half of them. */
const TO_SPARE = 3;

/** A range in which as many matches are expected, and some to spare. */
const rangeFor = (wanted: number, density: number, maximum: number): number =>
  Math.ceil(Math.min(maximum, Math.max(MIN_RANGE, (TO_SPARE * wanted) / density)));

function eachOnce(): typeof newCandidate {
  const known = { records: new Map<number, Candidate>(), texts: new Map<number, Candidate>() };
  return (source, seq) => {
    const before = known[source].get(seq);
    if (before !== undefined) return before;
    const candidate = newCandidate(source, seq);
    known[source].set(seq, candidate);
    return candidate;
  };
}

export function createFind(connection: Connection, workspace: string): SearchIndex['find'] {
  function matchesOf(source: TextSource, query: IndexQuery, scope: SearchScope): SqlPart {
    const [index, rows] = [raw(TABLES[source].index), raw(TABLES[source].rows)];
    const expression = matchExpression(query, scope, source, workspace);
    const times = timeCondition(source, scope);
    return times === undefined
      ? sql`SELECT t.rowid AS seq FROM ${index} t WHERE ${index} MATCH ${expression}`
      : sql`SELECT t.rowid AS seq FROM ${index} t CROSS JOIN ${rows} r ON r.seq = t.rowid
          WHERE ${index} MATCH ${expression} AND ${times}`;
  }

  /**
   * The newest matches, from one range of rows after the other. FTS5 finds the start of a range at once, but to read a list from its end
   * it first reads all pages of it, for each word.
   */
  function newestSeqs(
    source: TextSource,
    query: IndexQuery,
    matches: SqlPart,
    limit: number,
    statistics: IndexStatistics,
  ): readonly number[] {
    const { first, last } = statistics.endsOf(source);
    let seqs: readonly number[] = [];
    const expected = statistics.density(source, query) ?? 1;
    let size = rangeFor(limit, 'all' in query ? expected * TOGETHER : expected, MAX_FIRST_RANGE);
    for (let to = last; to >= first && seqs.length < limit; to -= size) {
      if (to < last) size = rangeFor(limit - seqs.length, seqs.length / (last - to), size * MAX_GROWTH);
      // As one text: a row for each would cost more than finding it.
      const found = connection.get`SELECT json_group_array(seq) AS seqs
        FROM (${matches} AND t.rowid BETWEEN ${to - size + 1} AND ${to} ORDER BY t.rowid)`;
      seqs = seqs.concat(parsed<number[]>(found?.seqs).reverse());
    }
    return seqs.slice(0, limit);
  }

  function newestFirst(source: TextSource, query: IndexQuery, scope: SearchScope, limit: number): SqlPart {
    return sql`${matchesOf(source, query, scope)} ORDER BY t.rowid DESC LIMIT ${limit}`;
  }

  function inIndex(
    source: TextSource,
    query: IndexQuery,
    scope: SearchScope,
    limit: number,
    statistics: IndexStatistics,
  ): Matches {
    if (statistics.isEmpty(source)) return { seqs: [], count: 0, isEstimate: false };
    const all = statistics.findRare(source, query, scope);
    if (all !== undefined)
      return { seqs: all.slice(0, limit), count: all.length, isEstimate: all.length > limit };
    // One more than asked for shows whether there are more.
    const matches = matchesOf(source, query, scope);
    const found = statistics.newest(JSON.stringify([matches, limit]), () =>
      newestSeqs(source, query, matches, limit + 1, statistics),
    );
    const seqs = found.slice(0, limit);
    const [newest, last] = [seqs[0], seqs.at(-1)];
    if (newest === undefined || last === undefined || found.length <= limit)
      return { seqs, count: found.length, isEstimate: found.length > limit };
    // As many in each range of rows as in the newest one. Only the rows since the scope has any count, and of those only the
    // rows since the word occurs.
    const oldest = Math.max(statistics.oldestIn(source, scope), statistics.oldestWith(source, query) ?? 0);
    const rowCount = statistics.countRows(source, oldest, newest);
    const count = Math.round((limit * rowCount) / statistics.countRows(source, last, newest));
    return { seqs, count, isEstimate: true };
  }

  function inside(
    source: TextSource,
    query: { readonly inside: string; readonly depth: number },
    scope: SearchScope,
    limit: number,
  ): Matches {
    const { rows, size } = TABLES[source];
    const newest = newestFirst(source, { everything: true }, scope, query.depth);
    const folded = normalizeText(query.inside);
    // SQLite folds the letters of English alone; other texts are looked through here.
    const found = connection.all`SELECT r.seq, CASE WHEN instr(lower(r.content), ${folded}) = 0 THEN r.content END AS unsure
      FROM (${newest}) newest CROSS JOIN ${raw(rows)} r ON r.seq = newest.seq
      WHERE ${raw(size)} <= ${SHORT} AND (instr(lower(r.content), ${folded}) > 0
        OR length(r.content) < length(CAST(r.content AS BLOB)))`;
    const isFound = ({ unsure }: Row) => unsure === null || normalizeText(String(unsure)).includes(folded);
    return scanned(found.filter(isFound), limit);
  }

  function inPastVersions(
    query: { readonly inPastVersions: string; readonly depth: number },
    scope: SearchScope,
    limit: number,
  ): Matches {
    const rows = connection.all`SELECT DISTINCT r.seq
      FROM (SELECT record_id, body FROM record_versions WHERE +workspace = ${workspace}
        ORDER BY rowid DESC LIMIT ${query.depth}) v
      CROSS JOIN records r ON r.workspace = ${workspace} AND r.id = v.record_id
      WHERE instr(lower(${PAST_TEXTS}), ${query.inPastVersions}) > 0 AND ${scopeCondition('records', workspace, scope)}`;
    return scanned(rows, limit);
  }

  function matchesIn(
    source: TextSource,
    query: IndexQuery | ScanQuery,
    scope: SearchScope,
    limit: number,
    statistics: IndexStatistics,
  ): Matches {
    if ('inside' in query) return inside(source, query, scope, limit);
    if (!('inPastVersions' in query)) return inIndex(source, query, scope, limit, statistics);
    return source === 'records'
      ? inPastVersions(query, scope, limit)
      : { seqs: [], count: 0, isEstimate: false };
  }

  function find(
    request: FindRequest,
    candidateOf: typeof newCandidate,
    statistics: IndexStatistics,
  ): FindResult {
    const { query, sources, scope, limit, otherwise } = request;
    const found = sources.map((source) => ({
      source,
      ...matchesIn(source, query, scope, limit, statistics),
    }));
    const isEnough = otherwise === undefined || found.some(({ seqs }) => seqs.length >= otherwise.unless);
    return {
      candidates: found.flatMap(({ source, seqs }) => seqs.map((seq) => candidateOf(source, seq))),
      frequency: {
        count: found.reduce((sum, { count }) => sum + count, 0),
        isEstimate: found.some(({ isEstimate }) => isEstimate),
      },
      otherwise: isEnough
        ? []
        : otherwise.queries.map((other) => find({ sources, scope, ...other }, candidateOf, statistics)),
    };
  }

  let statistics = new IndexStatistics(connection, workspace);
  let version = '';

  return async (requests) => {
    const candidateOf = eachOnce();
    const newVersion = connection.dataVersion();
    if (newVersion !== version || statistics.isFull) statistics = new IndexStatistics(connection, workspace);
    version = newVersion;
    const results = requests.map((request) => find(request, candidateOf, statistics));
    statistics.forgetOwnRows();
    return results;
  };
}
