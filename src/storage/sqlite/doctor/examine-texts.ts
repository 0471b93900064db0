import type { ChecksumExam, DamagedItem, UnreadableItem } from '../../../app/ports/doctor.ts';
import { areFactsSound } from '../capture-rows.ts';
import { areRecordFactsSound, isContentSound, isTurnSound } from '../digests.ts';
import { type Database, hasTable, type Row, rowsOf } from '../driver.ts';
import { isNoteSound } from '../notes.ts';

const PAGE = 500;
/** A quick examination reads at most this many of the newest rows of each table. */
const QUICK_ROWS = 50_000;

interface ChecksummedTable {
  readonly table: string;
  readonly kind: DamagedItem['kind'];
  /** Without it the store is of an earlier version, which has no checksum there. */
  readonly column: string;
  readonly isSound: (row: Row) => boolean;
  readonly idOf: (row: Row) => string;
}

const byId = (row: Row) => String(row.id);

const CHECKSUMMED_TABLES: readonly ChecksummedTable[] = [
  {
    table: 'records',
    kind: 'record',
    column: 'digest',
    isSound: (row) => isContentSound(row) && areRecordFactsSound(row),
    idOf: byId,
  },
  { table: 'notes', kind: 'note', column: 'digest', isSound: isNoteSound, idOf: byId },
  {
    table: 'turns',
    kind: 'turn',
    column: 'digest',
    isSound: isTurnSound,
    idOf: (row) => `${row.session_id} turn ${row.number}`,
  },
  {
    table: 'captures',
    kind: 'capture',
    column: 'facts_digest',
    isSound: (row) => areFactsSound(row) && isContentSound(row),
    idOf: byId,
  },
  {
    table: 'texts',
    kind: 'search text',
    column: 'digest',
    isSound: isContentSound,
    idOf: (row) => `${row.kind} ${row.ref}${Number(row.part) === 0 ? '' : ` ${row.part}`}`,
  },
];

function compareTable(database: Database, { table, kind, isSound, idOf }: ChecksummedTable, maxRows: number) {
  const page = database.prepare(
    `SELECT rowid AS place, * FROM ${table} WHERE rowid < ? ORDER BY rowid DESC LIMIT ${PAGE}`,
  );
  const damaged: DamagedItem[] = [];
  let checked = 0;
  for (let before = Number.MAX_SAFE_INTEGER; checked < maxRows; ) {
    const rows = page.all(before);
    for (const row of rows)
      if (!isSound(row)) damaged.push({ kind, id: idOf(row), place: Number(row.place) });
    checked += rows.length;
    if (rows.length < PAGE) break;
    before = Number(rows.at(-1)?.place);
  }
  return { checked, damaged };
}

/** Every text that has a checksum, compared with it; in a quick look the newest of them. */
export function examineChecksums(database: Database, isFull: boolean): ChecksumExam {
  const hasColumn = ({ table, column }: ChecksummedTable) =>
    rowsOf(database, `PRAGMA table_info("${table}")`).some(({ name }) => name === column);
  const exams = CHECKSUMMED_TABLES.filter(hasColumn).map((one) =>
    compareTable(database, one, isFull ? Number.POSITIVE_INFINITY : QUICK_ROWS),
  );
  return {
    checkedCount: exams.reduce((sum, { checked }) => sum + checked, 0),
    damaged: exams.flatMap(({ damaged }) => damaged),
  };
}

interface JsonTable {
  readonly table: string;
  readonly kind: string;
  readonly id?: string;
  readonly lists?: readonly string[];
  readonly objects?: readonly string[];
}

const JSON_TABLES: readonly JsonTable[] = [
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

const unlessHolds = (type: 'array' | 'object') => (column: string) =>
  `CASE WHEN iif(json_valid("${column}"), json_type("${column}"), '') <> '${type}' THEN '${column} ' ELSE '' END`;

function findUnreadable(database: Database, examined: JsonTable, most: string): readonly UnreadableItem[] {
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
  JSON_TABLES.filter(({ table }) => hasTable(database, table)).flatMap((examined) =>
    findUnreadable(database, examined, isFull ? '' : `LIMIT ${QUICK_ROWS}`),
  );
