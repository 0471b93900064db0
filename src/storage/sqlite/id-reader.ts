import type { IdReader } from '../../app/ports/readers.ts';
import {
  distinctLength,
  type IdType,
  idShortener,
  idTypeOf,
  isIdPrefix,
  isWholeId,
} from '../../domain/short-id.ts';
import { createPause, mapInSlices } from '../../lib/concurrency.ts';
import { groupBy } from '../../lib/lists.ts';
import type { Connection } from './connection.ts';
import { and, noneOf, raw, sql, unionOf } from './sql.ts';

/** Every table has an index that begins with the workspace and the id. */
const TABLES: Readonly<Record<IdType, string>> = {
  rec: 'records',
  ses: 'sessions',
  not: 'notes',
  cap: 'captures',
  hnd: 'handoffs',
  prj: 'projects',
  ent: 'entities',
  evt: 'campaign_events',
  rcp: 'receipts',
};

/** For so long a number of records is recent enough to choose the length of ids by: it has to grow sixfold for one character more. */
const COUNTED_MS = 1_000;

/** Sorts behind every character of an id. */
const AFTER_ALL = '~';

/** Ids that are compared in one statement. */
const MAX_COMPARED = 500;

type IdsOfType = readonly [type: IdType, ids: readonly string[]];

/** In one part if they are few. */
function partsOf(byType: ReadonlyMap<IdType, readonly string[]>): readonly (readonly IdsOfType[])[] {
  const all = [...byType];
  if (all.every(([, ids]) => ids.length <= MAX_COMPARED)) return [all];
  return all.flatMap(([type, ids]) =>
    Array.from({ length: Math.ceil(ids.length / MAX_COMPARED) }, (_, index): readonly IdsOfType[] => [
      [type, ids.slice(index * MAX_COMPARED, (index + 1) * MAX_COMPARED)],
    ]),
  );
}

export function createIdReader(connection: Connection, workspace: string): IdReader {
  const beginningWith = (prefix: string, limit: number, exceptProjectIds: readonly string[] | undefined) => {
    const type = idTypeOf(prefix);
    const isVisible = noneOf(type === 'prj' ? '+id' : '+project_id', exceptProjectIds);
    const isInRange = sql`workspace = ${workspace} AND id >= ${prefix} AND id < ${prefix + AFTER_ALL}`;
    const rows = connection.all`SELECT id FROM ${raw(TABLES[type])}
      WHERE ${and(isInRange, isVisible)} ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => String(id));
  };

  /** Other ids of one type that begin with the same `length` characters. */
  const othersLike = (type: IdType, ids: readonly string[], length: number) =>
    sql`SELECT shown.value AS id, other.id AS other
      FROM json_each(${JSON.stringify(ids)}) shown CROSS JOIN ${raw(TABLES[type])} other
        ON other.workspace = ${workspace} AND other.id >= substr(shown.value, 1, ${length})
          AND other.id < substr(shown.value, 1, ${length}) || ${AFTER_ALL}
      WHERE other.id <> shown.value`;

  let counted = { count: 0, at: Number.NEGATIVE_INFINITY };
  const countAll = () => {
    const row = connection.get`SELECT sum(count) AS count FROM record_counts WHERE workspace = ${workspace}`;
    counted = { count: Math.max(0, Number(row?.count ?? 0)), at: performance.now() };
    return counted.count;
  };
  const countLately = () => (performance.now() - counted.at < COUNTED_MS ? counted.count : countAll());

  return {
    async listByPrefix(prefixes, limit, exceptProjectIds) {
      return new Map(
        await mapInSlices(
          prefixes.filter(isIdPrefix),
          (prefix) => [prefix, beginningWith(prefix, limit, exceptProjectIds)] as const,
        ),
      );
    },
    async measure(shown, known) {
      const count = known ?? (shown.length === 0 ? countAll() : countLately());
      const shorten = idShortener({ count, distinctLength: 0 });
      const byType = groupBy(shown.filter(isWholeId), idTypeOf);
      if (byType.size === 0) return { count, distinctLength: 0 };
      let longest = 0;
      const pause = createPause();
      for (const part of partsOf(byType)) {
        const found = part.map(([type, ids]) => othersLike(type, ids, shorten(ids[0] ?? '').length));
        for (const { id, other } of connection.all`${unionOf(found)}`)
          longest = Math.max(longest, distinctLength(String(id), String(other)));
        await pause();
      }
      return { count, distinctLength: longest };
    },
  };
}
