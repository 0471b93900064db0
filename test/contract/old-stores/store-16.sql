PRAGMA application_id = 1414024270;
CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied_at TEXT NOT NULL);
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
  expires_at TEXT, head TEXT, pieces TEXT NOT NULL DEFAULT '', facts_digest TEXT,
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
  version INTEGER NOT NULL, digest TEXT,
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
  what TEXT NOT NULL, event_id TEXT, digest TEXT,
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
  at TEXT NOT NULL, given_up TEXT,
  PRIMARY KEY (workspace, project_id, branch_id, turn, number)
);
CREATE INDEX campaign_patches_of_names ON campaign_patches (workspace, project_id, given_up) WHERE given_up IS NOT NULL;
CREATE INDEX entities_by_campaign ON entities (workspace, project_id, seq);
CREATE INDEX campaign_events_on_line ON campaign_events
  (workspace, project_id, branch_id, turn, seq, type, importance, is_turn, visibility);
CREATE TABLE campaign_keys (
  workspace TEXT NOT NULL,
  project_id TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  event_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (workspace, project_id, key)
);
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
  content TEXT NOT NULL, digest TEXT, facts_digest TEXT, reason_digest TEXT,
  UNIQUE (workspace, id)
);
CREATE INDEX captures_by_session ON captures (workspace, session_id, seq);
CREATE INDEX captures_by_project ON captures (workspace, project_id, seq);
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
CREATE INDEX campaign_patches_that_show ON campaign_patches (workspace, project_id)
  WHERE CASE WHEN json_valid(after) THEN coalesce(json_extract(after, '$.name'), json_extract(after, '$.visibility'),
    json_extract(after, '$.private_to')) END IS NOT NULL;
CREATE VIEW record_texts AS
  SELECT records.seq, content, subject, tags, aliases, resolution, pieces, CASE records.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(records.workspace) || ' ' || CASE records.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(records.workspace) || 'p' || replace(records.project_id, '_', '')
    || ' type' || replace(records.type, '_', '') || ' category' || records.category
    || ' ' || CASE WHEN coalesce(records.occurred_at, records.created_at) < '1970' THEN 'earlier' WHEN coalesce(records.occurred_at, records.created_at) >= '2100' THEN 'later' ELSE
     'month' || replace(substr(coalesce(records.occurred_at, records.created_at), 1, 7), '-', '') || ' year' || substr(coalesce(records.occurred_at, records.created_at), 1, 4) || ' decade' || substr(coalesce(records.occurred_at, records.created_at), 1, 3) END AS scope FROM records;
