import type { Migration } from './migration.ts';

export const textIndex: Migration = {
  version: 2,
  name: 'text index',
  sqlite: `
CREATE VIRTUAL TABLE records_text USING fts5 (
  content, subject, tags, aliases,
  content = 'records', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER records_text_insert AFTER INSERT ON records BEGIN
  INSERT INTO records_text (rowid, content, subject, tags, aliases)
  VALUES (new.seq, new.content, new.subject, new.tags, new.aliases);
END;
CREATE TRIGGER records_text_delete AFTER DELETE ON records BEGIN
  INSERT INTO records_text (records_text, rowid, content, subject, tags, aliases)
  VALUES ('delete', old.seq, old.content, old.subject, old.tags, old.aliases);
END;
CREATE TRIGGER records_text_update AFTER UPDATE OF content, subject, tags, aliases ON records BEGIN
  INSERT INTO records_text (records_text, rowid, content, subject, tags, aliases)
  VALUES ('delete', old.seq, old.content, old.subject, old.tags, old.aliases);
  INSERT INTO records_text (rowid, content, subject, tags, aliases)
  VALUES (new.seq, new.content, new.subject, new.tags, new.aliases);
END;

CREATE VIRTUAL TABLE notes_text USING fts5 (
  title, summary, body,
  content = 'notes', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER notes_text_insert AFTER INSERT ON notes BEGIN
  INSERT INTO notes_text (rowid, title, summary, body) VALUES (new.seq, new.title, new.summary, new.body);
END;
CREATE TRIGGER notes_text_delete AFTER DELETE ON notes BEGIN
  INSERT INTO notes_text (notes_text, rowid, title, summary, body)
  VALUES ('delete', old.seq, old.title, old.summary, old.body);
END;
CREATE TRIGGER notes_text_update AFTER UPDATE OF title, summary, body ON notes BEGIN
  INSERT INTO notes_text (notes_text, rowid, title, summary, body)
  VALUES ('delete', old.seq, old.title, old.summary, old.body);
  INSERT INTO notes_text (rowid, title, summary, body) VALUES (new.seq, new.title, new.summary, new.body);
END;

INSERT INTO records_text (records_text) VALUES ('rebuild');
INSERT INTO notes_text (notes_text) VALUES ('rebuild');
`,
};
