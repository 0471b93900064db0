import type { Migration } from './migration.ts';

/** What a project of kind game keeps: its world as it stands, and every change to it, to be undone and done again. */
export const campaigns: Migration = {
  version: 5,
  name: 'campaigns',
  sqlite: `
CREATE TABLE campaigns (
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (workspace, project_id)
);

CREATE INDEX campaigns_by_age ON campaigns (workspace, updated_at);

CREATE TABLE campaign_branches (
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  id TEXT NOT NULL,
  parent_id TEXT,
  forked_at INTEGER NOT NULL,
  head_turn INTEGER NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace, project_id, id)
);

CREATE TABLE entities (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  fields TEXT NOT NULL,
  visibility TEXT NOT NULL,
  private_to TEXT NOT NULL,
  is_removed INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
);
CREATE UNIQUE INDEX entities_by_name ON entities (workspace, project_id, kind, name_key) WHERE is_removed = 0;
CREATE INDEX entities_by_kind ON entities (workspace, project_id, kind, seq) WHERE is_removed = 0;

CREATE TABLE campaign_events (
  seq INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  project_id TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  is_turn INTEGER NOT NULL,
  session_id TEXT,
  type TEXT NOT NULL,
  importance INTEGER NOT NULL,
  visibility TEXT NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (workspace, id)
);
CREATE INDEX campaign_events_by_turn ON campaign_events (workspace, project_id, branch_id, turn, seq);
CREATE INDEX campaign_events_by_session ON campaign_events (workspace, session_id, branch_id, turn, seq) WHERE session_id IS NOT NULL;

CREATE TABLE campaign_patches (
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  number INTEGER NOT NULL,
  target TEXT NOT NULL,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (workspace, project_id, branch_id, turn, number)
);
`,
};
