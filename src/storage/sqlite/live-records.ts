import { latestPlausible, newestFirst, oldestFirst, type WriteStamp } from '../../domain/instant.ts';
import type { FactItem, FactList } from '../../domain/orientation/facts.ts';
import type { RecordType } from '../../domain/record/record.ts';
import type { Connection } from './connection.ts';
import {
  areSameSessions,
  type ListedRecord,
  LiveFacts,
  type LiveRecord,
  listedIn,
  selectListed,
} from './live-facts.ts';
import { parsed } from './rows.ts';
import { list } from './sql.ts';

const asWritten = (record: LiveRecord): WriteStamp => record;

const factOf = ({ fact }: LiveRecord): FactItem => fact;

/** After every moment that a clock can show. */
const MAX_INSTANT = '~';

/** If the journal has grown more than this since a list was made, the list is made again. */
const MAX_ENTRIES_READ = 100;

type Order = 'newest' | 'oldest';

const ordered = (by: string) =>
  selectListed(`WHERE r.workspace = ?2 AND r.project_id = ?3 AND r.type = ?4 AND r.state = 'active'
    AND r.created_at <= ?5 AND (r.expires_at IS NULL OR r.expires_at > ?6) ORDER BY ${by} LIMIT ?7`);

const LISTED: Readonly<Record<Order, string>> = {
  newest: ordered('r.created_at DESC, r.seq DESC'),
  oldest: ordered('r.created_at, r.seq'),
};

/** The oldest loops are the most urgent. */
const firstOrder = (type: RecordType): Order => (type === 'open_loop' ? 'oldest' : 'newest');

type ListRecords = (
  scope: string,
  type: RecordType,
  order: Order,
  limit: number,
  maxChars: number,
  now: string,
  upTo?: string,
) => readonly ListedRecord[];

interface LiveCount {
  readonly type: RecordType;
  readonly scope: string;
  readonly live: number;
}

type ListLive = (
  projectId: string,
  limits: ReadonlyMap<RecordType, number>,
  maxChars: number,
  now: string,
) => ReadonlyMap<RecordType, FactList>;

/** What was returned for these lists, if no record is dated ahead: then it is the same at any later time. */
interface Shown {
  readonly lists: readonly (readonly ListedRecord[])[];
  readonly sessions: ReturnType<LiveFacts['readSessions']>;
  readonly at: string;
  readonly factLists: ReadonlyMap<RecordType, FactList>;
}

