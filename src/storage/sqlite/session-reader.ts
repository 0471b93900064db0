import type { SessionFilter, SessionKey, SessionReader, SilentBefore } from '../../app/ports/readers.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Session } from '../../domain/session/session.ts';
import { bound, type Clause, joined, noneOf } from './clauses.ts';
import type { Connection } from './connection.ts';
import { isTurnSound } from './digests.ts';
import type { Row, SqlValue } from './driver.ts';
import { amongWords, ofKind, textQuery } from './match-expression.ts';
import { found, sessionFrom } from './rows.ts';
import { createSessionOrder, isBehind, type ListPlace, listedBehind } from './session-order.ts';

/** Paused sessions of one worktree, and sessions dated ahead, are few. */
const MAX_COMPARED = 20;
const MAX_MOVED = 200;

const SILENT = `(status = 'active' AND (heard_at <= CASE has_hooks WHEN 1 THEN ? ELSE ? END OR heard_at > ?))`;
/** After every moment that a clock can show. */
const NEVER = '~';
const silent = ({ withHooks, withoutHooks, ahead = NEVER }: SilentBefore) => [withHooks, withoutHooks, ahead];

function statusClause(status: string, silentBefore: SilentBefore): Clause {
  if (status === 'lost') return [`(status = 'lost' OR ${SILENT})`, silent(silentBefore)];
  if (status === 'active') return [`(status = 'active' AND NOT ${SILENT})`, silent(silentBefore)];
  return ['status = ?', [status]];
}

