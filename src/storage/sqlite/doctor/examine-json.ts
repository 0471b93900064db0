import type { UnreadableItem } from '../../../app/ports/doctor.ts';
import type { Database } from '../driver.ts';
import { hasTable, rowsOf } from './examine-reader.ts';

/** Of each table so many of the newest are read in a quick look. */
const QUICK_ROWS = 50_000;

interface Examined {
  readonly table: string;
  readonly kind: string;
  /** An expression in SQL. */
  readonly id?: string;
  readonly lists?: readonly string[];
  readonly objects?: readonly string[];
}

const EXAMINED: readonly Examined[] = [
  { table: 'records', kind: 'record', lists: ['tags', 'aliases', 'supersedes'] },
  {
    table: 'record_versions',
    kind: 'earlier version',
    id: "record_id || ' version ' || version",
    objects: ['body'],
  },
  { table: 'notes', kind: 'note', objects: ['body'] },
  { table: 'handoffs', kind: 'handoff', objects: ['body'] },
  { table: 'captures', kind: 'capture', objects: ['body'] },
  { table: 'receipts', kind: 'receipt', objects: ['body'] },
  { table: 'campaigns', kind: 'campaign', id: 'project_id', objects: ['body', 'state'] },
  { table: 'entities', kind: 'entity', objects: ['fields'], lists: ['private_to'] },
  { table: 'campaign_events', kind: 'campaign event', objects: ['body'] },
  {
    table: 'campaign_patches',
    kind: 'campaign change',
    id: "project_id || ' branch ' || branch_id || ' turn ' || turn || ' number ' || number",
    objects: ['before', 'after'],
  },
  { table: 'campaign_keys', kind: 'campaign answer', id: 'event_id', objects: ['answer'] },
];

/** The name of the column, where it does not hold what it should. */
const unlessHolds = (type: 'array' | 'object') => (column: string) =>
  `CASE WHEN iif(json_valid("${column}"), json_type("${column}"), '') <> '${type}' THEN '${column} ' ELSE '' END`;

function examineTable(database: Database, examined: Examined, most: string): readonly UnreadableItem[] {
  const { table, kind, id = 'id', lists = [], objects = [] } = examined;
  const columns = [...lists.map(unlessHolds('array')), ...objects.map(unlessHolds('object'))].join(' || ');
  return rowsOf(
    database,
    `SELECT id, columns FROM (
       SELECT ${id} AS id, ${columns} AS columns FROM ${table} ORDER BY rowid DESC ${most})
     WHERE columns <> ''`,
  ).map((row) => ({ kind, id: String(row.id), columns: String(row.columns).trim().split(' ') }));
}

/** Every column that holds JSON, looked at whether it still does; in a quick look those of the newest rows. */
export const examineJson = (database: Database, isFull: boolean): readonly UnreadableItem[] =>
  EXAMINED.filter(({ table }) => hasTable(database, table)).flatMap((examined) =>
    examineTable(database, examined, isFull ? '' : `LIMIT ${QUICK_ROWS}`),
  );