/** Lists and facts are shared between calls: callers must not change them. */
export function createLiveRecords(connection: Connection, workspace: string): ListLive {
  const facts = new LiveFacts(connection, workspace);

  /** Live records by type and scope, from the counters; what has expired by now is still counted there as active. */
  const liveCounts = (projectId: string, types: readonly RecordType[], now: string): readonly LiveCount[] => {
    // As one text: the driver charges more for handing over a value than SQLite does for finding it.
    const row = connection.get`SELECT json_group_array(json_array(c.type, c.project_id,
        c.count - (SELECT count(*) FROM records r
          WHERE r.workspace = c.workspace AND r.project_id = c.project_id AND r.type = c.type
            AND r.state = 'active' AND r.expires_at <= ${now}))) AS counts
      FROM record_counts c
      WHERE c.workspace = ${workspace} AND c.project_id IN ('', ${projectId}) AND c.type IN ${list(types)}
        AND c.state = 'active'`;
    return parsed<[RecordType, string, number][]>(row?.counts)
      .map(([type, scope, live]) => ({ type, scope, live }))
      .filter(({ live }) => live > 0);
  };

  const listRecords: ListRecords = (scope, type, order, limit, maxChars, now, upTo = MAX_INSTANT) =>
    listedIn(connection.get(LISTED[order], maxChars, workspace, scope, type, upTo, now, limit));

  const listAll = (
    counts: readonly LiveCount[],
    limits: ReadonlyMap<RecordType, number>,
    maxChars: number,
    now: string,
  ): readonly (readonly ListedRecord[])[] =>
    counts.map(({ scope, type }) => {
      const limit = limits.get(type) ?? 0;
      return limit === 0 ? [] : listRecords(scope, type, firstOrder(type), limit, maxChars, now);
    });

  /** Every new, changed or deleted record is in the journal. One that left the project is no longer counted there. */
  const changesSince = (known: number, projectId: string) => {
    const row = connection.get`SELECT (SELECT max(position) FROM journal) AS position,
        max(CASE WHEN type GLOB 'record.*' THEN coalesce((SELECT r.project_id FROM records r
          WHERE r.workspace = journal.workspace AND r.id = stream), '') IN ('', ${projectId}) END) AS is_changed
      FROM journal NOT INDEXED
      WHERE position > ${known} AND position <= ${known + MAX_ENTRIES_READ} AND workspace = ${workspace}`;
    const position = Number(row?.position ?? 0);
    return { position, isChanged: Number(row?.is_changed) > 0 || position > known + MAX_ENTRIES_READ };
  };

  /** For lists that are not known yet: what changed before them does not matter. */
  const startOfChanges = () => ({
    position: Number(connection.get`SELECT max(position) AS position FROM journal`?.position ?? 0),
    isChanged: true,
  });

  let last = { of: '', position: 0, lists: [] as ReturnType<typeof listAll> };

  /** Reports often follow each other while no record changes. One that expires or is withheld is counted no longer. */
  const listOnce = (projectId: string, ...given: Parameters<typeof listAll>) => {
    const [counts, limits, maxChars] = given;
    const of = JSON.stringify([projectId, counts, [...limits], maxChars]);
    // Read before the lists: what another process commits in between makes the next call list again.
    const { position, isChanged } =
      last.of === of ? changesSince(last.position, projectId) : startOfChanges();
    last = { of, position, lists: isChanged ? listAll(...given) : last.lists };
    return last.lists;
  };

  let shown: Shown | undefined;

  return (projectId, limits, maxChars, now) => {
    const counts = liveCounts(projectId, [...limits.keys()], now);
    const lists = listOnce(projectId, counts, limits, maxChars, now);
    const all = lists.flat();
    const sessions = facts.readSessions(all);
    if (shown?.lists === lists && shown.at <= now && areSameSessions(shown.sessions, sessions))
      return shown.factLists;
    const listed = new Map(counts.map((count, index) => [count, lists[index]]));
    // All types together: one statement reads what is not known yet.
    const loaded = facts.read(all, maxChars, sessions);
    const recordsOf = (some: readonly ListedRecord[] = [], found = loaded) =>
      some.flatMap((one) => found.get(one) ?? []);
    const readNewest = (scope: string, type: RecordType, limit: number, upTo?: string) => {
      const some = listRecords(scope, type, 'newest', limit, maxChars, now, upTo);
      return recordsOf(some, facts.read(some, maxChars));
    };

    /** What a clock wrote that was ahead would fill the list alone: as many of the others come with it. */
    const withPlausible = (rows: readonly LiveRecord[], { scope, type }: LiveCount, limit: number) => {
      const newest = rows[0]?.at ?? '';
      const believed = newest <= now ? now : latestPlausible(now);
      if (newest <= believed) return rows;
      const others = readNewest(scope, type, limit, believed);
      return [...new Map([...rows, ...others].map((row) => [row.fact.id, row])).values()];
    };

    const listOf = (type: RecordType, limit: number): FactList => {
      const own = counts.filter((count) => count.type === type);
      const counted = own.reduce((sum, { live }) => sum + live, 0);
      if (limit === 0) return { items: [], total: counted };
      // Fewer than asked for are all there are, even if a damaged counter has another number.
      const totalOf = (rows: readonly LiveRecord[]) => (rows.length < limit ? rows.length : counted);
      if (firstOrder(type) === 'newest') {
        const rows = own.flatMap((count) => withPlausible(recordsOf(listed.get(count)), count, limit));
        const newest = newestFirst(rows, asWritten).slice(0, limit);
        return { items: newest.map(factOf), total: totalOf(newest) };
      }
      const rows = own.flatMap((count) => recordsOf(listed.get(count)));
      const oldest = oldestFirst(rows, asWritten).slice(0, limit);
      const total = totalOf(oldest);
      const last =
        total > limit ? own.flatMap((one) => withPlausible(readNewest(one.scope, type, 1), one, 1)) : [];
      const newest = newestFirst(last, asWritten).slice(0, 1);
      return { items: [...oldest.slice(0, limit - newest.length), ...newest].map(factOf), total };
    };
    const factLists = new Map([...limits].map(([type, limit]) => [type, listOf(type, limit)]));
    const isAhead = [...loaded.values()].some(({ at }) => at > now);
    shown = isAhead ? undefined : { lists, sessions, at: now, factLists };
    return factLists;
  };
}