CREATE VIRTUAL TABLE texts_text USING fts5 (
  content, pieces, scope, content = 'text_rows', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
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
CREATE INDEX captures_by_size ON captures (workspace, seq, bytes) WHERE reason <> 'imported';
CREATE INDEX captures_imported ON captures (workspace, at, seq, bytes) WHERE reason = 'imported';
CREATE INDEX captures_unreviewed ON captures (workspace, project_id, seq)
  WHERE reviewed_at IS NULL AND reason <> 'imported';
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
CREATE VIEW text_rows AS
  SELECT texts.seq, content, pieces, 'onw' || hex(texts.workspace) || ' ' || 'onw' || hex(texts.workspace) || 'p' || replace(texts.project_id, '_', '')
    || ' kind' || texts.kind || ' ' ||
    CASE WHEN texts.at < '1970' THEN 'earlier' WHEN texts.at >= '2100' THEN 'later' ELSE
     'month' || replace(substr(texts.at, 1, 7), '-', '') || ' year' || substr(texts.at, 1, 4) || ' decade' || substr(texts.at, 1, 3) END AS scope FROM texts;
CREATE VIRTUAL TABLE records_text USING fts5 (
  content, subject, tags, aliases, resolution, pieces, scope, content = 'record_texts', content_rowid = 'seq', columnsize = 0,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO "schema_migrations" (version, name, digest, applied_at) VALUES
(1, 'sessions and records', 'sha256:0b0b2dc2a5235a487879958444a64cc8fec10c9a2507b2bfe5626cbec807e934', '2026-01-05T09:00:00.000Z'),
(2, 'text index', 'sha256:ad2b3391420d5bff2dc663c7980e6354cebe3fa6b23f2cf636cb42a7e7c27909', '2026-01-05T09:00:00.000Z'),
(3, 'real deletion', 'sha256:1eaa25accf27b97a178900325a048edf78df776b626b6137dc8633ee702d4580', '2026-01-05T09:00:00.000Z'),
(4, 'delivery', 'sha256:96040f3d6bc8946944f6bf7d30e59797c710d65b3495f222545e21669761d590', '2026-01-05T09:00:00.000Z'),
(5, 'campaigns', 'sha256:b1e83a6381f3cdee9a190d90a18a6136ce063cfa1604a44e51f6f5e1f42f1f8d', '2026-01-05T09:00:00.000Z'),
(6, 'former names', 'sha256:3a57058a2dbc311d3ac0e7a13780a68d57e579110ea82c4ef5d3c6969bb1039e', '2026-01-05T09:00:00.000Z'),
(7, 'play', 'sha256:c73e36f21617cc9019abac577778a1e0bd4141b60ff6cbd176c9da498fffce92', '2026-01-05T09:00:00.000Z'),
(8, 'captures', 'sha256:70e8cc94686b902fefd801a8b7ce6203bd4098f24322c13048635c641108610d', '2026-01-05T09:00:00.000Z'),
(9, 'names-elsewhere', 'sha256:24848d16a034b4f4ae94f8b8c690d7cff47118bb5f64236c2c16674815587fd8', '2026-01-05T09:00:00.000Z'),
(10, 'search', 'sha256:6778b2496497fa436810f18cbbc8aeb471af8648b2820853958735e0a31e285f', '2026-01-05T09:00:00.000Z'),
(11, 'vectors', 'sha256:055830dfa4f7313b7e37d6cb2b721fe384d170c8fd9d360ad5d1824e4d1193b8', '2026-01-05T09:00:00.000Z'),
(12, 'checksums', 'sha256:7a4cee02179a476f08e40fa78a6b73111f1076e3d22a12168d583285c19a9c8d', '2026-01-05T09:00:00.000Z'),
(13, 'facts-checksums', 'sha256:05a8f7a8d637c344befd3505e97c978d9c877874ded7afef050370747dae5171', '2026-01-05T09:00:00.000Z'),
(14, 'imported-captures', 'sha256:072e50eb745de7e5e198a1a4d01de92c120059a1b8a7cddebe4f13be3b50100e', '2026-01-05T09:00:00.000Z'),
(15, 'more-texts', 'sha256:b03b8ac240831f2ddda00d4b0ef0b411966f881efbc8af09f7552b5d3af11c78', '2026-01-05T09:00:00.000Z'),
(16, 'state-changes', 'sha256:06bcc0d5c248922c34bfc31d59125628dc9cd69f017fa9ed320b2cbfeadcd88e', '2026-01-05T09:00:00.000Z');
INSERT INTO "projects" (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version) VALUES
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'git:/repos/ledger/.git', 'ledger', 'ledger', 'work', '/repos/ledger/.git', '', '2026-01-05T09:00:00.000Z', 1),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'git:/repos/anvil/.git', 'anvil', 'anvil', 'work', '/repos/anvil/.git', '', '2026-01-05T09:07:00.000Z', 1),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'name:The Long Road', 'The Long Road', 'the long road', 'game', NULL, '', '2026-01-05T09:08:00.000Z', 1);
INSERT INTO "project_keys" (workspace, key, project_id) VALUES
('default', 'git:/repos/ledger/.git', 'prj_bmkjsry59sbr4b5tekv7pjj5c5'),
('default', 'git:/repos/anvil/.git', 'prj_8j3r1mwqga9fm2s6459s8ty4xg'),
('default', 'name:The Long Road', 'prj_ga96nkhw5wsss5e69bjj10y2wz');
INSERT INTO "sessions" (workspace, id, project_id, kind, title, agent, client, client_session_id, status, started_at, heard_at, active_since, active_ms, paused_at, ended_at, closed_at, predecessor_id, successor_id, worktree, branch, head, has_hooks, is_implicit, turn_count, history_chars, handoff_id, handoff_digest, handoff_derived, handoff_reopened, closing_reason, closing_epitaph, closing_policy, orientation_score, gap_count, transcript_path, version) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'work', 'The parser', NULL, 'claude-code', 'client-1', 'ended', '2026-01-05T09:00:00.000Z', '2026-01-05T09:02:00.000Z', NULL, 120000, NULL, '2026-01-05T09:02:00.000Z', NULL, NULL, 'ses_jy14kt19k680yq5k3v66z671j4', '/repos/ledger', 'main', 'abc', 0, 0, 9, 524, 'hnd_873v981tkzy58gde019ma94h60', 'sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169', 0, 0, NULL, NULL, NULL, 100, 0, NULL, 14),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'work', NULL, NULL, 'claude-code', 'talk', 'active', '2026-01-05T09:07:00.000Z', '2026-01-05T09:08:00.000Z', '2026-01-05T09:07:00.000Z', 0, NULL, NULL, NULL, 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, '/repos/ledger', 'main', 'abc', 1, 0, 2, 55, 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82', 0, 1, NULL, NULL, NULL, 100, 0, '/tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl', 11),
('default', 'ses_random3', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'work', NULL, NULL, 'claude-code', NULL, 'closed', '2026-01-05T09:07:00.000Z', '2026-01-05T09:07:00.000Z', NULL, 0, NULL, '2026-01-05T09:07:00.000Z', '2026-01-05T09:07:00.000Z', NULL, NULL, '/repos/anvil', 'main', 'abc', 0, 1, 1, 35, 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0', 0, 0, 'The harpy was cancelled.', 'It taught us patience.', 'closed_without_successor', 83, 0, NULL, 6),
('default', 'ses_random5', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'game', NULL, NULL, 'claude-code', NULL, 'active', '2026-01-05T09:08:00.000Z', '2026-01-05T09:12:00.000Z', '2026-01-05T09:08:00.000Z', 0, NULL, NULL, NULL, NULL, NULL, '/repos/games', 'main', 'abc', 0, 0, 3, 74, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 5);
INSERT INTO "records" (seq, workspace, id, project_id, session_id, handoff_id, type, category, importance, content, units, digest, subject, state, source, position, worktree, branch, created_at, occurred_at, updated_at, version, tags, aliases, supersedes, superseded_by, resolved_at, resolution, expires_at, head, pieces, facts_digest) VALUES
(1, 'default', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'memory', 'general', 5, 'The wyvern parser reads a block at a time; see parseLedgerRow.', 62, 'sha256:ec238092b9a8a578de46fd94ce50d72edb66c92aa5eb035b45352d6ea414fa97', 'parser', 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:00:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 2, '["parsing"]', '["lindworm"]', '[]', NULL, NULL, NULL, NULL, 'abc', 'parse ledger row', 'sha256:abbcfb0700c28867f38d317cb565cf794c3cb43fb57f551a53af1d969a25c870'),
(2, 'default', 'rec_ga18sakv0v4pewzmxebqt3sxeq', '', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'preference', 'preference', 6, '東京都で雨が降る', 8, 'sha256:0e1a96b69bfc46c92921201fc6cfbb8ef938d21b252f6a47117ea36f399e47c5', NULL, 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '東京 京都 都で で雨 雨が が降 降る る', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(3, 'default', 'rec_5ztt593jdrxh59j267q2cs3b4m', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'constraint', 'lesson', 9, 'The build is frozen.', 20, 'sha256:bfb5d0458826bb2872ebc7ca315fd18ece7959fb60770a5cf93bc0e9a5dc461e', NULL, 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, '2026-01-06T09:01:00.000Z', 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(4, 'default', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'decision', 'context', 7, 'Use tabs.', 9, 'sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1', 'layout', 'superseded', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 2, '[]', '[]', '[]', 'rec_jm4tg8tcn3adb84h85sd2dt52h', NULL, NULL, NULL, 'abc', '', 'sha256:a924b6eab5fb26f4b92eafb68160fed8110e55d4a80ae31be86c8eed72a1babc'),
(5, 'default', 'rec_jm4tg8tcn3adb84h85sd2dt52h', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'decision', 'context', 7, 'Use spaces.', 11, 'sha256:fbee04054abd48f574ac7a8866edcc90add45bdf4852b2b04d3d2166bfd7ade5', 'layout', 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '["rec_3xvbnxyhwnbpf6kn63csf5yp98"]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:a924b6eab5fb26f4b92eafb68160fed8110e55d4a80ae31be86c8eed72a1babc'),
(6, 'default', 'rec_tvjt1kgk86y5yedwkc516av602', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'checkpoint', 'context', 8, 'The parser handles blocks.', 26, 'sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630', NULL, 'superseded', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', 'rec_kaswkp9e63htexezca8d6h7hvz', NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(7, 'default', 'rec_695yrqb8xqqj2bym90g39b5er1', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'decision', 'context', 7, 'Blocks are 4 KB.', 16, 'sha256:a5abb1573c6d854fe50d638999975ffe555cca2cacd0a9018aa636b14ba0c761', 'block size', 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:ac1290c6233fb8331ebe2d3ec6d3ccf12956fcf052bc822bc61dbb93bc37bf35'),
(8, 'default', 'rec_0m1r2p6m5rqvxbsdhfdj3c50sd', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'open_loop', 'context', 7, 'Measure the basilisk block size.', 32, 'sha256:1d7a3aacfb1505eff5f3a433c349687bfaed89c04cd1920394dea98720cf271f', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(9, 'default', 'rec_a32qqx9eepxg0ghskghtzxwgag', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'open_loop', 'context', 7, 'Name the module.', 16, 'sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd', NULL, 'resolved', 'end_session', 1, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', NULL, '2026-01-05T09:07:00.000Z', NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(10, 'default', 'rec_x4jjd6fczfxzby7zq5dwkrqvgz', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'preference', 'preference', 6, 'Short commits.', 14, 'sha256:fd1789eecffa463504835f5f4c22e12e744762bff3bbac85cf1c87b4afb526fe', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(11, 'default', 'rec_v5k8367e8frjrtt19tp3mpsptw', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'constraint', 'lesson', 9, 'Node 20 stays supported.', 24, 'sha256:e39212d82bc4d339865efb05fca2f48867fd18d7bb10a98ea9981773f2c76b3c', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(12, 'default', 'rec_yvz7702zahpbxdehak05v99m1p', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'warning', 'lesson', 8, 'The cache is not thread safe.', 29, 'sha256:6df9596726e1dbc70736b28a47c821616b8ed34a5b74ace3fc4a2aa7d26d25cc', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(13, 'default', 'rec_k9r5x8yvxsxpqkvj9mf0nxzzjp', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'lesson', 'lesson', 7, 'Reading by line was slow.', 25, 'sha256:54f49efe0a18738231730e1a1b5722a7abc8e268c8882188e72ae16f32142012', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(14, 'default', 'rec_jwmtzdvpw9b1nfprkw2204ezws', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'relational_delta', 'relationship', 8, 'Ada prefers to review in the morning.', 37, 'sha256:cb9cd08d69d6eefcb6dd6804f7f806eb9e258748117937b1a92e0d3824cb8882', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(15, 'default', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'next_session_focus', 'context', 7, 'Measure.', 8, 'sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e', NULL, 'superseded', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', 'rec_kaswkp9e63htexezca8d6h7hvz', NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(16, 'default', 'rec_kaswkp9e63htexezca8d6h7hvz', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'checkpoint', 'context', 8, 'Half measured.', 14, 'sha256:7a700c9409e000ef687f0cb68a84f3839c5215445329bbb876673086e061f278', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(17, 'default', 'rec_wat9a2yx1hm72ppcvb25cxv6xr', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'ses_random3', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'checkpoint', 'context', 8, 'Given up.', 9, 'sha256:9ebb2b423ff11ae7b5d5e80d8a4a9df0fa39ca26d890186cfa90c872008d94e1', NULL, 'withheld', 'end_session', 0, '/repos/anvil', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1'),
(18, 'default', 'rec_a6ks7ke73xmv07bpa3bnet1zne', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'ses_random3', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'open_loop', 'context', 7, 'Nobody does this.', 17, 'sha256:437bae126c578d246534d0ef3ef2b8370d57339e0b09255d34f6389fc65321f9', NULL, 'withheld', 'end_session', 0, '/repos/anvil', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc', '', 'sha256:2d6dd207830e2dc852145c478f074544f4bbd248931e997b9034c1e38d46f1b1');
INSERT INTO "record_versions" (workspace, record_id, version, body) VALUES
('default', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 1, '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","type":"memory","category":"general","importance":5,"content":"The wyvern parser reads one line at a time.","digest":"sha256:dfc11eaf954e9e1978f10a1732a234bb626a0d172ad96fb44c17f0d580757392","subject":"parser","status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":null,"source":"store_memory","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:00:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:00:00.000Z","version":1,"tags":["parsing"],"aliases":["lindworm"],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 1, '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","type":"decision","category":"context","importance":7,"content":"Use tabs.","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","subject":"layout","status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":null,"source":"store_memory","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:01:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:01:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_a32qqx9eepxg0ghskghtzxwgag', 1, '{"id":"rec_a32qqx9eepxg0ghskghtzxwgag","type":"open_loop","category":"context","importance":7,"content":"Name the module.","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd","subject":null,"status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":"hnd_873v981tkzy58gde019ma94h60","source":"end_session","position":1,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:02:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:02:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_tvjt1kgk86y5yedwkc516av602', 1, '{"id":"rec_tvjt1kgk86y5yedwkc516av602","type":"checkpoint","category":"context","importance":8,"content":"The parser handles blocks.","digest":"sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630","subject":null,"status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":"hnd_873v981tkzy58gde019ma94h60","source":"end_session","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:02:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:02:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_gggddtdzdmmzfrznkepvba8t4m', 1, '{"id":"rec_gggddtdzdmmzfrznkepvba8t4m","type":"next_session_focus","category":"context","importance":7,"content":"Measure.","digest":"sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e","subject":null,"status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":"hnd_873v981tkzy58gde019ma94h60","source":"end_session","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:02:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:02:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}');
INSERT INTO "record_counts" (workspace, project_id, type, state, count) VALUES
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'memory', 'active', 1),
('default', '', 'preference', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'constraint', 'active', 2),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'decision', 'active', 2),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'decision', 'superseded', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'checkpoint', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'open_loop', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'preference', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'warning', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'lesson', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'relational_delta', 'active', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'next_session_focus', 'active', 0),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'open_loop', 'resolved', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'checkpoint', 'superseded', 1),
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'next_session_focus', 'superseded', 1),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'checkpoint', 'active', 0),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'open_loop', 'active', 0),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'checkpoint', 'withheld', 1),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'open_loop', 'withheld', 1);
INSERT INTO "notes" (seq, workspace, id, session_id, project_id, summary, session_number, title, occurred_at, body, visibility, created_at, updated_at, version, digest) VALUES
(1, 'default', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'The griffon test is red.', NULL, 'Morning', NULL, '{"events":["Broke `src/app/a.ts`."],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null}', 'public', '2026-01-05T09:01:00.000Z', '2026-01-05T09:01:00.000Z', 2, 'sha256:37ba855f582ee12ef0e9cf4037290179fb35ccb7198417560db71c1d1fe9adba'),
(2, 'default', 'not_8e1g37425qssv3b1wx283bgac3', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'A good day.', NULL, 'Session summary', NULL, '{"events":[],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null}', 'public', '2026-01-05T09:02:00.000Z', '2026-01-05T09:02:00.000Z', 1, 'sha256:524d48d97b7f362bf016828d69bd4197b64f9436307ed0506dd3b9573985d593');
INSERT INTO "note_versions" (workspace, note_id, version, body) VALUES
('default', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 1, '{"events":["Broke `src/app/a.ts`."],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null,"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","summary":"The griffon test was green.","sessionNumber":null,"title":"Morning","occurredAt":null,"visibility":"public","createdAt":"2026-01-05T09:01:00.000Z","updatedAt":"2026-01-05T09:01:00.000Z","version":1}');
INSERT INTO "turns" (workspace, session_id, number, at, who, what, event_id, digest) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 1, '2026-01-05T09:00:00.000Z', 'claude-code', 'Stored a memory (rec_gzzjkbm1br0aaq9eqcmwhhprqa).', NULL, 'sha256:714aa6eb3242ec99e1d442ed0ac1cf13157371ee294ed83ef39995be6a1a5636'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 2, '2026-01-05T09:01:00.000Z', 'claude-code', 'Updated the memory (rec_gzzjkbm1br0aaq9eqcmwhhprqa).', NULL, 'sha256:f34f40732bc49057f4b8d7a128b371246fbf61d2eb6250bd6bf5ca6b10c45da6'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 3, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a preference (rec_ga18sakv0v4pewzmxebqt3sxeq).', NULL, 'sha256:1370ca70e8f97bae2ae9c145ecf8a76acfd13d5149b7ac5630d648b1523cda07'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 4, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a constraint (rec_5ztt593jdrxh59j267q2cs3b4m).', NULL, 'sha256:a824595b4c81ebe11d16990b029716277ea1eb81cd9c1780fd90f90103b8761a'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 5, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a decision (rec_3xvbnxyhwnbpf6kn63csf5yp98).', NULL, 'sha256:630e5a5253b343e5c76748558042171f79c38c7b09f9d04d9f41c36a55f77ed2'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 6, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a decision (rec_jm4tg8tcn3adb84h85sd2dt52h).', NULL, 'sha256:b0d4526da130d8fdaf773631ab8c757245d9bb27c3397d7814d94c73931a3899'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 7, '2026-01-05T09:01:00.000Z', 'claude-code', 'Note: Morning: The griffon test was green.', NULL, 'sha256:b3cb1663ee0a57017f9d666b90e219e5d255c798bfd2d15257b0c86cd2f66f00'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 8, '2026-01-05T09:01:00.000Z', 'claude-code', 'Note revised: Morning: The griffon test is red.', NULL, 'sha256:252e72a9109e445b0f89189b519cf3f974c04fee21b2127786aa17bd2313728b'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 9, '2026-01-05T09:02:00.000Z', 'claude-code', 'Handoff: 1 checkpoint, 1 decision, 2 open loops, 1 preference, 1 constraint, 1 warning, 1 lesson, 1 relational delta, 1 focus.', NULL, 'sha256:f9ca00fe4f9417f55a56ff65eb792fe67d758750dbb1f5973eb8c04612516a1f'),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 1, '2026-01-05T09:07:00.000Z', 'claude-code', 'Handoff: 1 checkpoint.', NULL, 'sha256:88c705f6c2fefdd384c7bb9329e798b310d46ffe62761a7442917094719759e7'),
('default', 'ses_random3', 1, '2026-01-05T09:07:00.000Z', 'claude-code', 'Handoff: 1 checkpoint, 1 open loop.', NULL, 'sha256:5cccef56894ca832b7cb44991e06e0b1a58a0eaa3417e60d064d9c1148447d2e'),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 2, '2026-01-05T09:08:00.000Z', 'claude-code', 'I polished the lens of the hydra.', NULL, 'sha256:fb1638da5475051b29a6ec59e857b2f1a17c84e1ae84096d1a41328dc85304ef'),
('default', 'ses_random5', 1, '2026-01-05T09:09:00.000Z', 'Mira', 'Mira climbs the manticore tower.', 'evt_tgp0nxy7q7xsyy06zf96gtw0z9', 'sha256:84602a691c04bb7b988e00d7f2d4170855a68a79172e755d27b6927f6e2b99e2'),
('default', 'ses_random5', 2, '2026-01-05T09:11:00.000Z', 'Mira', 'Mira rests.', 'evt_tdpfdycxbskxrzmkx3363xsk3d', 'sha256:5c67f818bbd0f4c0f8ecf24c88c40eff0932e4d924853abe1dcff4cfb1b3e9a8'),
('default', 'ses_random5', 3, '2026-01-05T09:12:00.000Z', 'Mira', 'Mira runs.', 'evt_g9sbr6x8fmzfrz1x6gmgsqg3zn', 'sha256:e6db376434bdfb9830732aadab61d27c586778d894394d1e4698eea948f5652b');
INSERT INTO "session_files" (workspace, session_id, path, at) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'src/app/a.ts', '2026-01-05T09:01:00.000Z');
INSERT INTO "handoffs" (workspace, id, session_id, project_id, digest, derived, body, created_at) VALUES
('default', 'hnd_873v981tkzy58gde019ma94h60', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169', 0, '{"sources":[],"stored":{"checkpoint":1,"decision":1,"open_loop":2,"preference":1,"constraint":1,"warning":1,"lesson":1,"relational_delta":1,"next_session_focus":1},"adoptedIds":[],"supersededIds":[],"resolvedLoopIds":[],"noteId":"not_8e1g37425qssv3b1wx283bgac3","redacted":{},"answer":{"turnCount":9,"activeMs":120000,"orientationScore":100,"gapCount":0}}', '2026-01-05T09:02:00.000Z'),
('default', 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'ses_jy14kt19k680yq5k3v66z671j4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82', 0, '{"sources":[],"stored":{"checkpoint":1},"adoptedIds":[],"supersededIds":["rec_tvjt1kgk86y5yedwkc516av602","rec_gggddtdzdmmzfrznkepvba8t4m"],"resolvedLoopIds":["rec_a32qqx9eepxg0ghskghtzxwgag"],"noteId":null,"redacted":{},"answer":{"turnCount":1,"activeMs":0,"orientationScore":100,"gapCount":0}}', '2026-01-05T09:07:00.000Z'),
('default', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'ses_random3', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0', 0, '{"sources":[],"stored":{"checkpoint":1,"open_loop":1},"adoptedIds":[],"supersededIds":[],"resolvedLoopIds":[],"noteId":null,"redacted":{},"answer":{"turnCount":1,"activeMs":0,"orientationScore":83,"gapCount":0}}', '2026-01-05T09:07:00.000Z');
INSERT INTO "idempotency_keys" (workspace, key, handoff_id) VALUES
('default', 'sha256:3998fbdb8d844aa01d03de09b39b7b082e03bee469c40387bf2fedb81b1883f8', 'hnd_873v981tkzy58gde019ma94h60');
INSERT INTO "journal" (position, workspace, at, stream, type, data) VALUES
(1, 'default', '2026-01-05T09:00:00.000Z', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'project.created', '{}'),
(2, 'default', '2026-01-05T09:00:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.started', '{"id":"ses_rbpwdnshsh5ve128cy59gr8n13","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","kind":"work","title":"sha256:f811a127c8824e7a1aee6dcc669da7742988e6870731a346c9092406bdd5e4b6","agent":null,"client":"claude-code","clientSessionId":"client-1","predecessorId":null,"worktree":"/repos/ledger","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(3, 'default', '2026-01-05T09:00:00.000Z', 'rcp_random1', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":474}'),
(4, 'default', '2026-01-05T09:00:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":49}'),
(5, 'default', '2026-01-05T09:00:00.000Z', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'record.stored', '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","digest":"sha256:dfc11eaf954e9e1978f10a1732a234bb626a0d172ad96fb44c17f0d580757392","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"memory","source":"store_memory"}'),
(6, 'default', '2026-01-05T09:01:00.000Z', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'record.updated', '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","digest":"sha256:ec238092b9a8a578de46fd94ce50d72edb66c92aa5eb035b45352d6ea414fa97","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","status":"active"}'),
(7, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":52}'),
(8, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":53}'),
(9, 'default', '2026-01-05T09:01:00.000Z', 'rec_ga18sakv0v4pewzmxebqt3sxeq', 'record.stored', '{"id":"rec_ga18sakv0v4pewzmxebqt3sxeq","digest":"sha256:0e1a96b69bfc46c92921201fc6cfbb8ef938d21b252f6a47117ea36f399e47c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"preference","source":"store_memory"}'),
(10, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":53}'),
(11, 'default', '2026-01-05T09:01:00.000Z', 'rec_5ztt593jdrxh59j267q2cs3b4m', 'record.stored', '{"id":"rec_5ztt593jdrxh59j267q2cs3b4m","digest":"sha256:bfb5d0458826bb2872ebc7ca315fd18ece7959fb60770a5cf93bc0e9a5dc461e","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"constraint","source":"store_memory"}'),
(12, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":51}'),
(13, 'default', '2026-01-05T09:01:00.000Z', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'record.stored', '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"decision","source":"store_memory"}'),
(14, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":51}'),
(15, 'default', '2026-01-05T09:01:00.000Z', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'record.superseded', '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","by":"rec_jm4tg8tcn3adb84h85sd2dt52h"}'),
(16, 'default', '2026-01-05T09:01:00.000Z', 'rec_jm4tg8tcn3adb84h85sd2dt52h', 'record.stored', '{"id":"rec_jm4tg8tcn3adb84h85sd2dt52h","digest":"sha256:fbee04054abd48f574ac7a8866edcc90add45bdf4852b2b04d3d2166bfd7ade5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"decision","source":"store_memory"}'),
(17, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":42}'),
(18, 'default', '2026-01-05T09:01:00.000Z', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'note.added', '{"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","version":1,"digest":"sha256:1c314fff6c19b1a40de9fb9abcb66e6ec530e8a806b2549ebe2d83ed3dfa6661"}'),
(19, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":47}'),
(20, 'default', '2026-01-05T09:01:00.000Z', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'note.revised', '{"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","version":2,"digest":"sha256:6d1c82870c1ca6449ab8acccf8b7753471877208315443eddd9f99f37cc2fcc2"}'),
(21, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":126}'),
(22, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'handoff.written', '{"handoffId":"hnd_873v981tkzy58gde019ma94h60","digest":"sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169","isDerived":false}'),
(23, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.ended', '{}'),
(24, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'orientation.scored', '{"score":100,"gapCount":0}'),
(25, 'default', '2026-01-05T09:02:00.000Z', 'rec_tvjt1kgk86y5yedwkc516av602', 'record.stored', '{"id":"rec_tvjt1kgk86y5yedwkc516av602","digest":"sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"checkpoint","source":"end_session"}'),
(26, 'default', '2026-01-05T09:02:00.000Z', 'rec_695yrqb8xqqj2bym90g39b5er1', 'record.stored', '{"id":"rec_695yrqb8xqqj2bym90g39b5er1","digest":"sha256:a5abb1573c6d854fe50d638999975ffe555cca2cacd0a9018aa636b14ba0c761","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"decision","source":"end_session"}'),
(27, 'default', '2026-01-05T09:02:00.000Z', 'rec_0m1r2p6m5rqvxbsdhfdj3c50sd', 'record.stored', '{"id":"rec_0m1r2p6m5rqvxbsdhfdj3c50sd","digest":"sha256:1d7a3aacfb1505eff5f3a433c349687bfaed89c04cd1920394dea98720cf271f","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"open_loop","source":"end_session"}'),
(28, 'default', '2026-01-05T09:02:00.000Z', 'rec_a32qqx9eepxg0ghskghtzxwgag', 'record.stored', '{"id":"rec_a32qqx9eepxg0ghskghtzxwgag","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"open_loop","source":"end_session"}'),
(29, 'default', '2026-01-05T09:02:00.000Z', 'rec_x4jjd6fczfxzby7zq5dwkrqvgz', 'record.stored', '{"id":"rec_x4jjd6fczfxzby7zq5dwkrqvgz","digest":"sha256:fd1789eecffa463504835f5f4c22e12e744762bff3bbac85cf1c87b4afb526fe","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"preference","source":"end_session"}'),
(30, 'default', '2026-01-05T09:02:00.000Z', 'rec_v5k8367e8frjrtt19tp3mpsptw', 'record.stored', '{"id":"rec_v5k8367e8frjrtt19tp3mpsptw","digest":"sha256:e39212d82bc4d339865efb05fca2f48867fd18d7bb10a98ea9981773f2c76b3c","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"constraint","source":"end_session"}'),
(31, 'default', '2026-01-05T09:02:00.000Z', 'rec_yvz7702zahpbxdehak05v99m1p', 'record.stored', '{"id":"rec_yvz7702zahpbxdehak05v99m1p","digest":"sha256:6df9596726e1dbc70736b28a47c821616b8ed34a5b74ace3fc4a2aa7d26d25cc","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"warning","source":"end_session"}'),
(32, 'default', '2026-01-05T09:02:00.000Z', 'rec_k9r5x8yvxsxpqkvj9mf0nxzzjp', 'record.stored', '{"id":"rec_k9r5x8yvxsxpqkvj9mf0nxzzjp","digest":"sha256:54f49efe0a18738231730e1a1b5722a7abc8e268c8882188e72ae16f32142012","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"lesson","source":"end_session"}'),
(33, 'default', '2026-01-05T09:02:00.000Z', 'rec_jwmtzdvpw9b1nfprkw2204ezws', 'record.stored', '{"id":"rec_jwmtzdvpw9b1nfprkw2204ezws","digest":"sha256:cb9cd08d69d6eefcb6dd6804f7f806eb9e258748117937b1a92e0d3824cb8882","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"relational_delta","source":"end_session"}'),
(34, 'default', '2026-01-05T09:02:00.000Z', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'record.stored', '{"id":"rec_gggddtdzdmmzfrznkepvba8t4m","digest":"sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","recordType":"next_session_focus","source":"end_session"}'),
(35, 'default', '2026-01-05T09:02:00.000Z', 'not_8e1g37425qssv3b1wx283bgac3', 'note.added', '{"id":"not_8e1g37425qssv3b1wx283bgac3","version":1,"digest":"sha256:c559f08834c6be0b8f90bdd80392272037372aa30db67d0982486e43def50cfa"}'),
(36, 'default', '2026-01-05T09:07:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.succeeded', '{"successorId":"ses_jy14kt19k680yq5k3v66z671j4"}'),
(37, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.started', '{"id":"ses_jy14kt19k680yq5k3v66z671j4","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","kind":"work","title":null,"agent":null,"client":"claude-code","clientSessionId":"client-2","predecessorId":"ses_rbpwdnshsh5ve128cy59gr8n13","worktree":"/repos/ledger","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(38, 'default', '2026-01-05T09:07:00.000Z', 'rcp_random2', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":1650}'),
(39, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'turn.taken', '{"chars":22}'),
(40, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'handoff.written', '{"handoffId":"hnd_8g7brjzppzt6yfskyd5nry2rpk","digest":"sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82","isDerived":false}'),
(41, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.paused', '{}'),
(42, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'orientation.scored', '{"score":100,"gapCount":0}'),
(43, 'default', '2026-01-05T09:07:00.000Z', 'rec_a32qqx9eepxg0ghskghtzxwgag', 'record.resolved', '{"id":"rec_a32qqx9eepxg0ghskghtzxwgag","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd","sessionId":"ses_jy14kt19k680yq5k3v66z671j4"}'),
(44, 'default', '2026-01-05T09:07:00.000Z', 'rec_tvjt1kgk86y5yedwkc516av602', 'record.superseded', '{"id":"rec_tvjt1kgk86y5yedwkc516av602","digest":"sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630","sessionId":"ses_jy14kt19k680yq5k3v66z671j4","by":"rec_kaswkp9e63htexezca8d6h7hvz"}'),
(45, 'default', '2026-01-05T09:07:00.000Z', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'record.superseded', '{"id":"rec_gggddtdzdmmzfrznkepvba8t4m","digest":"sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e","sessionId":"ses_jy14kt19k680yq5k3v66z671j4","by":"rec_kaswkp9e63htexezca8d6h7hvz"}'),
(46, 'default', '2026-01-05T09:07:00.000Z', 'rec_kaswkp9e63htexezca8d6h7hvz', 'record.stored', '{"id":"rec_kaswkp9e63htexezca8d6h7hvz","digest":"sha256:7a700c9409e000ef687f0cb68a84f3839c5215445329bbb876673086e061f278","sessionId":"ses_jy14kt19k680yq5k3v66z671j4","recordType":"checkpoint","source":"end_session"}'),
(47, 'default', '2026-01-05T09:07:00.000Z', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'project.created', '{}'),
(48, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.started', '{"id":"ses_random3","projectId":"prj_8j3r1mwqga9fm2s6459s8ty4xg","kind":"work","title":null,"agent":null,"client":"claude-code","clientSessionId":null,"predecessorId":null,"worktree":"/repos/anvil","branch":"main","head":"abc","hasHooks":false,"isImplicit":true}'),
(49, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'turn.taken', '{"chars":35}'),
(50, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'handoff.written', '{"handoffId":"hnd_mxqqj4msagyr24jg0hcqh7hmtr","digest":"sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0","isDerived":false}'),
(51, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.ended', '{}'),
(52, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'orientation.scored', '{"score":83,"gapCount":0}'),
(53, 'default', '2026-01-05T09:07:00.000Z', 'rec_wat9a2yx1hm72ppcvb25cxv6xr', 'record.stored', '{"id":"rec_wat9a2yx1hm72ppcvb25cxv6xr","digest":"sha256:9ebb2b423ff11ae7b5d5e80d8a4a9df0fa39ca26d890186cfa90c872008d94e1","sessionId":"ses_random3","recordType":"checkpoint","source":"end_session"}'),
(54, 'default', '2026-01-05T09:07:00.000Z', 'rec_a6ks7ke73xmv07bpa3bnet1zne', 'record.stored', '{"id":"rec_a6ks7ke73xmv07bpa3bnet1zne","digest":"sha256:437bae126c578d246534d0ef3ef2b8370d57339e0b09255d34f6389fc65321f9","sessionId":"ses_random3","recordType":"open_loop","source":"end_session"}'),
(55, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.closed', '{"reason":"sha256:780fb6ec0503a7207fa90743f5844d1fbb5aa63a9a6ee6bc75565a053f7a937f","epitaph":"sha256:e30f8d1b4c4d25fc8586eb1604491310af8ff83edacd2710cef4672157bb513d","policy":"closed_without_successor"}'),
(56, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.resumed', '{"clientSessionId":"talk","branch":"main","head":"abc"}'),
(57, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'hooks.attached', '{}'),
(58, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'transcript.recorded', '{"path":"/tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl"}'),
(59, 'default', '2026-01-05T09:07:00.000Z', 'rcp_random4', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":720}'),
(60, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'turn.taken', '{"chars":33}'),
(61, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.heard', '{}'),
(62, 'default', '2026-01-05T09:08:00.000Z', 'cap_35mxz1nwrkha5167ckjeyqwx6g', 'capture.kept', '{"sessionId":"ses_jy14kt19k680yq5k3v66z671j4","reason":"compaction"}'),
(63, 'default', '2026-01-05T09:08:00.000Z', 'cap_35mxz1nwrkha5167ckjeyqwx6g', 'capture.summarised', '{}'),
(64, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.heard', '{}'),
(65, 'default', '2026-01-05T09:08:00.000Z', 'cap_9gpvpd8ewv0jm5422kcgqekxtz', 'capture.kept', '{"sessionId":"ses_jy14kt19k680yq5k3v66z671j4","reason":"asked"}'),
(66, 'default', '2026-01-05T09:08:00.000Z', 'cap_9gpvpd8ewv0jm5422kcgqekxtz', 'capture.reviewed', '{}'),
(67, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'project.created', '{}'),
(68, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.saved', '{"branch":"main","turn":0,"version":1,"targets":[],"entities":0,"events":[],"digest":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}'),
(69, 'default', '2026-01-05T09:08:00.000Z', 'ses_random5', 'session.started', '{"id":"ses_random5","projectId":"prj_ga96nkhw5wsss5e69bjj10y2wz","kind":"game","title":null,"agent":null,"client":"claude-code","clientSessionId":null,"predecessorId":null,"worktree":"/repos/games","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(70, 'default', '2026-01-05T09:08:00.000Z', 'rcp_random6', 'orientation.delivered', '{"projectId":"prj_ga96nkhw5wsss5e69bjj10y2wz","chars":714}'),
(71, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.changed', '{"branch":"main","turn":0,"version":2,"targets":["ent_0zn2egm8ae0adh334gkcx1rsx9"],"entities":1,"events":[],"digest":"sha256:2ee510b23a6398b2f250138a0db2ea32c4a5623f80243a640c62b249c3fd8de5"}'),
(72, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.changed', '{"branch":"main","turn":0,"version":3,"targets":["ent_qcsd28sh5kjwr36z7qp2myjfm4"],"entities":1,"events":[],"digest":"sha256:8692970d533ab201d61df84430bdddb37a9b68e1a62e18a1b8b5df045e651f8e"}'),
(73, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.changed', '{"branch":"main","turn":0,"version":4,"targets":["ent_m0hg8jmmyzpjfjmac8e27rqqfp"],"entities":1,"events":[],"digest":"sha256:4061c131b606ff7d3360d7c11b5818504646bfe5297bda68c95bbf79097f1f84"}'),
(74, 'default', '2026-01-05T09:09:00.000Z', 'ses_random5', 'turn.taken', '{"chars":53}'),
(75, 'default', '2026-01-05T09:09:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.turn', '{"branch":"main","turn":1,"version":5,"targets":["ent_0zn2egm8ae0adh334gkcx1rsx9"],"entities":1,"events":["evt_tgp0nxy7q7xsyy06zf96gtw0z9"],"digest":"sha256:b4188520af40dbe2b8803439718999c2999fc2167fb2b1b484025eff252a97df"}'),
(76, 'default', '2026-01-05T09:10:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.changed', '{"branch":"main","turn":1,"version":6,"targets":["ent_qcsd28sh5kjwr36z7qp2myjfm4"],"entities":1,"events":[],"digest":"sha256:e7cbc9f586554a2907d9807f3c09e2446a51d64674c7e47e6143739472ee6eab"}'),
(77, 'default', '2026-01-05T09:10:00.000Z', 'ses_random5', 'session.heard', '{}'),
(78, 'default', '2026-01-05T09:10:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.event', '{"branch":"main","turn":1,"version":7,"targets":[],"entities":0,"events":["evt_esqk0ptnv8c9p0425zr28dkg18"],"digest":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}'),
(79, 'default', '2026-01-05T09:10:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.changed', '{"branch":"main","turn":1,"version":8,"targets":["state"],"entities":0,"events":[],"digest":"sha256:4c0405e5afcdfa907fa87d42396907c8af8e0bf1e3b1065043405dfb60df8bef"}'),
(80, 'default', '2026-01-05T09:11:00.000Z', 'ses_random5', 'turn.taken', '{"chars":11}'),
(81, 'default', '2026-01-05T09:11:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.turn', '{"branch":"main","turn":2,"version":9,"targets":[],"entities":0,"events":["evt_tdpfdycxbskxrzmkx3363xsk3d"],"digest":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}'),
(82, 'default', '2026-01-05T09:12:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.rewound', '{"branch":"brn_tyjzm2kq8rapad7f9n6rx5w5qs","turn":1,"version":10,"targets":[],"entities":0,"events":[],"digest":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}'),
(83, 'default', '2026-01-05T09:12:00.000Z', 'ses_random5', 'turn.taken', '{"chars":10}'),
(84, 'default', '2026-01-05T09:12:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'campaign.turn', '{"branch":"brn_tyjzm2kq8rapad7f9n6rx5w5qs","turn":2,"version":11,"targets":[],"entities":0,"events":["evt_g9sbr6x8fmzfrz1x6gmgsqg3zn"],"digest":"sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}');
INSERT INTO "receipts" (seq, workspace, id, project_id, session_id, door, client, client_session_id, at, chars, body) VALUES
(1, 'default', 'rcp_random1', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'mcp', 'claude-code', 'client-1', '2026-01-05T09:00:00.000Z', 474, '{"budget":8000,"score":0,"gapCount":2,"sections":[{"name":"gaps","total":2,"shown":2,"shortened":0,"leftOut":0}]}'),
(2, 'default', 'rcp_random2', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'mcp', 'claude-code', 'client-2', '2026-01-05T09:07:00.000Z', 1650, '{"budget":8000,"score":100,"gapCount":1,"sections":[{"name":"constraints","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"warnings","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"checkpoint","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"focus","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"open_loops","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"lessons","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"decisions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"preferences","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"relational_delta","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"sessions","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"memories","total":1,"shown":0,"shortened":0,"leftOut":1},{"name":"gaps","total":1,"shown":1,"shortened":0,"leftOut":0}]}'),
(3, 'default', 'rcp_random4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'mcp', 'claude-code', 'talk', '2026-01-05T09:07:00.000Z', 720, '{"budget":3823,"score":61,"gapCount":0,"sections":[{"name":"own","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"constraints","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"warnings","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"open_loops","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"lessons","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"decisions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"preferences","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"relational_delta","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"sessions","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"memories","total":1,"shown":0,"shortened":0,"leftOut":1}]}'),
(4, 'default', 'rcp_random6', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'mcp', 'claude-code', NULL, '2026-01-05T09:08:00.000Z', 714, '{"budget":8000,"score":0,"gapCount":2,"sections":[{"name":"preferences","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"gaps","total":2,"shown":2,"shortened":0,"leftOut":0}]}');
INSERT INTO "campaigns" (workspace, project_id, body, state, branch_id, turn, created_at, updated_at, version) VALUES
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', '{"description":"Dust.","dmName":null,"setting":null,"rules":{"system":"5e"}}', '{"location":"The Ruin","in_game_date":null,"in_combat":false,"initiative":[],"current_turn":null,"round":0,"party_funds":{},"flags":{"bell":"rung"}}', 'brn_tyjzm2kq8rapad7f9n6rx5w5qs', 2, '2026-01-05T09:08:00.000Z', '2026-01-05T09:12:00.000Z', 11);
INSERT INTO "campaign_branches" (workspace, project_id, id, parent_id, forked_at, head_turn, reason, created_at) VALUES
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', NULL, 0, 2, NULL, '2026-01-05T09:08:00.000Z'),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'brn_tyjzm2kq8rapad7f9n6rx5w5qs', 'main', 1, 2, 'Too soon.', '2026-01-05T09:12:00.000Z');
INSERT INTO "entities" (seq, workspace, id, project_id, kind, name, name_key, fields, visibility, private_to, is_removed, created_at, updated_at) VALUES
(1, 'default', 'ent_0zn2egm8ae0adh334gkcx1rsx9', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'character', 'Mira', 'mira', '{"role":"player","player":null,"race":null,"classes":[],"abilities":{},"hit_points":{"current":8,"max":12,"temporary":0},"conditions":[],"slots":{},"inventory":[],"notes":null,"secret_notes":"Heir of the sphinx."}', 'public', '[]', 0, '2026-01-05T09:08:00.000Z', '2026-01-05T09:09:00.000Z'),
(2, 'default', 'ent_qcsd28sh5kjwr36z7qp2myjfm4', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'location', 'The Ruin', 'the ruin', '{"description":null,"secret":null,"is_visited":false,"connections":[]}', 'public', '[]', 0, '2026-01-05T09:08:00.000Z', '2026-01-05T09:10:00.000Z'),
(3, 'default', 'ent_m0hg8jmmyzpjfjmac8e27rqqfp', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'npc', 'The Abbot', 'the abbot', '{"status":"alive","location":null,"faction":null,"attitude":null,"known":null,"truth":null}', 'dm_only', '[]', 0, '2026-01-05T09:08:00.000Z', '2026-01-05T09:08:00.000Z');
INSERT INTO "campaign_events" (seq, workspace, id, project_id, branch_id, turn, is_turn, session_id, type, importance, visibility, at, body) VALUES
(1, 'default', 'evt_tgp0nxy7q7xsyy06zf96gtw0z9', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 1, 1, 'ses_random5', 'roleplay', 3, 'public', '2026-01-05T09:09:00.000Z', '{"private_to":[],"title":null,"description":"Mira climbs the manticore tower.","narration":"The manticore sleeps.","context":null,"actor":"Mira","characters":["Mira"],"location":null,"tags":[],"rolls":[],"effects":[{"kind":"hit_points","who":"Mira","from":10,"to":8,"max":12,"visibility":"public","private_to":[]}],"inGameDate":null,"occurredAt":null}'),
(2, 'default', 'evt_esqk0ptnv8c9p0425zr28dkg18', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 1, 0, 'ses_random5', 'exploration', 3, 'public', '2026-01-05T09:10:00.000Z', '{"private_to":[],"title":null,"description":"A cockatrice egg.","narration":null,"context":null,"actor":null,"characters":[],"location":null,"tags":[],"rolls":[],"effects":[],"inGameDate":null,"occurredAt":null}'),
(3, 'default', 'evt_tdpfdycxbskxrzmkx3363xsk3d', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 2, 1, 'ses_random5', 'roleplay', 3, 'public', '2026-01-05T09:11:00.000Z', '{"private_to":[],"title":null,"description":"Mira rests.","narration":null,"context":null,"actor":"Mira","characters":["Mira"],"location":"The Ruin","tags":[],"rolls":[],"effects":[],"inGameDate":null,"occurredAt":null}'),
(4, 'default', 'evt_g9sbr6x8fmzfrz1x6gmgsqg3zn', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'brn_tyjzm2kq8rapad7f9n6rx5w5qs', 2, 1, 'ses_random5', 'roleplay', 3, 'public', '2026-01-05T09:12:00.000Z', '{"private_to":[],"title":null,"description":"Mira runs.","narration":null,"context":null,"actor":"Mira","characters":["Mira"],"location":"The Ruin","tags":[],"rolls":[],"effects":[],"inGameDate":null,"occurredAt":null}');
INSERT INTO "campaign_patches" (workspace, project_id, branch_id, turn, number, target, before, after, at, given_up) VALUES
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 0, 1, 'ent_0zn2egm8ae0adh334gkcx1rsx9', '{}', '{"kind":"character","name":"Mira","visibility":"public","private_to":[],"is_removed":false,"created_at":"2026-01-05T09:08:00.000Z","fields.role":"player","fields.player":null,"fields.race":null,"fields.classes":[],"fields.abilities":{},"fields.hit_points":{"current":10,"max":12,"temporary":0},"fields.conditions":[],"fields.slots":{},"fields.inventory":[],"fields.notes":null,"fields.secret_notes":"Heir of the sphinx."}', '2026-01-05T09:08:00.000Z', NULL),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 0, 2, 'ent_qcsd28sh5kjwr36z7qp2myjfm4', '{}', '{"kind":"location","name":"École  de l’Été","visibility":"public","private_to":[],"is_removed":false,"created_at":"2026-01-05T09:08:00.000Z","fields.description":null,"fields.secret":null,"fields.is_visited":false,"fields.connections":[]}', '2026-01-05T09:08:00.000Z', NULL),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 0, 3, 'ent_m0hg8jmmyzpjfjmac8e27rqqfp', '{}', '{"kind":"npc","name":"The Abbot","visibility":"dm_only","private_to":[],"is_removed":false,"created_at":"2026-01-05T09:08:00.000Z","fields.status":"alive","fields.location":null,"fields.faction":null,"fields.attitude":null,"fields.known":null,"fields.truth":null}', '2026-01-05T09:08:00.000Z', NULL),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 1, 1, 'ent_0zn2egm8ae0adh334gkcx1rsx9', '{"fields.hit_points":{"current":10,"max":12,"temporary":0}}', '{"fields.hit_points":{"current":8,"max":12,"temporary":0}}', '2026-01-05T09:09:00.000Z', NULL),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 1, 2, 'ent_qcsd28sh5kjwr36z7qp2myjfm4', '{"name":"École  de l’Été"}', '{"name":"The Ruin"}', '2026-01-05T09:10:00.000Z', 'école de l’été'),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'main', 1, 3, 'state', '{"location":null,"flags":{}}', '{"location":"The Ruin","flags":{"bell":"rung"}}', '2026-01-05T09:10:00.000Z', NULL);
INSERT INTO "campaign_keys" (workspace, project_id, key, digest, event_id, answer) VALUES
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'sha256:974cad2dd603827b06e9e6affa3de03db5af2c12c045db679a7b1bef42b41a1c', 'sha256:f593725e2dbf4ca563b1e5a6412f48b8869d1cebd99c43142dcf274eb0d4d625', 'evt_tgp0nxy7q7xsyy06zf96gtw0z9', '{"version":5,"unchanged":[],"resumedFrom":null,"isBeginning":false}');
INSERT INTO "captures" (seq, workspace, id, project_id, session_id, at, reason, client_summary, reviewed_at, handoff_id, bytes, body, content, digest, facts_digest, reason_digest) VALUES
(1, 'default', 'cap_35mxz1nwrkha5167ckjeyqwx6g', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', '2026-01-05T09:08:00.000Z', 'compaction', 'A lens was polished.', NULL, NULL, 600, '{"note":"manual","transcriptPath":"/tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl","firstLine":1,"lastLine":2,"messageCount":2,"charCount":54,"skippedBytes":0,"redacted":{}}', 'nZNNb9swDIb/SsCzWsTZRzHdgp2HFUuAASty4CzaIiJLnkhvKwL/98GO7XrDgBa9mSKt96H48gI1i4K9wE/KwimC3RnIKSnY2IVgQFkDzUGmHx2JCtiHCwSOBLYwgAoWdtvd+5uiuCnujsWd3RZ29+72zYe338DAmaMDC4LswIDS76H+PhAKbdoUWPxGPW1Kzw1l3ASKAgZGpZHoqs1yCFx7BVthEDKgXY5gi/401nbkwD6cDJQpimbkOGIOByEJx3oNvXseesI8/gO2Ec+R5BYW/YHsE7tf+LiQlalpeJDfGqg40PA1YGYqsZ2opGsazExT2AZcOh1/+ZpZleI1+z1jLP2cT5lrXqo9yr7UoftZ3VN5nq71KB+HcJWuWQ+K2sl8AXpCNwcup7Yld1CURW9pZwTtxJPbL/5ouxC+PNniZCCm+6ezp+lJN/casSH3nxpNLk0lFXIgd0Q5L5cqV7wWDii6L9cOaSk6jvX8ZOlM8XNVresHo7/YAZNtM7XhEfrhGbrRU5fVGhRmzI9jLAyUGMJq7MsMt397okxNiyP6NeaolHPXzid9b6AhEazpdas2Ab5423rz2nd5flH6U/8H', 'sha256:d3a2a125cff3c5bf2b5609a8b6d2e16a3f3fbdf596f195de00e3942980dbb8b6', 'sha256:12366c37fb20e8129db062be89c6220fbe206a6b194d516a513e950fa10be1af', 'sha256:d4c32b936d6f5f77be8bb2c71534c032c6b29b84ea57826eee9fd1c27f8f535a'),
(2, 'default', 'cap_9gpvpd8ewv0jm5422kcgqekxtz', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', '2026-01-05T09:08:00.000Z', 'asked', NULL, '2026-01-05T09:08:00.000Z', NULL, 600, '{"note":"Before lunch.","transcriptPath":"/tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl","firstLine":1,"lastLine":2,"messageCount":2,"charCount":54,"skippedBytes":0,"redacted":{}}', 'nZNNb9swDIb/SsCzWsTZRzHdgp2HFUuAASty4CzaIiJLnkhvKwL/98GO7XrDgBa9mSKt96H48gI1i4K9wE/KwimC3RnIKSnY2IVgQFkDzUGmHx2JCtiHCwSOBLYwgAoWdtvd+5uiuCnujsWd3RZ29+72zYe338DAmaMDC4LswIDS76H+PhAKbdoUWPxGPW1Kzw1l3ASKAgZGpZHoqs1yCFx7BVthEDKgXY5gi/401nbkwD6cDJQpimbkOGIOByEJx3oNvXseesI8/gO2Ec+R5BYW/YHsE7tf+LiQlalpeJDfGqg40PA1YGYqsZ2opGsazExT2AZcOh1/+ZpZleI1+z1jLP2cT5lrXqo9yr7UoftZ3VN5nq71KB+HcJWuWQ+K2sl8AXpCNwcup7Yld1CURW9pZwTtxJPbL/5ouxC+PNniZCCm+6ezp+lJN/casSH3nxpNLk0lFXIgd0Q5L5cqV7wWDii6L9cOaSk6jvX8ZOlM8XNVresHo7/YAZNtM7XhEfrhGbrRU5fVGhRmzI9jLAyUGMJq7MsMt397okxNiyP6NeaolHPXzid9b6AhEazpdas2Ab5423rz2nd5flH6U/8H', 'sha256:d3a2a125cff3c5bf2b5609a8b6d2e16a3f3fbdf596f195de00e3942980dbb8b6', 'sha256:0b9f4d1ce60c9bede34096493feeff435daaaae9372387f6e2c35854371fd699', 'sha256:000b207d5f38fd7c8614c50f79c0d8aad4aaa7199fa2fe16a1b187463f56c383');
INSERT INTO "transcript_readings" (workspace, session_id, path, position, content, updated_at) VALUES
('default', 'ses_jy14kt19k680yq5k3v66z671j4', '/tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl', '{"offset":589,"line":2,"head":"sha256:bdd1dc1fe6770c450861594fb61af14867ada30e1d66e707c8773ba39461ee73","seam":"sha256:ba1b0516ce67290b69967f41f65c7fdc620c5b3a5257f0f5012ea1c919e8f822"}', 'nVNNb9swDP0rAc9qEWcfxXTLdh5WLAEGrMiBsxibiCx5Ir0tCPzfBzm26xUDWvRmks96j+TjBYRDSWBD572BikXBXuAXJeEYwG4MpBh1qiurn8GJfnYkKmAfLuA5ENjCACpY2Kw372+K4qa42xd3dl3YzbvbNx/efgcDJw4OLAiyAwNKfzL+3hMKrdroWeqV1rQqa24o4cpTEDAwMA2KrtwsO89VrWCP6IUMaJcC2KI/DNiOHNiHg4EyBtGEHAaZOeGjcKiWojfPix5l7p8IW0nNgeQWZv6s7DO733ielZWxaTjTrw0c2VP+yjITldiOqqRrGkxMY9h6nDsdfvmWWJXCtfojYSjrqR4TVzyja5Rtqbn7ib2m8jQ+W6N8yuGiXLHuFLWT6QGsCd0UuBTbltxOUWa+uZ1BaCc1ue3sj7bz/uujLQ4GQrx/zD1uT7qp14ANuf9gNLo4Qo7Intwe5TQ/qnzkJbFH0W25dEhLwXGoppHFE4Uvx+MSn43+YgeMtk3U+jP0eQzd4KnL4gwKM9SHNRYGSvR+sfZ5h+t/PVHGpsVB+jXmoJRS106Zvh+8QkFfdWijvBffWm9eO5XnzyTbXk6cPfXxrHTtN5HDq2Uvff8X', '2026-01-05T09:08:00.000Z');
INSERT INTO "client_processes" (workspace, process, client, client_session_id, session_id, at) VALUES
('default', 'machine 1 2', 'claude-code', 'talk', 'ses_jy14kt19k680yq5k3v66z671j4', '2026-01-05T09:08:00.000Z'),
('default', 'ses_random5 unknown', 'claude-code', '', 'ses_random5', '2026-01-05T09:08:00.000Z');
INSERT INTO "hook_calls" (workspace, digest, at) VALUES
('default', 'sha256:6c45cb72a36e63d522aa54ed8adbd7a29a989474f2f77e0458af8800564ef3cb', '2026-01-05T09:08:00.000Z'),
('default', 'sha256:b6b54201f23d00f5b719f532c30bc3362af2da4651d9a33cc0e94714d01c205c', '2026-01-05T09:08:00.000Z'),
('default', 'sha256:05f789d4bc8e0b1ac52c53a087592243da97a76aac9e9e3ace2d4d3679a43ca6', '2026-01-05T09:08:00.000Z');
INSERT INTO "record_vectors" (seq, workspace, model, dimension, stamp, digest, code, vector) VALUES
(14, 'default', 'hashed-words', 16, 2, 'sha256:cb9cd08d69d6eefcb6dd6804f7f806eb9e258748117937b1a92e0d3824cb8882', X'07500000', X'00004040000000400000803f000040c0000000c0000080bf000000c0000080bf000000c0000080bf00000000000000000000803f000000c000004040000000c0'),
(16, 'default', 'hashed-words', 16, 1, 'sha256:7a700c9409e000ef687f0cb68a84f3839c5215445329bbb876673086e061f278', X'a3530000', X'0000803f0000803f000080bf000080bf000080bf0000803f000080bf0000803f0000803f0000803f000080bf000080bf0000803f000080bf0000803f000080bf');
INSERT INTO "vector_queue" (workspace, seq) VALUES
('default', 1),
('default', 2),
('default', 3),
('default', 5),
('default', 7),
('default', 8),
('default', 10),
('default', 11),
('default', 12),
('default', 13);
INSERT INTO "vector_progress" (workspace, model, dimension, backlog, stamp, worker, worker_until) VALUES
('default', 'hashed-words', 16, 0, 2, 'dc72f0c8-dcda-4bf7-9c33-541551a72578', '2026-01-05T09:14:00.000Z');
INSERT INTO "texts" (seq, workspace, project_id, session_id, kind, ref, part, at, who, is_secret, content, pieces, digest, names, entity_kind) VALUES
(1, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session', 'ses_rbpwdnshsh5ve128cy59gr8n13', 0, '2026-01-05T09:00:00.000Z', NULL, 0, 'The parser', '', 'sha256:f811a127c8824e7a1aee6dcc669da7742988e6870731a346c9092406bdd5e4b6', '[]', NULL),
(2, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'note', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 0, '2026-01-05T09:01:00.000Z', NULL, 0, 'Morning
The griffon test is red.
Broke `src/app/a.ts`.', '', 'sha256:212a57149502c6ce7802a4595fbbe2b7cfbb572bb27d880e2906a0a6181ae7d6', '[]', NULL),
(3, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'note', 'not_8e1g37425qssv3b1wx283bgac3', 0, '2026-01-05T09:02:00.000Z', NULL, 0, 'Session summary
A good day.', '', 'sha256:2e4d2c530a99c9a0ea59379cbf48fe05955ce3e4e247d7a3cd963e6e1c7bdc9a', '[]', NULL),
(4, 'default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'ses_random3', 'turn', 'ses_random3', 0, '2026-01-05T09:07:00.000Z', NULL, 0, 'The harpy was cancelled.
It taught us patience.', '', 'sha256:f59ecf062c44aa4ff31100fa0dc50625ea0a419057beb05bc81bf29a614b453f', '[]', NULL),
(5, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'turn', 'ses_jy14kt19k680yq5k3v66z671j4', 2, '2026-01-05T09:08:00.000Z', 'agent', 0, 'I polished the lens of the hydra.', '', 'sha256:8268f800dfa1c8743f13a083426fb39850eafcd1a21e66d286caa597338bc687', '[]', NULL),
(8, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'capture', 'ses_jy14kt19k680yq5k3v66z671j4 /tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl', 1, '2026-11-17T17:01:25.394Z', 'user', 0, 'Please polish the chimera lens', '', 'sha256:282a6122f1f7dcab4a5191ce399dafbff46c662e844a16330154e62169de0f2d', '[]', NULL),
(9, 'default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'capture', 'ses_jy14kt19k680yq5k3v66z671j4 /tmp/throughline-app-eV3nzT/.claude/projects/-repos-ledger/talk.jsonl', 2, '2026-11-17T17:01:25.394Z', 'agent', 0, 'The chimera lens shines.', '', 'sha256:6208e5725bac4c8d3658b5308007e336100a9d8743503c62d96b126c70289a0c', '[]', NULL),
(10, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', NULL, 'entity', 'ent_0zn2egm8ae0adh334gkcx1rsx9', 0, '2026-01-05T09:08:00.000Z', NULL, 0, 'Mira (character)
role: player', '', 'sha256:9bc2cf53ce8f4436b5da41ba9fb52625edf89968ba4b9cd6590cc7b56d43a1fc', '["Mira"]', 'character'),
(11, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', NULL, 'entity', 'ent_0zn2egm8ae0adh334gkcx1rsx9', 1, '2026-01-05T09:08:00.000Z', NULL, 1, 'Mira (character)
Heir of the sphinx.', '', 'sha256:4c0ec68664099c2aa3c7082065e4c28070aeff5bdf5ea846e8f7d78da7c1ccbb', '[]', 'character'),
(13, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', NULL, 'entity', 'ent_m0hg8jmmyzpjfjmac8e27rqqfp', 0, '2026-01-05T09:08:00.000Z', NULL, 1, 'The Abbot (npc)
status: alive', '', 'sha256:38932b0ee4d1b3ebdd402996d34320d6cbb252289035455acfa36e9cda69d964', '["The Abbot"]', 'npc'),
(14, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'event', 'evt_tgp0nxy7q7xsyy06zf96gtw0z9', 0, '2026-01-05T09:09:00.000Z', 'Mira', 0, 'Mira climbs the manticore tower.
The manticore sleeps.
Mira', '', 'sha256:079937b1c682d3f1a290323ffbec10abdeca4555aaabed11c883240ea8a042d5', '[]', NULL),
(15, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', NULL, 'entity', 'ent_qcsd28sh5kjwr36z7qp2myjfm4', 0, '2026-01-05T09:10:00.000Z', NULL, 0, 'The Ruin (location)
formerly École  de l’Été', '', 'sha256:6ab5b06d192ec12006e731cfebf4e60af7f31af8e7ad74076eecdbd5177ef4bf', '["The Ruin","École  de l’Été"]', 'location'),
(16, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'event', 'evt_esqk0ptnv8c9p0425zr28dkg18', 0, '2026-01-05T09:10:00.000Z', NULL, 0, 'A cockatrice egg.', '', 'sha256:c17ff665b7d10884985915d66dae3e5d83e4228ec5d7bb9b01f495c607a87746', '[]', NULL),
(17, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'event', 'evt_tdpfdycxbskxrzmkx3363xsk3d', 0, '2026-01-05T09:11:00.000Z', 'Mira', 0, 'Mira rests.
Mira, The Ruin', '', 'sha256:1967b7ac36de9307fbae91dd95b43565978480ddef4c8c75c0d6b971defa6645', '[]', NULL),
(18, 'default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'event', 'evt_g9sbr6x8fmzfrz1x6gmgsqg3zn', 0, '2026-01-05T09:12:00.000Z', 'Mira', 0, 'Mira runs.
Mira, The Ruin', '', 'sha256:e728306965b127e4c51fdec7330fa0ab79fb4d1d933cbd01bd09b5a7fbcd8141', '[]', NULL);
INSERT INTO "texts_text" ("texts_text", rank) VALUES ('secure-delete', 1);
INSERT INTO "texts_text" ("texts_text") VALUES ('rebuild');
INSERT INTO "records_text" ("records_text", rank) VALUES ('secure-delete', 1);
INSERT INTO "records_text" ("records_text") VALUES ('rebuild');
CREATE TRIGGER records_text_insert AFTER INSERT ON records BEGIN
  INSERT INTO records_text (rowid, content, subject, tags, aliases, resolution, pieces, scope) VALUES (new.seq, new.content, new.subject, new.tags, new.aliases, new.resolution, new.pieces, CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || ' ' || CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || 'p' || replace(new.project_id, '_', '')
    || ' type' || replace(new.type, '_', '') || ' category' || new.category
    || ' ' || CASE WHEN coalesce(new.occurred_at, new.created_at) < '1970' THEN 'earlier' WHEN coalesce(new.occurred_at, new.created_at) >= '2100' THEN 'later' ELSE
     'month' || replace(substr(coalesce(new.occurred_at, new.created_at), 1, 7), '-', '') || ' year' || substr(coalesce(new.occurred_at, new.created_at), 1, 4) || ' decade' || substr(coalesce(new.occurred_at, new.created_at), 1, 3) END);
END;
CREATE TRIGGER records_text_delete AFTER DELETE ON records BEGIN
  INSERT INTO records_text (records_text, rowid, content, subject, tags, aliases, resolution, pieces, scope) VALUES ('delete', old.seq, old.content, old.subject, old.tags, old.aliases, old.resolution, old.pieces, CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || ' ' || CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || 'p' || replace(old.project_id, '_', '')
    || ' type' || replace(old.type, '_', '') || ' category' || old.category
    || ' ' || CASE WHEN coalesce(old.occurred_at, old.created_at) < '1970' THEN 'earlier' WHEN coalesce(old.occurred_at, old.created_at) >= '2100' THEN 'later' ELSE
     'month' || replace(substr(coalesce(old.occurred_at, old.created_at), 1, 7), '-', '') || ' year' || substr(coalesce(old.occurred_at, old.created_at), 1, 4) || ' decade' || substr(coalesce(old.occurred_at, old.created_at), 1, 3) END);
END;
CREATE TRIGGER record_vectors_insert AFTER INSERT ON records WHEN new.state = 'active' BEGIN
  INSERT INTO vector_queue (workspace, seq)
  SELECT workspace, new.seq FROM vector_progress WHERE workspace = new.workspace
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER record_vectors_update AFTER UPDATE OF content, subject, tags, aliases, state, expires_at ON records BEGIN
  DELETE FROM record_vectors WHERE seq = new.seq AND (old.content IS NOT new.content OR old.subject IS NOT new.subject OR old.tags IS NOT new.tags OR old.aliases IS NOT new.aliases);
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
CREATE TRIGGER texts_text_insert AFTER INSERT ON texts BEGIN
  INSERT INTO texts_text (rowid, content, pieces, scope) VALUES (new.seq, new.content, new.pieces, 'onw' || hex(new.workspace) || ' ' || 'onw' || hex(new.workspace) || 'p' || replace(new.project_id, '_', '')
    || ' kind' || new.kind || ' ' ||
    CASE WHEN new.at < '1970' THEN 'earlier' WHEN new.at >= '2100' THEN 'later' ELSE
     'month' || replace(substr(new.at, 1, 7), '-', '') || ' year' || substr(new.at, 1, 4) || ' decade' || substr(new.at, 1, 3) END);
END;
CREATE TRIGGER texts_text_delete AFTER DELETE ON texts BEGIN
  INSERT INTO texts_text (texts_text, rowid, content, pieces, scope) VALUES ('delete', old.seq, old.content, old.pieces, 'onw' || hex(old.workspace) || ' ' || 'onw' || hex(old.workspace) || 'p' || replace(old.project_id, '_', '')
    || ' kind' || old.kind || ' ' ||
    CASE WHEN old.at < '1970' THEN 'earlier' WHEN old.at >= '2100' THEN 'later' ELSE
     'month' || replace(substr(old.at, 1, 7), '-', '') || ' year' || substr(old.at, 1, 4) || ' decade' || substr(old.at, 1, 3) END);
END;
CREATE TRIGGER records_text_update AFTER UPDATE OF content, subject, tags, aliases, resolution, pieces, project_id, category, occurred_at, state ON records
WHEN (old.content IS NOT new.content OR old.subject IS NOT new.subject OR old.tags IS NOT new.tags OR old.aliases IS NOT new.aliases OR old.resolution IS NOT new.resolution OR old.pieces IS NOT new.pieces OR old.project_id IS NOT new.project_id OR old.category IS NOT new.category OR old.occurred_at IS NOT new.occurred_at OR instr(upper(coalesce(old.content, '') || ' ' || coalesce(old.subject, '') || ' ' || coalesce(old.tags, '') || ' ' || coalesce(old.aliases, '') || ' ' || coalesce(old.resolution, '') || ' ' || coalesce(old.pieces, '')), hex(old.workspace)) > 0) BEGIN
  INSERT INTO records_text (records_text, rowid, content, subject, tags, aliases, resolution, pieces, scope) VALUES ('delete', old.seq, old.content, old.subject, old.tags, old.aliases, old.resolution, old.pieces, CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || ' ' || CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || 'p' || replace(old.project_id, '_', '') || ' type' || replace(old.type, '_', '') || ' category' || old.category || ' '
    || CASE WHEN coalesce(old.occurred_at, old.created_at) < '1970' THEN 'earlier' WHEN coalesce(old.occurred_at, old.created_at) >= '2100' THEN 'later' ELSE
     'month' || replace(substr(coalesce(old.occurred_at, old.created_at), 1, 7), '-', '') || ' year' || substr(coalesce(old.occurred_at, old.created_at), 1, 4) || ' decade' || substr(coalesce(old.occurred_at, old.created_at), 1, 3) END);
  INSERT INTO records_text (rowid, content, subject, tags, aliases, resolution, pieces, scope) VALUES (new.seq, new.content, new.subject, new.tags, new.aliases, new.resolution, new.pieces, CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || ' ' || CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || 'p' || replace(new.project_id, '_', '') || ' type' || replace(new.type, '_', '') || ' category' || new.category || ' '
    || CASE WHEN coalesce(new.occurred_at, new.created_at) < '1970' THEN 'earlier' WHEN coalesce(new.occurred_at, new.created_at) >= '2100' THEN 'later' ELSE
     'month' || replace(substr(coalesce(new.occurred_at, new.created_at), 1, 7), '-', '') || ' year' || substr(coalesce(new.occurred_at, new.created_at), 1, 4) || ' decade' || substr(coalesce(new.occurred_at, new.created_at), 1, 3) END);
END;
CREATE TRIGGER records_text_state AFTER UPDATE OF state ON records
WHEN (old.state = 'active') <> (new.state = 'active') AND NOT (old.content IS NOT new.content OR old.subject IS NOT new.subject OR old.tags IS NOT new.tags OR old.aliases IS NOT new.aliases OR old.resolution IS NOT new.resolution OR old.pieces IS NOT new.pieces OR old.project_id IS NOT new.project_id OR old.category IS NOT new.category OR old.occurred_at IS NOT new.occurred_at OR instr(upper(coalesce(old.content, '') || ' ' || coalesce(old.subject, '') || ' ' || coalesce(old.tags, '') || ' ' || coalesce(old.aliases, '') || ' ' || coalesce(old.resolution, '') || ' ' || coalesce(old.pieces, '')), hex(old.workspace)) > 0) BEGIN
  INSERT INTO records_text (records_text, rowid, scope) VALUES ('delete', old.seq, CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || ' ' || CASE old.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(old.workspace) || 'p' || replace(old.project_id, '_', ''));
  INSERT INTO records_text (rowid, scope) VALUES (new.seq, CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || ' ' || CASE new.state WHEN 'active' THEN 'on' ELSE 'off' END || 'w' || hex(new.workspace) || 'p' || replace(new.project_id, '_', ''));
END;
