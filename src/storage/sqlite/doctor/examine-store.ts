import { isBuiltin } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { DamagedStore, JournalExam, LastDelivery, StoreExam } from '../../../app/ports/doctor.ts';
import { ThroughlineError } from '../../../domain/error.ts';
import {
  asJournaled,
  replayEvents,
  SESSION_EVENT_TYPES,
  type SessionEvent,
} from '../../../domain/session/events.ts';
import { attempt } from '../../../lib/attempt.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import {
  type Database,
  hasTable,
  numberOf,
  openDatabase,
  openForReading,
  type Row,
  rowsOf,
} from '../driver.ts';
import { translateError } from '../errors.ts';
import { inspectFile } from '../file/inspect-file.ts';
import { sizeOf } from '../file/store-files.ts';
import { sessionFrom } from '../rows.ts';
import { countWrongCounters, examineTextIndexes } from './derived-data.ts';
import { compareSchema, findWrongMigrations } from './examine-schema.ts';
import { examineChecksums, examineJson } from './examine-texts.ts';
import { examineLog } from './store-image.ts';

export function examineEngine(): { readonly version: string; readonly driver: string } {
  const database = openDatabase(':memory:');
  try {
    const row = database.prepare('SELECT sqlite_version() AS version').get();
    const driver = isBuiltin('node:sqlite') ? 'node:sqlite' : '@photostructure/sqlite';
    return { version: String(row?.version), driver };
  } finally {
    database.close();
  }
}

/** So many are examined one by one in a quick look; of more, the newest half of that and as many spread over the rest. */
const QUICK_COUNT = 1_000;

function chooseSessions(database: Database, count: number, isFull: boolean): readonly Row[] {
  if (isFull || count <= QUICK_COUNT) return rowsOf(database, 'SELECT * FROM sessions');
  const half = QUICK_COUNT / 2;
  const step = Math.ceil(count / half);
  return rowsOf(
    database,
    `SELECT * FROM sessions WHERE rowid % ${step} = 0
     UNION SELECT * FROM (SELECT * FROM sessions ORDER BY rowid DESC LIMIT ${half})`,
  );
}

const eventFrom = ({ type, at, data }: Row): SessionEvent =>
  ({ type, at, ...JSON.parse(String(data)) }) as unknown as SessionEvent;

const isSessionEvent = ({ type }: Row) => (SESSION_EVENT_TYPES as readonly string[]).includes(String(type));

const agreesWithJournal = (row: Row, events: readonly Row[]): boolean =>
  attempt(() => {
    const replayed = replayEvents(events.filter(isSessionEvent).map(eventFrom));
    return isDeepStrictEqual(replayed, asJournaled(sessionFrom(row)));
  }) ?? false;

