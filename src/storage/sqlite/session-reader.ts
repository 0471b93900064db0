import type { SessionFilter, SessionKey, SessionReader, SilentBefore } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Session } from '../../domain/session/session.ts';
import { noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { isTurnSound } from './digests.ts';
import type { Row, SqlValue } from './driver.ts';
import { amongWords, ofKind } from './match-expression.ts';
import { sessionFrom } from './rows.ts';
import { createSessionOrder, isBehind, type ListPlace } from './session-order.ts';
import { textQuery } from './text-query.ts';

/** Paused sessions of one worktree, and sessions dated ahead, are few. */
const MAX_COMPARED = 20;
const MAX_MOVED = 200;

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const found = (row: Row | undefined) => (row === undefined ? undefined : sessionFrom(row));

const SILENT = `(status = 'active' AND (heard_at <= CASE has_hooks WHEN 1 THEN ? ELSE ? END OR heard_at > ?))`;
/** After every moment that a clock can show. */
const NEVER = '~';
const silent = ({ withHooks, withoutHooks, ahead = NEVER }: SilentBefore) => [withHooks, withoutHooks, ahead];

function statusCondition(status: string, silentBefore: SilentBefore): Condition {
  if (status === 'lost') return { sql: `(status = 'lost' OR ${SILENT})`, values: silent(silentBefore) };
  if (status === 'active') {
    return { sql: `(status = 'active' AND NOT ${SILENT})`, values: silent(silentBefore) };
  }
  return { sql: 'status = ?', values: [status] };
}

function queryCondition(workspace: string, query: string): Condition {
  const words = textQuery(query);
  const like = `%${query.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  if (words === undefined) return { sql: `title LIKE ? ESCAPE '\\'`, values: [like] };
  return {
    sql: `(title LIKE ? ESCAPE '\\'
      OR id IN (SELECT session_id FROM records
        WHERE workspace = ? AND seq IN (SELECT rowid FROM records_text WHERE records_text MATCH ?))
      OR id IN (SELECT session_id FROM texts
        WHERE workspace = ? AND seq IN (SELECT rowid FROM texts_text WHERE texts_text MATCH ?)))`,
    values: [like, workspace, amongWords(words), workspace, `(${amongWords(words)}) AND (${ofKind('note')})`],
  };
}

function conditionsOf(workspace: string, filter: SessionFilter, silentBefore: SilentBefore): Condition[] {
  const { projectId, exceptProjectIds, status, kind, agent, since, until, query } = filter;
  return [
    { sql: 'workspace = ?', values: [workspace] },
    ...(projectId === undefined ? [] : [{ sql: 'project_id = ?', values: [projectId] }]),
    ...noneOf('+project_id', exceptProjectIds).map(([sql, values]) => ({ sql, values })),
    ...(status === undefined ? [] : [statusCondition(status, silentBefore)]),
    ...(kind === undefined ? [] : [{ sql: 'kind = ?', values: [kind] }]),
    ...(agent === undefined ? [] : [{ sql: 'agent = ?', values: [agent] }]),
    ...(since === undefined ? [] : [{ sql: 'started_at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'started_at <= ?', values: [until] }]),
    ...(query === undefined || query.trim() === '' ? [] : [queryCondition(workspace, query)]),
  ];
}

/** Those with a time to believe; `behind` is where the page before ended. */
function listedBehind(behind: ListPlace | undefined, ahead: string): Condition {
  if (behind === undefined) return { sql: 'started_at <= ?', values: [ahead] };
  if (behind.isMoved) return { sql: 'started_at < ?', values: [behind.startedAt] };
  return { sql: '(started_at, id) < (?, ?)', values: [behind.startedAt, behind.id] };
}

const heardFrom = ({ id, heard_at, ended_at }: Row) => ({
  id: String(id),
  lastSeenAt: String(heard_at),
  endedAt: ended_at === null ? null : String(ended_at),
});

/** Of each state the newest few, from the index by state. */
const recentLeft = [`status = 'ended'`, `status = 'closed'`, `status = 'lost'`, SILENT]
  .map(
    (state) => `SELECT * FROM (SELECT id, worktree, heard_at, ended_at, started_at FROM sessions
      WHERE workspace = ? AND project_id = ? AND ${state} AND heard_at <= ? ORDER BY heard_at DESC LIMIT 10)`,
  )
  .join(' UNION ALL ');

export function createSessionReader(connection: Connection, workspace: string): SessionReader {
  const order = createSessionOrder(connection, workspace);
  const select = (conditions: readonly Condition[], columns: string, tail: string, ...values: SqlValue[]) =>
    connection.all(
      `SELECT ${columns} FROM sessions WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ${tail}`,
      ...conditions.flatMap((condition) => condition.values),
      ...values,
    );
  const ofProject = (projectId: string): Condition => ({
    sql: 'workspace = ? AND project_id = ?',
    values: [workspace, projectId],
  });

  /** Whoever was heard of last, not whoever began last: a session may be resumed. */
  const newestLeftId = (projectId: string, worktree: string | undefined, silentBefore: SilentBefore) => {
    const place = [workspace, projectId];
    const upTo = (latest: string) =>
      connection
        .all(
          `SELECT * FROM (${recentLeft}) WHERE ? IS NULL OR worktree = ? ORDER BY heard_at DESC`,
          ...[...place, latest],
          ...[...place, latest],
          ...[...place, latest],
          ...[...place, ...silent(silentBefore), latest],
          worktree ?? null,
          worktree ?? null,
        )
        .map(heardFrom);
    const { ahead = NEVER } = silentBefore;
    const newest = upTo(NEVER);
    const isAhead = newest.some(({ lastSeenAt }) => lastSeenAt > ahead);
    return order.lastHeard(isAhead ? [...newest, ...upTo(ahead)] : newest)?.id;
  };

  return {
    async find(id) {
      return (
        found(connection.get('SELECT * FROM sessions WHERE workspace = ? AND id = ?', workspace, id)) ??
        found(
          connection.get(
            'SELECT * FROM sessions WHERE workspace = ? AND client_session_id = ? ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1',
            workspace,
            id,
          ),
        )
      );
    },
    async findOfClient(clientSessionId, projectId) {
      return found(
        connection.get(
          `SELECT * FROM sessions WHERE workspace = ? AND client_session_id = ? AND project_id = ?
           ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`,
          workspace,
          clientSessionId,
          projectId,
        ),
      );
    },
    async findNewestPaused(projectId, worktree) {
      const paused = connection.all(
        `SELECT * FROM sessions WHERE workspace = ? AND project_id = ? AND status = 'paused' AND worktree IS ?
         ORDER BY heard_at DESC LIMIT ${MAX_COMPARED}`,
        workspace,
        projectId,
        worktree,
      );
      return order.lastHeard(paused.map(sessionFrom));
    },
    async findNewestLeft(projectId, worktree, silentBefore) {
      const id = newestLeftId(projectId, worktree, silentBefore);
      if (id !== undefined) return this.find(id);
      const here = worktree === undefined ? [] : [{ sql: 'worktree = ?', values: [worktree] }];
      const left = [
        ofProject(projectId),
        ...here,
        { sql: `(status IN ('ended', 'closed', 'lost') OR ${SILENT})`, values: silent(silentBefore) },
      ];
      return found(select(left, '*', 'ORDER BY started_at DESC LIMIT 1')[0]);
    },
    async listSilent(projectId, silentBefore, limit) {
      const conditions = [
        ofProject(projectId),
        { sql: `status = 'active' AND ${SILENT}`, values: silent(silentBefore) },
      ];
      return select(conditions, '*', 'ORDER BY heard_at LIMIT ?', limit).map(sessionFrom);
    },
    async listAlive(projectId, silentBefore, limit) {
      const conditions = [
        ofProject(projectId),
        { sql: `status = 'active' AND NOT ${SILENT}`, values: silent(silentBefore) },
      ];
      return select(conditions, '*', 'ORDER BY heard_at DESC LIMIT ?', limit).map(sessionFrom);
    },
    async listLost(projectId, since, limit) {
      const conditions = [
        ofProject(projectId),
        { sql: `status = 'lost' AND successor_id IS NULL AND heard_at > ?`, values: [since] },
      ];
      return select(conditions, '*', 'ORDER BY heard_at DESC LIMIT ?', limit).map(sessionFrom);
    },
    async listStarts(projectId, limit) {
      return select([ofProject(projectId)], 'started_at', 'ORDER BY started_at DESC LIMIT ?', limit).map(
        ({ started_at }) => String(started_at),
      );
    },
    async listAwaitingSuccessor(projectId, limit) {
      const conditions = [
        ofProject(projectId),
        { sql: `closing_policy = 'successor_required' AND successor_id IS NULL`, values: [] },
      ];
      return select(conditions, '*', 'ORDER BY closed_at LIMIT ?', limit).map(sessionFrom);
    },
    async list(filter, silentBefore, limit, after) {
      const all = conditionsOf(workspace, filter, silentBefore);
      const { ahead = NEVER } = silentBefore;
      const placeOf = ({ startedAt, id }: SessionKey): ListPlace =>
        startedAt > ahead
          ? { startedAt: order.beganBy(id, ahead), id, isMoved: true }
          : { startedAt, id, isMoved: false };
      const behind = after === null ? undefined : placeOf(after);
      const isIn = (session: Session) => behind === undefined || isBehind(placeOf(session), behind);
      const moved = select([...all, { sql: 'started_at > ?', values: [ahead] }], '*', 'LIMIT ?', MAX_MOVED)
        .map(sessionFrom)
        .filter(isIn);
      const from = [...all, listedBehind(behind, ahead)];
      const rows = select(from, '*', 'ORDER BY started_at DESC, id DESC LIMIT ?', limit).map(sessionFrom);
      const total = Number(select(from, 'count(*) AS count', '')[0]?.count ?? 0) + moved.length;
      const items =
        moved.length === 0
          ? rows
          : [...rows, ...moved].sort((a, b) => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1));
      const page = items.slice(0, limit);
      return { items: page, remaining: Math.max(0, total - page.length) };
    },
    async findLastHeard(sessions) {
      return order.lastHeard(sessions);
    },
    async listTurns(sessionId, limit, before) {
      return connection
        .all(
          `SELECT t.*, e.branch_id, e.turn FROM turns t
           LEFT JOIN campaign_events e ON e.workspace = t.workspace AND e.id = t.event_id
           WHERE t.workspace = ? AND t.session_id = ? AND t.number < ? ORDER BY t.number DESC LIMIT ?`,
          workspace,
          sessionId,
          before ?? Number.MAX_SAFE_INTEGER,
          limit,
        )
        .map((row) => ({
          sessionId,
          number: Number(row.number),
          at: String(row.at),
          who: row.who === null ? null : String(row.who),
          what: isTurnSound(row) ? String(row.what) : DAMAGED_TEXT,
          ...(row.event_id === null ? {} : { eventId: String(row.event_id) }),
          ...(row.turn === null
            ? {}
            : { played: { branchId: String(row.branch_id), turn: Number(row.turn) } }),
        }))
        .reverse();
    },
    async listFiles(sessionId, limit) {
      return connection
        .all(
          'SELECT path FROM session_files WHERE workspace = ? AND session_id = ? ORDER BY path LIMIT ?',
          workspace,
          sessionId,
          limit,
        )
        .map((row) => String(row.path));
    },
  };
}
