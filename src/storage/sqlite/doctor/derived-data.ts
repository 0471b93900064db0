import type { TextIndexExam } from '../../../app/ports/doctor.ts';
import type { Connection } from '../connection.ts';
import { type Database, hasTable, numberOf, type Row, rowsOf } from '../driver.ts';
import { messageOf } from '../errors.ts';

const REAL_COUNTS =
  'SELECT workspace, project_id, type, state, count(*) AS count FROM records GROUP BY workspace, project_id, type, state';
const KEPT_COUNTS = 'SELECT workspace, project_id, type, state, count FROM record_counts WHERE count <> 0';

export function countWrongCounters(database: Database): number {
  if (!hasTable(database, 'record_counts')) return 0;
  return numberOf(
    database,
    `SELECT count(*) FROM (SELECT DISTINCT workspace, project_id, type, state FROM (
       SELECT * FROM (${REAL_COUNTS} EXCEPT ${KEPT_COUNTS})
       UNION ALL SELECT * FROM (${KEPT_COUNTS} EXCEPT ${REAL_COUNTS})))`,
  );
}

export const rebuildTextIndex = (connection: Connection, name: string): void =>
  connection.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`);

export function recount(connection: Connection): void {
  connection.exec('DELETE FROM record_counts');
  connection.exec(`INSERT INTO record_counts (workspace, project_id, type, state, count) ${REAL_COUNTS}`);
}

const SHADOWS = ['data', 'idx', 'docsize', 'config'];
const OUT_OF_STEP = /malformed|^fts5: /;
/** Beyond this, comparing every word takes longer than a quick look may. */
const WORD_BY_WORD_ROWS = 100_000;

interface TextIndex {
  readonly name: string;
  readonly definition: string;
  readonly source: string;
  readonly key: string;
}

export const listTextIndexes = (all: (sql: string) => readonly Row[]): readonly TextIndex[] =>
  all(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'",
  ).flatMap(({ name, sql }) => {
    const definition = /\bfts5\s*\(([\s\S]*)\)\s*$/i.exec(String(sql))?.[1];
    const source = /\bcontent\s*=\s*'([^']+)'/.exec(definition ?? '')?.[1];
    const key = /\bcontent_rowid\s*=\s*'([^']+)'/.exec(definition ?? '')?.[1] ?? 'rowid';
    return definition === undefined || source === undefined
      ? []
      : [{ name: String(name), definition, source, key }];
  });

/** The rows that an index has. Without a list of their sizes, those with a word for their state, which every row has. */
const idsIn = (database: Database, name: string): string =>
  hasTable(database, `${name}_docsize`)
    ? `SELECT id FROM "${name}_docsize"`
    : `SELECT rowid AS id FROM "${name}" WHERE "${name}" MATCH 'scope : (onw* OR offw*)'`;

function compareRowIds(database: Database, { name, source, key }: TextIndex): string | null {
  const ids = idsIn(database, name);
  const missing = numberOf(database, `SELECT count(*) FROM "${source}" WHERE "${key}" NOT IN (${ids})`);
  const extra = numberOf(
    database,
    `SELECT count(*) FROM (${ids}) WHERE id NOT IN (SELECT "${key}" FROM "${source}")`,
  );
  if (missing === 0 && extra === 0) return null;
  return `${missing} of ${source} are not in it, and ${extra} in it are gone`;
}

/** SQLite's own check writes, and this connection cannot. So a copy of the index in temporary space is checked. */
function compareWords(database: Database, { name, definition, source }: TextIndex): null {
  const copy = `doctor_${name}`;
  (database as { enableDefensive?(isActive: boolean): void }).enableDefensive?.(false);
  database.exec(`CREATE TEMP VIEW "${copy}_source" AS SELECT * FROM main."${source}"`);
  const columns = definition.replace(/(\bcontent\s*=\s*)'[^']+'/, `$1'${copy}_source'`);
  database.exec(`CREATE VIRTUAL TABLE temp."${copy}" USING fts5 (${columns})`);
  for (const shadow of SHADOWS.filter((one) => hasTable(database, `${name}_${one}`))) {
    database.exec(`DELETE FROM temp."${copy}_${shadow}"`);
    database.exec(`INSERT INTO temp."${copy}_${shadow}" SELECT * FROM main."${name}_${shadow}"`);
  }
  database.exec(`INSERT INTO temp."${copy}" ("${copy}", rank) VALUES ('integrity-check', 1)`);
  return null;
}

function examineTextIndex(database: Database, index: TextIndex, isFull: boolean): string | null {
  const rows = numberOf(database, `SELECT count(*) FROM "${index.source}"`);
  try {
    const difference = compareRowIds(database, index);
    return difference !== null || (!isFull && rows > WORD_BY_WORD_ROWS)
      ? difference
      : compareWords(database, index);
  } catch (error) {
    if (OUT_OF_STEP.test(messageOf(error))) return `its words are not those of ${index.source}`;
    // A driver that guards the tables of an index even in temporary space allows only the comparison of row ids.
    if (/may not be modified/.test(messageOf(error))) return null;
    throw error;
  }
}

/** `reported`: lines of SQLite's integrity check about text indexes. `different`: names of objects that differ from the migrations. */
export const examineTextIndexes = (
  database: Database,
  reported: readonly string[],
  different: ReadonlySet<string>,
  isFull: boolean,
): readonly TextIndexExam[] =>
  listTextIndexes((sql) => rowsOf(database, sql)).map((index) => ({
    name: index.name,
    problem: different.has(index.source)
      ? `${index.source}, which it reads, is gone or another`
      : (reported.find((line) => line.includes(index.name)) ?? examineTextIndex(database, index, isFull)),
  }));
