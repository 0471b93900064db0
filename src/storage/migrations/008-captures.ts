import type { Migration } from './migration.ts';

/** What clients' transcripts show, how far they were read, and which process of a client plays which session. */
export const captures: Migration = {
  version: 8,
  name: 'captures',
  sqlite: `
CREATE TABLE captures (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  at TEXT NOT NULL,
  reason TEXT NOT NULL,
  client_summary TEXT,
  reviewed_at TEXT,
  handoff_id TEXT,
  bytes INTEGER NOT NULL,
  body TEXT NOT NULL,
  content TEXT NOT NULL,
  UNIQUE (workspace, id)
);
CREATE INDEX captures_by_size ON captures (workspace, bytes);
CREATE INDEX captures_by_session ON captures (workspace, session_id, seq);
CREATE INDEX captures_by_project ON captures (workspace, project_id, seq);
CREATE INDEX captures_unreviewed ON captures (workspace, project_id, seq) WHERE reviewed_at IS NULL;

CREATE TABLE transcript_readings (
  workspace TEXT NOT NULL,
  session_id TEXT NOT NULL,
  path TEXT NOT NULL,
  position TEXT NOT NULL,
  content TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (workspace, session_id)
);

CREATE TABLE client_processes (
  workspace TEXT NOT NULL,
  process TEXT NOT NULL,
  client TEXT NOT NULL,
  client_session_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (workspace, process)
);
CREATE INDEX client_processes_by_session ON client_processes (workspace, session_id);
CREATE INDEX client_processes_by_age ON client_processes (workspace, at);

CREATE TABLE hook_calls (
  workspace TEXT NOT NULL,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (workspace, digest)
);
CREATE INDEX hook_calls_by_age ON hook_calls (workspace, at);
`,
};
