import { createHash } from 'node:crypto';
import { piecesOf } from './010-pieces.ts';
import { entityRows, sessionRows, type TextRow } from './015-texts.ts';
import type { Migrated, Migration } from './migration.ts';

const SCOPE = (row: string) =>
  `'onw' || hex(${row}.workspace) || ' ' || 'onw' || hex(${row}.workspace) || 'p' || replace(${row}.project_id, '_', '')
    || ' kind' || ${row}.kind || ' ' ||
    CASE WHEN ${row}.at < '1970' THEN 'earlier' WHEN ${row}.at >= '2100' THEN 'later' ELSE
     'month' || replace(substr(${row}.at, 1, 7), '-', '') || ' year' || substr(${row}.at, 1, 4) || ' decade' || substr(${row}.at, 1, 3) END`;
const COLUMNS = 'content, pieces, scope';
const valuesOf = (row: string) => `${row}.seq, ${row}.content, ${row}.pieces, ${SCOPE(row)}`;
const KEPT =
  'seq, workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces, digest';

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const add = (store: Migrated, text: TextRow) =>
  store.run(
    `INSERT INTO texts (workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces, digest, names, entity_kind)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    text.workspace,
    text.projectId,
    text.sessionId,
    text.kind,
    text.ref,
    text.part,
    text.at,
    text.isSecret ? 1 : 0,
    text.content,
    piecesOf(text.content),
    digestOf(text.content),
    JSON.stringify(text.names),
    text.entityKind,
  );

/**
 * Titles of sessions, and people, places and quests of games, are searched too. SQLite cannot change a CHECK, so the table is copied;
 * the rows keep their numbers, so the text index stays as it is.
 */
export const moreTexts: Migration = {
  version: 15,
  name: 'more-texts',
  sqlite: `
DROP TRIGGER texts_text_insert;
DROP TRIGGER texts_text_delete;
DROP VIEW text_rows;
ALTER TABLE texts RENAME TO texts_before;
CREATE TABLE texts (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  session_id TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('note', 'turn', 'event', 'capture', 'session', 'entity')),
  ref TEXT NOT NULL,
  part INTEGER NOT NULL,
  at TEXT NOT NULL,
  who TEXT,
  is_secret INTEGER NOT NULL,
  content TEXT NOT NULL,
  pieces TEXT NOT NULL,
  digest TEXT,
  names TEXT NOT NULL DEFAULT '[]',
  entity_kind TEXT,
  UNIQUE (workspace, kind, ref, part)
);
INSERT INTO texts (${KEPT}) SELECT ${KEPT} FROM texts_before ORDER BY seq;
DROP TABLE texts_before;
CREATE VIEW text_rows AS
  SELECT texts.seq, content, pieces, ${SCOPE('texts')} AS scope FROM texts;
CREATE TRIGGER texts_text_insert AFTER INSERT ON texts BEGIN
  INSERT INTO texts_text (rowid, ${COLUMNS}) VALUES (${valuesOf('new')});
END;
CREATE TRIGGER texts_text_delete AFTER DELETE ON texts BEGIN
  INSERT INTO texts_text (texts_text, rowid, ${COLUMNS}) VALUES ('delete', ${valuesOf('old')});
END;
`,
  fill(store) {
    for (const text of sessionRows(store)) add(store, text);
    for (const text of entityRows(store)) add(store, text);
  },
};
