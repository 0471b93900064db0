import type { Migration } from './migration.ts';

const TEXT = ['content', 'subject', 'tags', 'aliases'];
const isOtherText = TEXT.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');

/**
 * Nobody reads or fills these tables until an embedder is configured: the queue takes only records of a workspace that
 * stands in `vector_progress`. A vector never outlives its record, nor the text that it was made of.
 */
export const vectors: Migration = {
  version: 11,
  name: 'vectors',
  sqlite: `
CREATE TABLE record_vectors (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  model TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  digest TEXT NOT NULL,
  code BLOB NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX record_vectors_codes ON record_vectors (workspace, model, stamp, dimension, code);

CREATE TABLE vector_queue (
  workspace TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (workspace, seq)
);

CREATE TABLE vector_progress (
  workspace TEXT PRIMARY KEY,
  model TEXT NOT NULL,
  dimension INTEGER,
  backlog INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  worker TEXT,
  worker_until TEXT
);

CREATE TRIGGER record_vectors_insert AFTER INSERT ON records WHEN new.state = 'active' BEGIN
  INSERT INTO vector_queue (workspace, seq)
  SELECT workspace, new.seq FROM vector_progress WHERE workspace = new.workspace
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER record_vectors_update AFTER UPDATE OF ${TEXT.join(', ')}, state, expires_at ON records BEGIN
  DELETE FROM record_vectors WHERE seq = new.seq AND (${isOtherText});
  INSERT INTO vector_queue (workspace, seq)
  SELECT p.workspace, new.seq FROM vector_progress p
  WHERE p.workspace = new.workspace AND new.state = 'active'
    AND NOT EXISTS (SELECT 1 FROM record_vectors v WHERE v.seq = new.seq AND v.model = p.model)
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER record_vectors_delete AFTER DELETE ON records BEGIN
  DELETE FROM record_vectors WHERE seq = old.seq;
  DELETE FROM vector_queue WHERE workspace = old.workspace AND seq = old.seq;
END;
`,
};