/** State and journal are written together; folding the one gives the other. */
function examineJournal(database: Database, isFull: boolean): JournalExam {
  const sessionCount = numberOf(database, 'SELECT count(*) FROM sessions');
  const sessions = chooseSessions(database, sessionCount, isFull);
  const events = database.prepare(
    'SELECT type, at, data FROM journal WHERE workspace = ? AND stream = ? ORDER BY position',
  );
  const disagreeing = sessions
    .filter((row) => !agreesWithJournal(row, events.all(row.workspace ?? null, row.id ?? null)))
    .map((row) => String(row.id));
  return { sessionCount, examinedCount: sessions.length, disagreeing };
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** No text was stored with a NUL: it is where a page was zeroed, which SQLite's own checks do not see. */
const findTornTexts = (database: Database): readonly string[] =>
  rowsOf(database, TABLES).flatMap(({ name }) => {
    const texts = rowsOf(database, `PRAGMA table_info("${name}")`).filter(({ type }) => type === 'TEXT');
    if (texts.length === 0) return [];
    const isTorn = texts.map((column) => `instr("${column.name}", char(0)) > 0`).join(' OR ');
    const count = numberOf(database, `SELECT count(*) FROM "${name}" WHERE ${isTorn}`);
    return count === 0 ? [] : [`${count} of ${name} are torn: part of the text is zeroed`];
  });

function findLastDelivery(database: Database): LastDelivery | null {
  if (!hasTable(database, 'receipts')) return null;
  const [row] = rowsOf(database, 'SELECT at, client, door FROM receipts ORDER BY seq DESC LIMIT 1');
  return row === undefined ? null : { at: String(row.at), to: String(row.client ?? row.door) };
}

interface ExamineOptions {
  readonly isFull: boolean;
  readonly isInUse: boolean | undefined;
}

const PROBLEMS_SHOWN = 20;
const OF_TEXT_INDEX = /fts5/i;

function checkIntegrity(database: Database, isFull: boolean) {
  const check = isFull ? 'integrity_check' : 'quick_check';
  const lines = rowsOf(database, `PRAGMA ${check}(${PROBLEMS_SHOWN})`)
    .flatMap((row) => String(row[check]).split('\n'))
    .filter((line) => line !== 'ok' && line !== '' && !line.startsWith('***'));
  const isOfIndex = (line: string) => OF_TEXT_INDEX.test(line);
  return { pages: lines.filter((line) => !isOfIndex(line)), textIndexes: lines.filter(isOfIndex) };
}

const versionOf = (database: Database) =>
  hasTable(database, 'schema_migrations')
    ? numberOf(database, 'SELECT max(version) FROM schema_migrations')
    : 0;

/** Torn texts are no reason to keep quiet about other damage; only what cannot be read to the end is left out. */
const examineTexts = (database: Database, isFull: boolean): Pick<DamagedStore, 'texts'> =>
  attempt(() => {
    const checksums = examineChecksums(database, isFull);
    return { texts: { checksums, unreadable: examineJson(database, isFull) } };
  }) ?? {};

function examineOpen(database: Database, path: string, bytes: number, isFull: boolean): StoreExam {
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  const version = versionOf(database);
  if (version > newest) return { state: 'newer', version, newest };
  const differences = version === 0 ? [] : compareSchema(database, version);
  // First: a text index without its table would take the check of the pages down with it.
  if (differences.some(({ kind, problem }) => kind === 'table' && problem !== 'unknown')) {
    return { state: 'misshapen', bytes, differences };
  }
  const { pages, textIndexes } = checkIntegrity(database, isFull);
  if (pages.length > 0) return { state: 'damaged', bytes, problems: pages };
  if (version === 0) return { state: 'damaged', bytes, problems: ['its tables are gone'] };
  const torn = findTornTexts(database);
  if (torn.length > 0) return { state: 'damaged', bytes, problems: torn, ...examineTexts(database, isFull) };
  return {
    state: 'sound',
    bytes,
    version,
    newest,
    isFull,
    differences,
    wrongMigrations: findWrongMigrations(database, version),
    indexes: examineTextIndexes(database, textIndexes, new Set(differences.map(({ name }) => name)), isFull),
    wrongCounterCount: countWrongCounters(database),
    checksums: examineChecksums(database, isFull),
    unreadable: examineJson(database, isFull),
    journal: examineJournal(database, isFull),
    lastDelivery: findLastDelivery(database),
    log: examineLog(`${path}-wal`),
  };
}

const unexpected = (path: string, cause: string): StoreExam => ({
  state: 'unreadable',
  what: `The store ${path} could not be fully checked: ${cause}.`,
  hint: 'Nothing was changed. Please report this line.',
});

/** `mayRest`: no process has it open, so SQLite need not lock it if its log is empty. */
function examineOnce(path: string, isFull: boolean, mayRest: boolean): StoreExam {
  let bytes = 0;
  try {
    const file = inspectFile(path);
    if (file.state !== 'present') return file;
    bytes = file.bytes + file.logBytes;
    const database = openForReading(path, mayRest && file.logBytes === 0);
    try {
      return examineOpen(database, path, bytes, isFull);
    } finally {
      database.close();
    }
  } catch (error) {
    const translated = translateError(error, path);
    const cause = error instanceof Error ? error.message : String(error);
    // So broken that it cannot even be opened, a text index takes the whole check down with it.
    if (OF_TEXT_INDEX.test(cause)) return { state: 'damaged', bytes, problems: [cause] };
    if (!(translated instanceof ThroughlineError)) return unexpected(path, cause);
    return translated.code === 'store_damaged'
      ? { state: 'damaged', bytes, problems: [cause] }
      : { state: 'unreadable', what: translated.message, hint: translated.hint };
  }
}

export function examineStore(path: string, { isFull, isInUse }: ExamineOptions): StoreExam {
  const mayRest = isInUse === false;
  const exam = examineOnce(path, isFull, mayRest);
  // Read without a lock, a store can look damaged while another process writes to it. A second look with a lock decides.
  const isDoubtful = mayRest && (exam.state === 'damaged' || exam.state === 'misshapen');
  return isDoubtful && sizeOf(`${path}-wal`) > 0 ? examineOnce(path, isFull, false) : exam;
}
