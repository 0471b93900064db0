import type { Migration } from './migration.ts';

export const sessionsAndRecords: Migration = {
  version: 1,
  name: 'sessions and records',
  sqlite: `
CREATE TABLE projects (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('work', 'game')),
  anchor_path TEXT,
  fingerprint TEXT NOT NULL,
  created_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
);
CREATE INDEX projects_by_name ON projects (workspace, name_folded, created_at);
CREATE INDEX projects_by_fingerprint ON projects (workspace, fingerprint) WHERE fingerprint <> '';
CREATE INDEX projects_by_age ON projects (workspace, created_at);

CREATE TABLE project_keys (
  workspace TEXT NOT NULL,
  key TEXT NOT NULL,
  project_id TEXT NOT NULL,
  PRIMARY KEY (workspace, key),
  FOREIGN KEY (workspace, project_id) REFERENCES projects (workspace, id)
);

CREATE TABLE sessions (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('work', 'game')),
  title TEXT,
  agent TEXT,
  client TEXT,
  client_session_id TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'lost', 'ended', 'closed')),
  started_at TEXT NOT NULL,
  heard_at TEXT NOT NULL,
  active_since TEXT,
  active_ms INTEGER NOT NULL,
  paused_at TEXT,
  ended_at TEXT,
  closed_at TEXT,
  predecessor_id TEXT,
  successor_id TEXT,
  worktree TEXT,
  branch TEXT,
  head TEXT,
  has_hooks INTEGER NOT NULL,
  is_implicit INTEGER NOT NULL,
  turn_count INTEGER NOT NULL,
  history_chars INTEGER NOT NULL,
  handoff_id TEXT,
  handoff_digest TEXT,
  handoff_derived INTEGER NOT NULL,
  handoff_reopened INTEGER NOT NULL,
  closing_reason TEXT,
  closing_epitaph TEXT,
  closing_policy TEXT CHECK (closing_policy IN ('successor_allowed', 'closed_without_successor', 'successor_required')),
  orientation_score INTEGER,
  gap_count INTEGER,
  transcript_path TEXT,
  version INTEGER NOT NULL,
  PRIMARY KEY (workspace, id),
  FOREIGN KEY (workspace, project_id) REFERENCES projects (workspace, id)
);
CREATE INDEX sessions_by_client ON sessions (workspace, client_session_id, started_at) WHERE client_session_id IS NOT NULL;
CREATE INDEX sessions_by_age ON sessions (workspace, started_at, id);
CREATE INDEX sessions_by_project ON sessions (workspace, project_id, started_at, id);
CREATE INDEX sessions_by_worktree ON sessions (workspace, project_id, worktree, started_at);
CREATE INDEX sessions_by_status ON sessions (workspace, project_id, status, heard_at);
CREATE INDEX sessions_awaiting ON sessions (workspace, project_id, closed_at) WHERE closing_policy = 'successor_required' AND successor_id IS NULL;

CREATE TABLE records (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  session_id TEXT,
  handoff_id TEXT,
  type TEXT NOT NULL,
  category TEXT NOT NULL,
  importance INTEGER NOT NULL CHECK (importance BETWEEN 1 AND 10),
  content TEXT NOT NULL,
  units INTEGER NOT NULL,
  digest TEXT NOT NULL,
  subject TEXT,
  state TEXT NOT NULL CHECK (state IN ('active', 'withheld', 'resolved', 'superseded', 'expired', 'retracted')),
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  worktree TEXT,
  branch TEXT,
  created_at TEXT NOT NULL,
  occurred_at TEXT,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  tags TEXT NOT NULL,
  aliases TEXT NOT NULL,
  supersedes TEXT NOT NULL,
  superseded_by TEXT,
  resolved_at TEXT,
  resolution TEXT,
  expires_at TEXT,
  UNIQUE (workspace, id)
);
CREATE INDEX records_live ON records (workspace, project_id, type, state, created_at);
CREATE INDEX records_by_text ON records (workspace, project_id, type, digest);
CREATE INDEX records_by_session ON records (workspace, session_id, type, state);
CREATE INDEX records_expiring ON records (workspace, project_id, type, expires_at) WHERE expires_at IS NOT NULL AND state = 'active';

CREATE TABLE record_versions (
  workspace TEXT NOT NULL,
  record_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace, record_id, version)
);

CREATE TABLE record_counts (
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace, project_id, type, state)
);

CREATE TABLE notes (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  summary TEXT NOT NULL,
  session_number INTEGER,
  title TEXT,
  occurred_at TEXT,
  body TEXT NOT NULL,
  visibility TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (workspace, id)
);
CREATE INDEX notes_by_session ON notes (workspace, session_id);

CREATE TABLE note_versions (
  workspace TEXT NOT NULL,
  note_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace, note_id, version)
);

CREATE TABLE turns (
  workspace TEXT NOT NULL,
  session_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  who TEXT,
  what TEXT NOT NULL,
  PRIMARY KEY (workspace, session_id, number)
);

CREATE TABLE session_files (
  workspace TEXT NOT NULL,
  session_id TEXT NOT NULL,
  path TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (workspace, session_id, path)
);

CREATE TABLE handoffs (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  derived INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
);
CREATE INDEX handoffs_by_digest ON handoffs (workspace, project_id, digest, created_at);

CREATE TABLE idempotency_keys (
  workspace TEXT NOT NULL,
  key TEXT NOT NULL,
  handoff_id TEXT NOT NULL,
  PRIMARY KEY (workspace, key)
);

CREATE TABLE journal (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace TEXT NOT NULL,
  at TEXT NOT NULL,
  stream TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL
);
CREATE INDEX journal_by_stream ON journal (workspace, stream, position);
`,
};
