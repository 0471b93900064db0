import type { ChecksumExam, DamagedItem } from '../../../app/ports/doctor.ts';
import { areFactsSound } from '../capture-rows.ts';
import { areRecordFactsSound, isContentSound, isTurnSound } from '../digests.ts';
import type { Database, Row } from '../driver.ts';
import { isNoteSound } from '../rows.ts';
import { rowsOf } from './examine-reader.ts';

const PAGE = 500;
/** Of each table so many of the newest are read in a quick look. */
const QUICK_ROWS = 50_000;

interface Checked {
  readonly table: string;
  readonly kind: DamagedItem['kind'];
  /** Without it the store is of an earlier version, which has no checksum there. */
  readonly column: string;
  readonly isSound: (row: Row) => boolean;
  readonly idOf: (row: Row) => string;
}

const byId = (row: Row) => String(row.id);

const CHECKED: readonly Checked[] = [
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

function examineTable(database: Database, { table, kind, isSound, idOf }: Checked, mostRows: number) {
  const page = database.prepare(
    `SELECT rowid AS place, * FROM ${table} WHERE rowid < ? ORDER BY rowid DESC LIMIT ${PAGE}`,
  );
  const damaged: DamagedItem[] = [];
  let checked = 0;
  for (let before = Number.MAX_SAFE_INTEGER; checked < mostRows; ) {
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
export function examineDigests(database: Database, isFull: boolean): ChecksumExam {
  const hasColumn = ({ table, column }: Checked) =>
    rowsOf(database, `PRAGMA table_info("${table}")`).some(({ name }) => name === column);
  const exams = CHECKED.filter(hasColumn).map((one) =>
    examineTable(database, one, isFull ? Number.POSITIVE_INFINITY : QUICK_ROWS),
  );
  return {
    checkedCount: exams.reduce((sum, { checked }) => sum + checked, 0),
    damaged: exams.flatMap(({ damaged }) => damaged),
  };
}