function queryClause(workspace: string, query: string): Clause {
  const words = textQuery(query);
  const like = `%${query.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  if (words === undefined) return [`title LIKE ? ESCAPE '\\'`, [like]];
  return [
    `(title LIKE ? ESCAPE '\\'
      OR id IN (SELECT session_id FROM records
        WHERE workspace = ? AND seq IN (SELECT rowid FROM records_text WHERE records_text MATCH ?))
      OR id IN (SELECT session_id FROM texts
        WHERE workspace = ? AND seq IN (SELECT rowid FROM texts_text WHERE texts_text MATCH ?)))`,
    [like, workspace, amongWords(words), workspace, `(${amongWords(words)}) AND (${ofKind('note')})`],
  ];
}

function filterClauses(workspace: string, filter: SessionFilter, silentBefore: SilentBefore): Clause[] {
  const { projectId, exceptProjectIds, status, kind, agent, since, until, query } = filter;
  return [
    ['workspace = ?', [workspace]],
    ...bound('project_id = ?', projectId),
    ...noneOf('+project_id', exceptProjectIds),
    ...(status === undefined ? [] : [statusClause(status, silentBefore)]),
    ...bound('kind = ?', kind),
    ...bound('agent = ?', agent),
    ...bound('started_at >= ?', since),
    ...bound('started_at <= ?', until),
    ...(query === undefined || query.trim() === '' ? [] : [queryClause(workspace, query)]),
  ];
}

const seenSessionFrom = ({ id, heard_at, ended_at }: Row) => ({
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
  const select = (clauses: readonly Clause[], columns: string, tail: string, ...values: SqlValue[]) => {
    const where = joined(clauses);
    return connection.all(
      `SELECT ${columns} FROM sessions WHERE ${where.sql} ${tail}`,
      ...where.values,
      ...values,
    );
  };
  const ofProject = (projectId: string): Clause => [
    'workspace = ? AND project_id = ?',
    [workspace, projectId],
  ];

  const listIn = (projectId: string, clause: Clause, tail: string, limit: number) =>
    select([ofProject(projectId), clause], '*', tail, limit).map(sessionFrom);

  /** The session that was last seen, not the one that began last: a session can be resumed. */
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
        .map(seenSessionFrom);
    const { ahead = NEVER } = silentBefore;
    const newest = upTo(NEVER);
    const isClockAhead = newest.some(({ lastSeenAt }) => lastSeenAt > ahead);
    return order.latest(isClockAhead ? [...newest, ...upTo(ahead)] : newest)?.id;
  };

  return {
    async find(id) {
      const row =
        connection.get('SELECT * FROM sessions WHERE workspace = ? AND id = ?', workspace, id) ??
        connection.get(
          'SELECT * FROM sessions WHERE workspace = ? AND client_session_id = ? ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1',
          workspace,
          id,
        );
      return found(row, sessionFrom);
    },
    async findOfClient(clientSessionId, projectId) {
      const row = connection.get(
        `SELECT * FROM sessions WHERE workspace = ? AND client_session_id = ? AND project_id = ?
         ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`,
        workspace,
        clientSessionId,
        projectId,
      );
      return found(row, sessionFrom);
    },
    async findNewestPaused(projectId, worktree) {
      const paused = connection.all(
        `SELECT * FROM sessions WHERE workspace = ? AND project_id = ? AND status = 'paused' AND worktree IS ?
         ORDER BY heard_at DESC LIMIT ${MAX_COMPARED}`,
        workspace,
        projectId,
        worktree,
      );
      return order.latest(paused.map(sessionFrom));
    },
    async findNewestLeft(projectId, worktree, silentBefore) {
      const id = newestLeftId(projectId, worktree, silentBefore);
      if (id !== undefined) return this.find(id);
      const left: Clause[] = [
        ofProject(projectId),
        ...bound('worktree = ?', worktree),
        [`(status IN ('ended', 'closed', 'lost') OR ${SILENT})`, silent(silentBefore)],
      ];
      return found(select(left, '*', 'ORDER BY started_at DESC LIMIT 1')[0], sessionFrom);
    },
    async listSilent(projectId, silentBefore, limit) {
      const isSilent: Clause = [`status = 'active' AND ${SILENT}`, silent(silentBefore)];
      return listIn(projectId, isSilent, 'ORDER BY heard_at LIMIT ?', limit);
    },
    async listAlive(projectId, silentBefore, limit) {
      const isAlive: Clause = [`status = 'active' AND NOT ${SILENT}`, silent(silentBefore)];
      return listIn(projectId, isAlive, 'ORDER BY heard_at DESC LIMIT ?', limit);
    },
    async listLost(projectId, since, limit) {
      const isLost: Clause = [`status = 'lost' AND successor_id IS NULL AND heard_at > ?`, [since]];
      return listIn(projectId, isLost, 'ORDER BY heard_at DESC LIMIT ?', limit);
    },
    async listStarts(projectId, limit) {
      return select([ofProject(projectId)], 'started_at', 'ORDER BY started_at DESC LIMIT ?', limit).map(
        ({ started_at }) => String(started_at),
      );
    },
    async listNewest(projectId, limit) {
      return listIn(projectId, ['true', []], 'ORDER BY started_at DESC, id DESC LIMIT ?', limit);
    },
    async listAwaitingSuccessor(projectId, limit) {
      const isAwaiting: Clause = [`closing_policy = 'successor_required' AND successor_id IS NULL`, []];
      return listIn(projectId, isAwaiting, 'ORDER BY closed_at LIMIT ?', limit);
    },
    async list(filter, silentBefore, limit, after) {
      const all = filterClauses(workspace, filter, silentBefore);
      const { ahead = NEVER } = silentBefore;
      const placeOf = ({ startedAt, id }: SessionKey): ListPlace =>
        startedAt > ahead
          ? { startedAt: order.beganBy(id, ahead), id, isMoved: true }
          : { startedAt, id, isMoved: false };
      const behind = after === null ? undefined : placeOf(after);
      const isIn = (session: Session) => behind === undefined || isBehind(placeOf(session), behind);
      const moved = select([...all, ['started_at > ?', [ahead]]], '*', 'LIMIT ?', MAX_MOVED)
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
    async findLastSeen(sessions) {
      return order.latest(sessions);
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
