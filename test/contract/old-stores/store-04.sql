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
  expires_at TEXT, head TEXT,
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
CREATE VIRTUAL TABLE records_text USING fts5 (
  content, subject, tags, aliases,
  content = 'records', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE notes_text USING fts5 (
  title, summary, body,
  content = 'notes', content_rowid = 'seq', tokenize = 'porter unicode61 remove_diacritics 2'
);
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
INSERT INTO "schema_migrations" (version, name, digest, applied_at) VALUES
(1, 'sessions and records', 'sha256:0b0b2dc2a5235a487879958444a64cc8fec10c9a2507b2bfe5626cbec807e934', '2026-01-05T09:00:00.000Z'),
(2, 'text index', 'sha256:ad2b3391420d5bff2dc663c7980e6354cebe3fa6b23f2cf636cb42a7e7c27909', '2026-01-05T09:00:00.000Z'),
(3, 'real deletion', 'sha256:1eaa25accf27b97a178900325a048edf78df776b626b6137dc8633ee702d4580', '2026-01-05T09:00:00.000Z'),
(4, 'delivery', 'sha256:96040f3d6bc8946944f6bf7d30e59797c710d65b3495f222545e21669761d590', '2026-01-05T09:00:00.000Z');
INSERT INTO "projects" (workspace, id, key, name, name_folded, kind, anchor_path, fingerprint, created_at, version) VALUES
('default', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'git:/repos/ledger/.git', 'ledger', 'ledger', 'work', '/repos/ledger/.git', '', '2026-01-05T09:00:00.000Z', 1),
('default', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'git:/repos/anvil/.git', 'anvil', 'anvil', 'work', '/repos/anvil/.git', '', '2026-01-05T09:07:00.000Z', 1),
('default', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'name:The Long Road', 'The Long Road', 'the long road', 'game', NULL, '', '2026-01-05T09:08:00.000Z', 1);
INSERT INTO "project_keys" (workspace, key, project_id) VALUES
('default', 'git:/repos/ledger/.git', 'prj_bmkjsry59sbr4b5tekv7pjj5c5'),
('default', 'git:/repos/anvil/.git', 'prj_8j3r1mwqga9fm2s6459s8ty4xg'),
('default', 'name:The Long Road', 'prj_ga96nkhw5wsss5e69bjj10y2wz');
INSERT INTO "sessions" (workspace, id, project_id, kind, title, agent, client, client_session_id, status, started_at, heard_at, active_since, active_ms, paused_at, ended_at, closed_at, predecessor_id, successor_id, worktree, branch, head, has_hooks, is_implicit, turn_count, history_chars, handoff_id, handoff_digest, handoff_derived, handoff_reopened, closing_reason, closing_epitaph, closing_policy, orientation_score, gap_count, transcript_path, version) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'work', 'The parser', NULL, 'claude-code', 'client-1', 'ended', '2026-01-05T09:00:00.000Z', '2026-01-05T09:02:00.000Z', NULL, 120000, NULL, '2026-01-05T09:02:00.000Z', NULL, NULL, 'ses_jy14kt19k680yq5k3v66z671j4', '/repos/ledger', 'main', 'abc', 0, 0, 9, 522, 'hnd_873v981tkzy58gde019ma94h60', 'sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169', 0, 0, NULL, NULL, NULL, 100, 1, NULL, 14),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'work', NULL, NULL, 'claude-code', 'talk', 'active', '2026-01-05T09:07:00.000Z', '2026-01-05T09:08:00.000Z', '2026-01-05T09:07:00.000Z', 0, NULL, NULL, NULL, 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, '/repos/ledger', 'main', 'abc', 1, 0, 2, 55, 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82', 0, 1, NULL, NULL, NULL, 100, 1, '/home/ada/.claude/projects/-repos-ledger/talk.jsonl', 11),
('default', 'ses_random3', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'work', NULL, NULL, 'claude-code', NULL, 'closed', '2026-01-05T09:07:00.000Z', '2026-01-05T09:07:00.000Z', NULL, 0, NULL, '2026-01-05T09:07:00.000Z', '2026-01-05T09:07:00.000Z', NULL, NULL, '/repos/anvil', 'main', 'abc', 0, 1, 1, 35, 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0', 0, 0, NULL, NULL, 'closed_without_successor', 83, 1, NULL, 6),
('default', 'ses_random5', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'game', NULL, NULL, 'claude-code', NULL, 'active', '2026-01-05T09:08:00.000Z', '2026-01-05T09:12:00.000Z', '2026-01-05T09:08:00.000Z', 0, NULL, NULL, NULL, NULL, NULL, '/repos/games', 'main', 'abc', 0, 0, 3, 53, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 5);
INSERT INTO "records" (seq, workspace, id, project_id, session_id, handoff_id, type, category, importance, content, units, digest, subject, state, source, position, worktree, branch, created_at, occurred_at, updated_at, version, tags, aliases, supersedes, superseded_by, resolved_at, resolution, expires_at, head) VALUES
(1, 'default', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'memory', 'general', 5, 'The wyvern parser reads a block at a time; see parseLedgerRow.', 62, 'sha256:ec238092b9a8a578de46fd94ce50d72edb66c92aa5eb035b45352d6ea414fa97', 'parser', 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:00:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 2, '["parsing"]', '["lindworm"]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(2, 'default', 'rec_ga18sakv0v4pewzmxebqt3sxeq', '', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'preference', 'preference', 6, '東京都で雨が降る', 8, 'sha256:0e1a96b69bfc46c92921201fc6cfbb8ef938d21b252f6a47117ea36f399e47c5', NULL, 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(3, 'default', 'rec_5ztt593jdrxh59j267q2cs3b4m', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'constraint', 'lesson', 9, 'The build is frozen.', 20, 'sha256:bfb5d0458826bb2872ebc7ca315fd18ece7959fb60770a5cf93bc0e9a5dc461e', NULL, 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, '2026-01-06T09:01:00.000Z', 'abc'),
(4, 'default', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'decision', 'context', 7, 'Use tabs.', 9, 'sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1', 'layout', 'superseded', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 2, '[]', '[]', '[]', 'rec_jm4tg8tcn3adb84h85sd2dt52h', NULL, NULL, NULL, 'abc'),
(5, 'default', 'rec_jm4tg8tcn3adb84h85sd2dt52h', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', NULL, 'decision', 'context', 7, 'Use spaces.', 11, 'sha256:fbee04054abd48f574ac7a8866edcc90add45bdf4852b2b04d3d2166bfd7ade5', 'layout', 'active', 'store_memory', 0, '/repos/ledger', 'main', '2026-01-05T09:01:00.000Z', NULL, '2026-01-05T09:01:00.000Z', 1, '[]', '[]', '["rec_3xvbnxyhwnbpf6kn63csf5yp98"]', NULL, NULL, NULL, NULL, 'abc'),
(6, 'default', 'rec_tvjt1kgk86y5yedwkc516av602', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'checkpoint', 'context', 8, 'The parser handles blocks.', 26, 'sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630', NULL, 'superseded', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', 'rec_kaswkp9e63htexezca8d6h7hvz', NULL, NULL, NULL, 'abc'),
(7, 'default', 'rec_695yrqb8xqqj2bym90g39b5er1', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'decision', 'context', 7, 'Blocks are 4 KB.', 16, 'sha256:a5abb1573c6d854fe50d638999975ffe555cca2cacd0a9018aa636b14ba0c761', 'block size', 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(8, 'default', 'rec_0m1r2p6m5rqvxbsdhfdj3c50sd', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'open_loop', 'context', 7, 'Measure the basilisk block size.', 32, 'sha256:1d7a3aacfb1505eff5f3a433c349687bfaed89c04cd1920394dea98720cf271f', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(9, 'default', 'rec_tk3nzssavz5qb7b4ecajm5jx23', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'open_loop', 'context', 7, 'Name the module.', 16, 'sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd', NULL, 'resolved', 'end_session', 1, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', NULL, '2026-01-05T09:07:00.000Z', NULL, NULL, 'abc'),
(10, 'default', 'rec_x4jjd6fczfxzby7zq5dwkrqvgz', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'preference', 'preference', 6, 'Short commits.', 14, 'sha256:fd1789eecffa463504835f5f4c22e12e744762bff3bbac85cf1c87b4afb526fe', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(11, 'default', 'rec_v5k8367e8frjrtt19tp3mpsptw', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'constraint', 'lesson', 9, 'Node 20 stays supported.', 24, 'sha256:e39212d82bc4d339865efb05fca2f48867fd18d7bb10a98ea9981773f2c76b3c', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(12, 'default', 'rec_yvz7702zahpbxdehak05v99m1p', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'warning', 'lesson', 8, 'The cache is not thread safe.', 29, 'sha256:6df9596726e1dbc70736b28a47c821616b8ed34a5b74ace3fc4a2aa7d26d25cc', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(13, 'default', 'rec_k9r5x8yvxsxpqkvj9mf0nxzzjp', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'lesson', 'lesson', 7, 'Reading by line was slow.', 25, 'sha256:54f49efe0a18738231730e1a1b5722a7abc8e268c8882188e72ae16f32142012', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(14, 'default', 'rec_jwmtzdvpw9b1nfprkw2204ezws', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'relational_delta', 'relationship', 8, 'Ada prefers to review in the morning.', 37, 'sha256:cb9cd08d69d6eefcb6dd6804f7f806eb9e258748117937b1a92e0d3824cb8882', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:02:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(15, 'default', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'hnd_873v981tkzy58gde019ma94h60', 'next_session_focus', 'context', 7, 'Measure.', 8, 'sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e', NULL, 'superseded', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:02:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 2, '[]', '[]', '[]', 'rec_kaswkp9e63htexezca8d6h7hvz', NULL, NULL, NULL, 'abc'),
(16, 'default', 'rec_kaswkp9e63htexezca8d6h7hvz', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'checkpoint', 'context', 8, 'Half measured.', 14, 'sha256:7a700c9409e000ef687f0cb68a84f3839c5215445329bbb876673086e061f278', NULL, 'active', 'end_session', 0, '/repos/ledger', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(17, 'default', 'rec_wat9a2yx1hm72ppcvb25cxv6xr', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'ses_random3', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'checkpoint', 'context', 8, 'Given up.', 9, 'sha256:9ebb2b423ff11ae7b5d5e80d8a4a9df0fa39ca26d890186cfa90c872008d94e1', NULL, 'withheld', 'end_session', 0, '/repos/anvil', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc'),
(18, 'default', 'rec_a6ks7ke73xmv07bpa3bnet1zne', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'ses_random3', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'open_loop', 'context', 7, 'Nobody does this.', 17, 'sha256:437bae126c578d246534d0ef3ef2b8370d57339e0b09255d34f6389fc65321f9', NULL, 'withheld', 'end_session', 0, '/repos/anvil', 'main', '2026-01-05T09:07:00.000Z', NULL, '2026-01-05T09:07:00.000Z', 1, '[]', '[]', '[]', NULL, NULL, NULL, NULL, 'abc');
INSERT INTO "record_versions" (workspace, record_id, version, body) VALUES
('default', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 1, '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","type":"memory","category":"general","importance":5,"content":"The wyvern parser reads one line at a time.","digest":"sha256:dfc11eaf954e9e1978f10a1732a234bb626a0d172ad96fb44c17f0d580757392","subject":"parser","status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":null,"source":"store_memory","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:00:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:00:00.000Z","version":1,"tags":["parsing"],"aliases":["lindworm"],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 1, '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","type":"decision","category":"context","importance":7,"content":"Use tabs.","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","subject":"layout","status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":null,"source":"store_memory","position":0,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:01:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:01:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
('default', 'rec_tk3nzssavz5qb7b4ecajm5jx23', 1, '{"id":"rec_tk3nzssavz5qb7b4ecajm5jx23","type":"open_loop","category":"context","importance":7,"content":"Name the module.","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd","subject":null,"status":"active","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","handoffId":"hnd_873v981tkzy58gde019ma94h60","source":"end_session","position":1,"worktree":"/repos/ledger","branch":"main","head":"abc","createdAt":"2026-01-05T09:02:00.000Z","occurredAt":null,"updatedAt":"2026-01-05T09:02:00.000Z","version":1,"tags":[],"aliases":[],"supersedes":[],"supersededBy":null,"resolvedAt":null,"resolution":null,"expiresAt":null,"isWithheld":false}'),
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
INSERT INTO "notes" (seq, workspace, id, session_id, project_id, summary, session_number, title, occurred_at, body, visibility, created_at, updated_at, version) VALUES
(1, 'default', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'The griffon test is red.', NULL, 'Morning', NULL, '{"events":["Broke `src/app/a.ts`."],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null}', 'public', '2026-01-05T09:01:00.000Z', '2026-01-05T09:01:00.000Z', 2),
(2, 'default', 'not_8e1g37425qssv3b1wx283bgac3', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'A good day.', NULL, 'Session summary', NULL, '{"events":[],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null}', 'public', '2026-01-05T09:02:00.000Z', '2026-01-05T09:02:00.000Z', 1);
INSERT INTO "note_versions" (workspace, note_id, version, body) VALUES
('default', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 1, '{"events":["Broke `src/app/a.ts`."],"charactersPresent":[],"npcsEncountered":[],"questUpdates":{},"combatEncounters":[],"experienceGained":null,"treasureFound":[],"notes":null,"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","sessionId":"ses_rbpwdnshsh5ve128cy59gr8n13","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","summary":"The griffon test was green.","sessionNumber":null,"title":"Morning","occurredAt":null,"visibility":"public","createdAt":"2026-01-05T09:01:00.000Z","updatedAt":"2026-01-05T09:01:00.000Z","version":1}');
INSERT INTO "turns" (workspace, session_id, number, at, who, what) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 1, '2026-01-05T09:00:00.000Z', 'claude-code', 'Stored a memory (rec_gzzjkbm1br0aaq9eqcmwhhprqa).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 2, '2026-01-05T09:01:00.000Z', 'claude-code', 'Updated a memory (rec_gzzjkbm1br0aaq9eqcmwhhprqa).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 3, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a preference (rec_ga18sakv0v4pewzmxebqt3sxeq).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 4, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a constraint (rec_5ztt593jdrxh59j267q2cs3b4m).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 5, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a decision (rec_3xvbnxyhwnbpf6kn63csf5yp98).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 6, '2026-01-05T09:01:00.000Z', 'claude-code', 'Stored a decision (rec_jm4tg8tcn3adb84h85sd2dt52h).'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 7, '2026-01-05T09:01:00.000Z', 'claude-code', 'Note: Morning: The griffon test was green.'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 8, '2026-01-05T09:01:00.000Z', 'claude-code', 'Note revised: Morning: The griffon test is red.'),
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 9, '2026-01-05T09:02:00.000Z', 'claude-code', 'Handoff: 1 checkpoint, 1 decision, 2 open loops, 1 preference, 1 constraint, 1 warning, 1 lesson, 1 relational delta, 1 focus.'),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 1, '2026-01-05T09:07:00.000Z', 'claude-code', 'Handoff: 1 checkpoint.'),
('default', 'ses_random3', 1, '2026-01-05T09:07:00.000Z', 'claude-code', 'Handoff: 1 checkpoint, 1 open loop.'),
('default', 'ses_jy14kt19k680yq5k3v66z671j4', 2, '2026-01-05T09:08:00.000Z', 'claude-code', 'I polished the lens of the hydra.'),
('default', 'ses_random5', 1, '2026-01-05T09:09:00.000Z', 'Mira', 'Mira climbs the manticore tower.'),
('default', 'ses_random5', 2, '2026-01-05T09:11:00.000Z', 'Mira', 'Mira rests.'),
('default', 'ses_random5', 3, '2026-01-05T09:12:00.000Z', 'Mira', 'Mira runs.');
INSERT INTO "session_files" (workspace, session_id, path, at) VALUES
('default', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'src/app/a.ts', '2026-01-05T09:01:00.000Z');
INSERT INTO "handoffs" (workspace, id, session_id, project_id, digest, derived, body, created_at) VALUES
('default', 'hnd_873v981tkzy58gde019ma94h60', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169', 0, '{"sources":[],"stored":{"checkpoint":1,"decision":1,"open_loop":2,"preference":1,"constraint":1,"warning":1,"lesson":1,"relational_delta":1,"next_session_focus":1},"resolvedLoopIds":[],"noteId":"not_8e1g37425qssv3b1wx283bgac3","redacted":{}}', '2026-01-05T09:02:00.000Z'),
('default', 'hnd_8g7brjzppzt6yfskyd5nry2rpk', 'ses_jy14kt19k680yq5k3v66z671j4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82', 0, '{"sources":[],"stored":{"checkpoint":1},"resolvedLoopIds":["rec_tk3nzssavz5qb7b4ecajm5jx23"],"noteId":null,"redacted":{}}', '2026-01-05T09:07:00.000Z'),
('default', 'hnd_mxqqj4msagyr24jg0hcqh7hmtr', 'ses_random3', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0', 0, '{"sources":[],"stored":{"checkpoint":1,"open_loop":1},"resolvedLoopIds":[],"noteId":null,"redacted":{}}', '2026-01-05T09:07:00.000Z');
INSERT INTO "idempotency_keys" (workspace, key, handoff_id) VALUES
('default', 'sha256:3998fbdb8d844aa01d03de09b39b7b082e03bee469c40387bf2fedb81b1883f8', 'hnd_873v981tkzy58gde019ma94h60');
INSERT INTO "journal" (position, workspace, at, stream, type, data) VALUES
(1, 'default', '2026-01-05T09:00:00.000Z', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'project.created', '{}'),
(2, 'default', '2026-01-05T09:00:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.started', '{"id":"ses_rbpwdnshsh5ve128cy59gr8n13","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","kind":"work","title":"sha256:f811a127c8824e7a1aee6dcc669da7742988e6870731a346c9092406bdd5e4b6","agent":null,"client":"claude-code","clientSessionId":"client-1","predecessorId":null,"worktree":"/repos/ledger","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(3, 'default', '2026-01-05T09:00:00.000Z', 'rcp_random1', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":563}'),
(4, 'default', '2026-01-05T09:00:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":49}'),
(5, 'default', '2026-01-05T09:00:00.000Z', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'record.stored', '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","digest":"sha256:dfc11eaf954e9e1978f10a1732a234bb626a0d172ad96fb44c17f0d580757392","recordType":"memory","source":"store_memory"}'),
(6, 'default', '2026-01-05T09:01:00.000Z', 'rec_gzzjkbm1br0aaq9eqcmwhhprqa', 'record.updated', '{"id":"rec_gzzjkbm1br0aaq9eqcmwhhprqa","digest":"sha256:ec238092b9a8a578de46fd94ce50d72edb66c92aa5eb035b45352d6ea414fa97","status":"active"}'),
(7, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":50}'),
(8, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":53}'),
(9, 'default', '2026-01-05T09:01:00.000Z', 'rec_ga18sakv0v4pewzmxebqt3sxeq', 'record.stored', '{"id":"rec_ga18sakv0v4pewzmxebqt3sxeq","digest":"sha256:0e1a96b69bfc46c92921201fc6cfbb8ef938d21b252f6a47117ea36f399e47c5","recordType":"preference","source":"store_memory"}'),
(10, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":53}'),
(11, 'default', '2026-01-05T09:01:00.000Z', 'rec_5ztt593jdrxh59j267q2cs3b4m', 'record.stored', '{"id":"rec_5ztt593jdrxh59j267q2cs3b4m","digest":"sha256:bfb5d0458826bb2872ebc7ca315fd18ece7959fb60770a5cf93bc0e9a5dc461e","recordType":"constraint","source":"store_memory"}'),
(12, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":51}'),
(13, 'default', '2026-01-05T09:01:00.000Z', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'record.stored', '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","recordType":"decision","source":"store_memory"}'),
(14, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":51}'),
(15, 'default', '2026-01-05T09:01:00.000Z', 'rec_jm4tg8tcn3adb84h85sd2dt52h', 'record.stored', '{"id":"rec_jm4tg8tcn3adb84h85sd2dt52h","digest":"sha256:fbee04054abd48f574ac7a8866edcc90add45bdf4852b2b04d3d2166bfd7ade5","recordType":"decision","source":"store_memory"}'),
(16, 'default', '2026-01-05T09:01:00.000Z', 'rec_3xvbnxyhwnbpf6kn63csf5yp98', 'record.superseded', '{"id":"rec_3xvbnxyhwnbpf6kn63csf5yp98","digest":"sha256:3daa6bb31940f085636347a3b35f70c917d89e6cde3ed69c46d31e148a607df1","by":"rec_jm4tg8tcn3adb84h85sd2dt52h"}'),
(17, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":42}'),
(18, 'default', '2026-01-05T09:01:00.000Z', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'note.added', '{"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","version":1,"digest":"sha256:1c314fff6c19b1a40de9fb9abcb66e6ec530e8a806b2549ebe2d83ed3dfa6661"}'),
(19, 'default', '2026-01-05T09:01:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":47}'),
(20, 'default', '2026-01-05T09:01:00.000Z', 'not_hxgknw7ft5b5sv6jcrfxg295h6', 'note.revised', '{"id":"not_hxgknw7ft5b5sv6jcrfxg295h6","version":2,"digest":"sha256:6d1c82870c1ca6449ab8acccf8b7753471877208315443eddd9f99f37cc2fcc2"}'),
(21, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'turn.taken', '{"chars":126}'),
(22, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'handoff.written', '{"handoffId":"hnd_873v981tkzy58gde019ma94h60","digest":"sha256:f439574b90d741d7500f32b2b2f90e23472f877dda087843a908aa056f203169","isDerived":false}'),
(23, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.ended', '{}'),
(24, 'default', '2026-01-05T09:02:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'orientation.scored', '{"score":100,"gapCount":1}'),
(25, 'default', '2026-01-05T09:02:00.000Z', 'rec_tvjt1kgk86y5yedwkc516av602', 'record.stored', '{"id":"rec_tvjt1kgk86y5yedwkc516av602","digest":"sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630","recordType":"checkpoint","source":"end_session"}'),
(26, 'default', '2026-01-05T09:02:00.000Z', 'rec_695yrqb8xqqj2bym90g39b5er1', 'record.stored', '{"id":"rec_695yrqb8xqqj2bym90g39b5er1","digest":"sha256:a5abb1573c6d854fe50d638999975ffe555cca2cacd0a9018aa636b14ba0c761","recordType":"decision","source":"end_session"}'),
(27, 'default', '2026-01-05T09:02:00.000Z', 'rec_0m1r2p6m5rqvxbsdhfdj3c50sd', 'record.stored', '{"id":"rec_0m1r2p6m5rqvxbsdhfdj3c50sd","digest":"sha256:1d7a3aacfb1505eff5f3a433c349687bfaed89c04cd1920394dea98720cf271f","recordType":"open_loop","source":"end_session"}'),
(28, 'default', '2026-01-05T09:02:00.000Z', 'rec_tk3nzssavz5qb7b4ecajm5jx23', 'record.stored', '{"id":"rec_tk3nzssavz5qb7b4ecajm5jx23","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd","recordType":"open_loop","source":"end_session"}'),
(29, 'default', '2026-01-05T09:02:00.000Z', 'rec_x4jjd6fczfxzby7zq5dwkrqvgz', 'record.stored', '{"id":"rec_x4jjd6fczfxzby7zq5dwkrqvgz","digest":"sha256:fd1789eecffa463504835f5f4c22e12e744762bff3bbac85cf1c87b4afb526fe","recordType":"preference","source":"end_session"}'),
(30, 'default', '2026-01-05T09:02:00.000Z', 'rec_v5k8367e8frjrtt19tp3mpsptw', 'record.stored', '{"id":"rec_v5k8367e8frjrtt19tp3mpsptw","digest":"sha256:e39212d82bc4d339865efb05fca2f48867fd18d7bb10a98ea9981773f2c76b3c","recordType":"constraint","source":"end_session"}'),
(31, 'default', '2026-01-05T09:02:00.000Z', 'rec_yvz7702zahpbxdehak05v99m1p', 'record.stored', '{"id":"rec_yvz7702zahpbxdehak05v99m1p","digest":"sha256:6df9596726e1dbc70736b28a47c821616b8ed34a5b74ace3fc4a2aa7d26d25cc","recordType":"warning","source":"end_session"}'),
(32, 'default', '2026-01-05T09:02:00.000Z', 'rec_k9r5x8yvxsxpqkvj9mf0nxzzjp', 'record.stored', '{"id":"rec_k9r5x8yvxsxpqkvj9mf0nxzzjp","digest":"sha256:54f49efe0a18738231730e1a1b5722a7abc8e268c8882188e72ae16f32142012","recordType":"lesson","source":"end_session"}'),
(33, 'default', '2026-01-05T09:02:00.000Z', 'rec_jwmtzdvpw9b1nfprkw2204ezws', 'record.stored', '{"id":"rec_jwmtzdvpw9b1nfprkw2204ezws","digest":"sha256:cb9cd08d69d6eefcb6dd6804f7f806eb9e258748117937b1a92e0d3824cb8882","recordType":"relational_delta","source":"end_session"}'),
(34, 'default', '2026-01-05T09:02:00.000Z', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'record.stored', '{"id":"rec_gggddtdzdmmzfrznkepvba8t4m","digest":"sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e","recordType":"next_session_focus","source":"end_session"}'),
(35, 'default', '2026-01-05T09:02:00.000Z', 'not_8e1g37425qssv3b1wx283bgac3', 'note.added', '{"id":"not_8e1g37425qssv3b1wx283bgac3","version":1,"digest":"sha256:c559f08834c6be0b8f90bdd80392272037372aa30db67d0982486e43def50cfa"}'),
(36, 'default', '2026-01-05T09:07:00.000Z', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'session.succeeded', '{"successorId":"ses_jy14kt19k680yq5k3v66z671j4"}'),
(37, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.started', '{"id":"ses_jy14kt19k680yq5k3v66z671j4","projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","kind":"work","title":null,"agent":null,"client":"claude-code","clientSessionId":"client-2","predecessorId":"ses_rbpwdnshsh5ve128cy59gr8n13","worktree":"/repos/ledger","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(38, 'default', '2026-01-05T09:07:00.000Z', 'rcp_random2', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":2034}'),
(39, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'turn.taken', '{"chars":22}'),
(40, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'handoff.written', '{"handoffId":"hnd_8g7brjzppzt6yfskyd5nry2rpk","digest":"sha256:8ca2afb836b03bd8fc80a5ef07c3784f833a70bf0942dfaf0266fc66946c3c82","isDerived":false}'),
(41, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.paused', '{}'),
(42, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'orientation.scored', '{"score":100,"gapCount":1}'),
(43, 'default', '2026-01-05T09:07:00.000Z', 'rec_kaswkp9e63htexezca8d6h7hvz', 'record.stored', '{"id":"rec_kaswkp9e63htexezca8d6h7hvz","digest":"sha256:7a700c9409e000ef687f0cb68a84f3839c5215445329bbb876673086e061f278","recordType":"checkpoint","source":"end_session"}'),
(44, 'default', '2026-01-05T09:07:00.000Z', 'rec_tk3nzssavz5qb7b4ecajm5jx23', 'record.resolved', '{"id":"rec_tk3nzssavz5qb7b4ecajm5jx23","digest":"sha256:2de70ea93415ac1d52b930093e0c175a738262918405bd897667c9cc9879a5cd"}'),
(45, 'default', '2026-01-05T09:07:00.000Z', 'rec_tvjt1kgk86y5yedwkc516av602', 'record.superseded', '{"id":"rec_tvjt1kgk86y5yedwkc516av602","digest":"sha256:0ce29828d2c108f33fd0d0c330cf3fd7d117cc7874d8ce8126fb649296ce1630","by":"rec_kaswkp9e63htexezca8d6h7hvz"}'),
(46, 'default', '2026-01-05T09:07:00.000Z', 'rec_gggddtdzdmmzfrznkepvba8t4m', 'record.superseded', '{"id":"rec_gggddtdzdmmzfrznkepvba8t4m","digest":"sha256:8d5b3528a57b2480e02bf757c6a86276918c2c55894516d43323fed5fcee853e","by":"rec_kaswkp9e63htexezca8d6h7hvz"}'),
(47, 'default', '2026-01-05T09:07:00.000Z', 'prj_8j3r1mwqga9fm2s6459s8ty4xg', 'project.created', '{}'),
(48, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.started', '{"id":"ses_random3","projectId":"prj_8j3r1mwqga9fm2s6459s8ty4xg","kind":"work","title":null,"agent":null,"client":"claude-code","clientSessionId":null,"predecessorId":null,"worktree":"/repos/anvil","branch":"main","head":"abc","hasHooks":false,"isImplicit":true}'),
(49, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'turn.taken', '{"chars":35}'),
(50, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'handoff.written', '{"handoffId":"hnd_mxqqj4msagyr24jg0hcqh7hmtr","digest":"sha256:3218b62d941e7648a58ca7b701136cd6869436bae166a93593ddff206b2b16f0","isDerived":false}'),
(51, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.ended', '{}'),
(52, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'orientation.scored', '{"score":83,"gapCount":1}'),
(53, 'default', '2026-01-05T09:07:00.000Z', 'rec_wat9a2yx1hm72ppcvb25cxv6xr', 'record.stored', '{"id":"rec_wat9a2yx1hm72ppcvb25cxv6xr","digest":"sha256:9ebb2b423ff11ae7b5d5e80d8a4a9df0fa39ca26d890186cfa90c872008d94e1","recordType":"checkpoint","source":"end_session"}'),
(54, 'default', '2026-01-05T09:07:00.000Z', 'rec_a6ks7ke73xmv07bpa3bnet1zne', 'record.stored', '{"id":"rec_a6ks7ke73xmv07bpa3bnet1zne","digest":"sha256:437bae126c578d246534d0ef3ef2b8370d57339e0b09255d34f6389fc65321f9","recordType":"open_loop","source":"end_session"}'),
(55, 'default', '2026-01-05T09:07:00.000Z', 'ses_random3', 'session.closed', '{"reason":null,"epitaph":null,"policy":"closed_without_successor"}'),
(56, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.resumed', '{"clientSessionId":"talk","branch":"main","head":"abc"}'),
(57, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'hooks.attached', '{}'),
(58, 'default', '2026-01-05T09:07:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'transcript.recorded', '{"path":"/home/ada/.claude/projects/-repos-ledger/talk.jsonl"}'),
(59, 'default', '2026-01-05T09:07:00.000Z', 'rcp_random4', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":981}'),
(60, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'turn.taken', '{"chars":33}'),
(61, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.heard', '{}'),
(64, 'default', '2026-01-05T09:08:00.000Z', 'ses_jy14kt19k680yq5k3v66z671j4', 'session.heard', '{}'),
(67, 'default', '2026-01-05T09:08:00.000Z', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'project.created', '{}'),
(69, 'default', '2026-01-05T09:08:00.000Z', 'ses_random5', 'session.started', '{"id":"ses_random5","projectId":"prj_ga96nkhw5wsss5e69bjj10y2wz","kind":"game","title":null,"agent":null,"client":"claude-code","clientSessionId":null,"predecessorId":null,"worktree":"/repos/games","branch":"main","head":"abc","hasHooks":false,"isImplicit":false}'),
(70, 'default', '2026-01-05T09:08:00.000Z', 'rcp_random6', 'orientation.delivered', '{"projectId":"prj_ga96nkhw5wsss5e69bjj10y2wz","chars":831}'),
(74, 'default', '2026-01-05T09:09:00.000Z', 'ses_random5', 'turn.taken', '{"chars":32}'),
(77, 'default', '2026-01-05T09:10:00.000Z', 'ses_random5', 'session.heard', '{}'),
(80, 'default', '2026-01-05T09:11:00.000Z', 'ses_random5', 'turn.taken', '{"chars":11}'),
(83, 'default', '2026-01-05T09:12:00.000Z', 'ses_random5', 'turn.taken', '{"chars":10}'),
(85, 'default', '2026-01-05T09:12:00.000Z', 'rcp_random7', 'orientation.delivered', '{"projectId":"prj_bmkjsry59sbr4b5tekv7pjj5c5","chars":2070}');
INSERT INTO "receipts" (seq, workspace, id, project_id, session_id, door, client, client_session_id, at, chars, body) VALUES
(1, 'default', 'rcp_random1', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_rbpwdnshsh5ve128cy59gr8n13', 'mcp', 'claude-code', 'client-1', '2026-01-05T09:00:00.000Z', 563, '{"budget":8000,"score":0,"gapCount":3,"sections":[{"name":"gaps","total":3,"shown":3,"shortened":0,"leftOut":0}]}'),
(2, 'default', 'rcp_random2', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'mcp', 'claude-code', 'client-2', '2026-01-05T09:07:00.000Z', 2034, '{"budget":8000,"score":100,"gapCount":2,"sections":[{"name":"constraints","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"warnings","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"checkpoint","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"focus","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"open_loops","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"lessons","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"decisions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"preferences","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"relational_delta","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"sessions","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"memories","total":1,"shown":0,"shortened":0,"leftOut":1},{"name":"gaps","total":2,"shown":2,"shortened":0,"leftOut":0}]}'),
(3, 'default', 'rcp_random4', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', 'ses_jy14kt19k680yq5k3v66z671j4', 'mcp', 'claude-code', 'talk', '2026-01-05T09:07:00.000Z', 981, '{"budget":4000,"score":61,"gapCount":1,"sections":[{"name":"own","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"changed","total":3,"shown":3,"shortened":0,"leftOut":0},{"name":"constraints","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"warnings","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"open_loops","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"lessons","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"decisions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"preferences","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"relational_delta","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"sessions","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"memories","total":1,"shown":0,"shortened":0,"leftOut":1},{"name":"gaps","total":1,"shown":0,"shortened":0,"leftOut":1}]}'),
(4, 'default', 'rcp_random6', 'prj_ga96nkhw5wsss5e69bjj10y2wz', 'ses_random5', 'mcp', 'claude-code', NULL, '2026-01-05T09:08:00.000Z', 831, '{"budget":8000,"score":0,"gapCount":3,"sections":[{"name":"preferences","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"gaps","total":3,"shown":3,"shortened":0,"leftOut":0}]}'),
(5, 'default', 'rcp_random7', 'prj_bmkjsry59sbr4b5tekv7pjj5c5', NULL, 'cli', 'cli', NULL, '2026-01-05T09:12:00.000Z', 2070, '{"budget":8000,"score":100,"gapCount":2,"sections":[{"name":"constraints","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"warnings","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"checkpoint","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"open_loops","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"lessons","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"decisions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"preferences","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"relational_delta","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"sessions","total":2,"shown":2,"shortened":0,"leftOut":0},{"name":"captures","total":1,"shown":1,"shortened":0,"leftOut":0},{"name":"memories","total":1,"shown":0,"shortened":0,"leftOut":1},{"name":"gaps","total":2,"shown":2,"shortened":0,"leftOut":0}]}');
INSERT INTO "records_text" ("records_text", rank) VALUES ('secure-delete', 1);
INSERT INTO "records_text" ("records_text") VALUES ('rebuild');
INSERT INTO "notes_text" ("notes_text", rank) VALUES ('secure-delete', 1);
INSERT INTO "notes_text" ("notes_text") VALUES ('rebuild');
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
