import type { Migration } from './migration.ts';

/** Which commit a record was written at, and what was delivered to whom. */
export const delivery: Migration = {
  version: 4,
  name: 'delivery',
  sqlite: `
ALTER TABLE records ADD COLUMN head TEXT;
CREATE INDEX records_by_subject ON records (workspace, project_id, type, subject)
  WHERE subject IS NOT NULL AND state = 'active';

CREATE TABLE receipts (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  session_id TEXT,
  door TEXT NOT NULL,
  client TEXT,
  client_session_id TEXT,
  at TEXT NOT NULL,
  chars INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (workspace, id)
);
CREATE INDEX receipts_by_session ON receipts (workspace, session_id, seq) WHERE session_id IS NOT NULL;
CREATE INDEX receipts_by_project ON receipts (workspace, project_id, seq);
`,
};
