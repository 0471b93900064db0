import type { Migration } from './migration.ts';

/**
 * Which event a turn of a session is, what was done under a caller's own key, and all that a page of events is chosen and
 * counted by, in its index.
 */
export const play: Migration = {
  version: 7,
  name: 'play',
  sqlite: `
ALTER TABLE turns ADD COLUMN event_id TEXT;
CREATE INDEX turns_by_time ON turns (workspace, session_id, at);
UPDATE turns SET event_id = played.id
  FROM (SELECT workspace, session_id, at, id FROM campaign_events WHERE is_turn = 1 AND session_id IS NOT NULL) AS played
  WHERE played.workspace = turns.workspace AND played.session_id = turns.session_id AND played.at = turns.at;
DROP INDEX turns_by_time;

DROP INDEX campaign_events_by_turn;
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
`,
};
