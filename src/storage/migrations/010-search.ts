import { piecesOf } from './010-pieces.ts';
import { fillTexts } from './010-texts.ts';
import type { Migration } from './migration.ts';

/**
 * What a search narrows by stands in the text index itself, as words of a column of its own: whether a record is live,
 * of which workspace and project, its type and category, when it happened. So that a word found in half a million records is looked up
 * newest first within them, and no row is read that is not wanted.
 */
const placeOf = (row: string, state: string) =>
  `${state} || 'w' || hex(${row}.workspace) || ' ' || ${state} || 'w' || hex(${row}.workspace) || 'p' || replace(${row}.project_id, '_', '')`;
/** Its month, year and decade; what is long ago or far ahead, as such. */
const periodOf = (at: string) =>
  `CASE WHEN ${at} < '1970' THEN 'earlier' WHEN ${at} >= '2100' THEN 'later' ELSE
     'month' || replace(substr(${at}, 1, 7), '-', '') || ' year' || substr(${at}, 1, 4) || ' decade' || substr(${at}, 1, 3) END`;
const scopeOf = (row: string) =>
  `${placeOf(row, `CASE ${row}.state WHEN 'active' THEN 'on' ELSE 'off' END`)}
    || ' type' || replace(${row}.type, '_', '') || ' category' || ${row}.category
    || ' ' || ${periodOf(`coalesce(${row}.occurred_at, ${row}.created_at)`)}`;

const COLUMNS = 'content, subject, tags, aliases, resolution, pieces, scope';
const valuesOf = (row: string) =>
  `${row}.seq, ${row}.content, ${row}.subject, ${row}.tags, ${row}.aliases, ${row}.resolution, ${row}.pieces, ${scopeOf(row)}`;
const entered = `INSERT INTO records_text (rowid, ${COLUMNS}) VALUES (${valuesOf('new')});`;
const removed = `INSERT INTO records_text (records_text, rowid, ${COLUMNS}) VALUES ('delete', ${valuesOf('old')});`;

const TEXT_COLUMNS = 'content, pieces, scope';
const textScopeOf = (row: string) =>
  `${placeOf(row, `'on'`)} || ' kind' || ${row}.kind || ' ' || ${periodOf(`${row}.at`)}`;
const textValuesOf = (row: string) => `${row}.seq, ${row}.content, ${row}.pieces, ${textScopeOf(row)}`;
const TOKENS = `tokenize = 'porter unicode61 remove_diacritics 2'`;

const KEPT_IN_STEP = `CREATE TRIGGER records_text_update
  AFTER UPDATE OF content, subject, tags, aliases, resolution, pieces, state, project_id, category,
    occurred_at ON records BEGIN
  ${removed}
  ${entered}
END`;

export const search: Migration = {
  version: 10,
  name: 'search',
  sqlite: `
ALTER TABLE records ADD COLUMN pieces TEXT NOT NULL DEFAULT '';
DROP TRIGGER records_text_insert;
DROP TRIGGER records_text_delete;
DROP TRIGGER records_text_update;
DROP TABLE records_text;
DROP TRIGGER notes_text_insert;
DROP TRIGGER notes_text_delete;
DROP TRIGGER notes_text_update;
DROP TABLE notes_text;

CREATE VIEW record_texts AS
  SELECT records.seq, content, subject, tags, aliases, resolution, pieces, ${scopeOf('records')} AS scope FROM records;
CREATE VIRTUAL TABLE records_text USING fts5 (
  ${COLUMNS}, content = 'record_texts', content_rowid = 'seq', ${TOKENS}
);
CREATE TRIGGER records_text_insert AFTER INSERT ON records BEGIN
  ${entered}
END;
CREATE TRIGGER records_text_delete AFTER DELETE ON records BEGIN
  ${removed}
END;
${KEPT_IN_STEP};

CREATE TABLE texts (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  session_id TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'turn', 'event', 'capture')),
  ref TEXT NOT NULL,
  part INTEGER NOT NULL,
  at TEXT NOT NULL,
  who TEXT,
  is_secret INTEGER NOT NULL,
  content TEXT NOT NULL,
  pieces TEXT NOT NULL,
  UNIQUE (workspace, kind, ref, part)
);
CREATE VIEW text_rows AS
  SELECT texts.seq, content, pieces, ${textScopeOf('texts')} AS scope FROM texts;
CREATE VIRTUAL TABLE texts_text USING fts5 (
  ${TEXT_COLUMNS}, content = 'text_rows', content_rowid = 'seq', ${TOKENS}
);
CREATE TRIGGER texts_text_insert AFTER INSERT ON texts BEGIN
  INSERT INTO texts_text (rowid, ${TEXT_COLUMNS}) VALUES (${textValuesOf('new')});
END;
CREATE TRIGGER texts_text_delete AFTER DELETE ON texts BEGIN
  INSERT INTO texts_text (texts_text, rowid, ${TEXT_COLUMNS}) VALUES ('delete', ${textValuesOf('old')});
END;

INSERT INTO records_text (records_text, rank) VALUES ('secure-delete', 1);
INSERT INTO texts_text (texts_text, rank) VALUES ('secure-delete', 1);
`,
  fill(store) {
    // Until the index is filled it would take out of it what is not in it yet.
    store.run('DROP TRIGGER records_text_update');
    for (let after = 0; ; ) {
      const rows = store.all(
        'SELECT seq, content, subject, tags, aliases FROM records WHERE seq > ? ORDER BY seq LIMIT 1000',
        after,
      );
      if (rows.length === 0) break;
      for (const { seq, content, subject, tags, aliases } of rows) {
        after = Number(seq);
        const pieces = piecesOf([content, subject ?? '', tags, aliases].join('\n'));
        if (pieces !== '') store.run('UPDATE records SET pieces = ? WHERE seq = ?', pieces, after);
      }
    }
    store.run("INSERT INTO records_text (records_text) VALUES ('rebuild')");
    store.run(KEPT_IN_STEP);
    fillTexts(store);
  },
};
