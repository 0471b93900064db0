import type { Migration } from './migration.ts';

/** The first two words of the column `scope`, the only ones that depend on the state. */
const placeOf = (row: string) => {
  const state = `CASE ${row}.state WHEN 'active' THEN 'on' ELSE 'off' END`;
  return `${state} || 'w' || hex(${row}.workspace) || ' ' || ${state} || 'w' || hex(${row}.workspace) || 'p' || replace(${row}.project_id, '_', '')`;
};

/** As in migration 10, which made the view that the index reads. */
const scopeOf = (row: string) => {
  const at = `coalesce(${row}.occurred_at, ${row}.created_at)`;
  return `${placeOf(row)} || ' type' || replace(${row}.type, '_', '') || ' category' || ${row}.category || ' '
    || CASE WHEN ${at} < '1970' THEN 'earlier' WHEN ${at} >= '2100' THEN 'later' ELSE
     'month' || replace(substr(${at}, 1, 7), '-', '') || ' year' || substr(${at}, 1, 4) || ' decade' || substr(${at}, 1, 3) END`;
};

const TEXTS = ['content', 'subject', 'tags', 'aliases', 'resolution', 'pieces'];
const COLUMNS = `${TEXTS.join(', ')}, scope`;
const valuesOf = (row: string) =>
  `${row}.seq, ${TEXTS.map((name) => `${row}.${name}`).join(', ')}, ${scopeOf(row)}`;

const INDEXED = [...TEXTS, 'project_id', 'category', 'occurred_at'];
/** The index knows a word of a record only once. If the texts contain the words of the state too, all of it is written again. */
const HAS_STATE_WORDS = `instr(upper(${TEXTS.map((name) => `coalesce(old.${name}, '')`).join(" || ' ' || ")}), hex(old.workspace)) > 0`;
const IS_REWRITTEN = `(${INDEXED.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ')} OR ${HAS_STATE_WORDS})`;

/**
 * The text index removes old words in place, which takes long for each word. Most changes only supersede or resolve a record: then
 * two words are replaced, and no longer all. The index keeps no sizes of texts (`columnsize`), which would be wrong after that. No
 * search uses them.
 */
export const stateChanges: Migration = {
  version: 16,
  name: 'state-changes',
  sqlite: `
DROP TRIGGER records_text_update;
DROP TABLE records_text;
CREATE VIRTUAL TABLE records_text USING fts5 (
  ${COLUMNS}, content = 'record_texts', content_rowid = 'seq', columnsize = 0,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO records_text (records_text, rank) VALUES ('secure-delete', 1);
INSERT INTO records_text (records_text) VALUES ('rebuild');
CREATE TRIGGER records_text_update AFTER UPDATE OF ${INDEXED.join(', ')}, state ON records
WHEN ${IS_REWRITTEN} BEGIN
  INSERT INTO records_text (records_text, rowid, ${COLUMNS}) VALUES ('delete', ${valuesOf('old')});
  INSERT INTO records_text (rowid, ${COLUMNS}) VALUES (${valuesOf('new')});
END;
CREATE TRIGGER records_text_state AFTER UPDATE OF state ON records
WHEN (old.state = 'active') <> (new.state = 'active') AND NOT ${IS_REWRITTEN} BEGIN
  INSERT INTO records_text (records_text, rowid, scope) VALUES ('delete', old.seq, ${placeOf('old')});
  INSERT INTO records_text (rowid, scope) VALUES (new.seq, ${placeOf('new')});
END;
`,
};
