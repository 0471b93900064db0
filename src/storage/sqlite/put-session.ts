import { versionConflict } from '../../domain/error.ts';
import { forJournal } from '../../domain/session/events.ts';
import type { Session } from '../../domain/session/session.ts';
import { forColumns } from './batches.ts';
import type { ChangeWriters } from './commit.ts';
import { turnRowDigest } from './digests.ts';
import type { SqlValue } from './driver.ts';
import { addClosingText, addTitleText, putTurnText } from './put-text.ts';

const columnsOf = (session: Session): Readonly<Record<string, SqlValue>> => ({
  id: session.id,
  project_id: session.projectId,
  kind: session.kind,
  title: session.title,
  agent: session.agent,
  client: session.client,
  client_session_id: session.clientSessionId,
  status: session.status,
  started_at: session.startedAt,
  heard_at: session.lastSeenAt,
  active_since: session.activeSince,
  active_ms: session.activeMs,
  paused_at: session.pausedAt,
  ended_at: session.endedAt,
  closed_at: session.closedAt,
  predecessor_id: session.predecessorId,
  successor_id: session.successorId,
  worktree: session.worktree,
  branch: session.branch,
  head: session.head,
  has_hooks: session.hasHooks ? 1 : 0,
  is_implicit: session.isImplicit ? 1 : 0,
  turn_count: session.turnCount,
  history_chars: session.historyChars,
  handoff_id: session.handoff?.id ?? null,
  handoff_digest: session.handoff?.digest ?? null,
  handoff_derived: session.handoff?.isDerived ? 1 : 0,
  handoff_reopened: session.handoff?.isReopened ? 1 : 0,
  closing_reason: session.closing?.reason ?? null,
  closing_epitaph: session.closing?.epitaph ?? null,
  closing_policy: session.closing?.policy ?? null,
  orientation_score: session.orientationScore,
  gap_count: session.gapCount,
  transcript_path: session.transcriptPath,
  version: session.version,
});

const insertSql = forColumns(
  (
    names,
  ) => `INSERT INTO sessions (workspace, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})
   ON CONFLICT (workspace, id) DO NOTHING`,
);

/** No event changes these. SQLite rewrites each index that has a column of the statement, even if its value stays the same. */
const FIXED = ['id', 'project_id', 'started_at', 'worktree'];

const updateSql = forColumns((names) => {
  const places = names.map((name, index) => ({ name, place: `${name} = ?${index + 1}` }));
  const changing = places.filter(({ name }) => !FIXED.includes(name)).map(({ place }) => place);
  const [workspace, id, version] = [1, 2, 3].map((next) => `?${names.length + next}`);
  return `UPDATE sessions SET ${changing.join(', ')}
   WHERE workspace = ${workspace} AND id = ${id} AND version = ${version}`;
});

export const sessionChanges: ChangeWriters<'session' | 'turn' | 'files'> = {
  session(commit, { session, expectedVersion, events }) {
    const { connection, workspace } = commit;
    const columns = columnsOf(session);
    const names = Object.keys(columns);
    const values = Object.values(columns);
    const written =
      expectedVersion === 0
        ? connection.run(insertSql(names), workspace, ...values)
        : connection.run(updateSql(names), ...values, workspace, session.id, expectedVersion);
    if (written !== 1) throw versionConflict('session', session.id);
    if (expectedVersion === 0) addTitleText(connection, workspace, session);
    if (session.closing !== null) addClosingText(connection, workspace, session);
    for (const event of events) commit.log(session.id, forJournal(event));
  },

  turn({ connection, workspace }, { turn }) {
    const { sessionId, number, at, who, what, eventId = null, isSaid } = turn;
    connection.run`INSERT INTO turns (workspace, session_id, number, at, who, what, event_id, digest)
      VALUES (${workspace}, ${sessionId}, ${number}, ${at}, ${who}, ${what}, ${eventId},
        ${turnRowDigest({ at, who, what })})`;
    if (isSaid !== true) return;
    const session = connection.get`SELECT project_id FROM sessions
      WHERE workspace = ${workspace} AND id = ${sessionId}`;
    if (session !== undefined) putTurnText(connection, workspace, String(session.project_id), turn);
  },

  files({ connection, workspace }, { sessionId, paths, at }) {
    for (const path of paths)
      connection.run`INSERT INTO session_files (workspace, session_id, path, at)
        VALUES (${workspace}, ${sessionId}, ${path}, ${at})
        ON CONFLICT (workspace, session_id, path) DO UPDATE SET at = excluded.at`;
  },
};
