import type { SessionFilter, SessionKey, SessionReader, SilentBefore } from '../../app/ports/readers.ts';
import { CLOSING_PART } from '../../app/ports/search-index.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Connection } from './connection.ts';
import { isTurnSound } from './digests.ts';
import type { Row } from './driver.ts';
import { amongWords, ofKind, textQuery } from './match-expression.ts';
import { sessionFrom, textOrNull } from './rows.ts';
import { createSessionOrder, isBehind, type ListPlace, listedBehind } from './session-order.ts';
import { and, bound, noneOf, raw, type SqlPart, sql } from './sql.ts';

/** Paused sessions of one worktree, and sessions dated ahead, are few. */
const MAX_COMPARED = 20;
const MAX_MOVED = 200;

/** After every moment that a clock can show. */
const NEVER = '~';

const isSilent = ({ withHooks, withoutHooks, ahead = NEVER }: SilentBefore): SqlPart =>
  sql`(status = 'active' AND (heard_at <= CASE has_hooks WHEN 1 THEN ${withHooks} ELSE ${withoutHooks} END
    OR heard_at > ${ahead}))`;

function hasStatus(status: string, silentBefore: SilentBefore): SqlPart {
  if (status === 'lost') return sql`(status = 'lost' OR ${isSilent(silentBefore)})`;
  if (status === 'active') return sql`(status = 'active' AND NOT ${isSilent(silentBefore)})`;
  return sql`status = ${status}`;
}

function hasWords(workspace: string, query: string): SqlPart {
  const words = textQuery(query);
  const like = `%${query.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
  if (words === undefined) return sql`title LIKE ${like} ESCAPE '\\'`;
  const among = (kind: 'note' | 'turn') => `(${amongWords(words)}) AND (${ofKind(kind)})`;
  return sql`(title LIKE ${like} ESCAPE '\\'
    OR id IN (SELECT session_id FROM records
      WHERE workspace = ${workspace} AND seq IN (SELECT rowid FROM records_text WHERE records_text MATCH ${amongWords(words)}))
    OR id IN (SELECT session_id FROM texts
      WHERE workspace = ${workspace} AND seq IN (SELECT rowid FROM texts_text WHERE texts_text MATCH ${among('note')}))
    OR id IN (SELECT session_id FROM texts WHERE workspace = ${workspace} AND part = ${CLOSING_PART}
      AND seq IN (SELECT rowid FROM texts_text WHERE texts_text MATCH ${among('turn')})))`;
}

function filterCondition(workspace: string, filter: SessionFilter, silentBefore: SilentBefore): SqlPart {
  const { projectId, exceptProjectIds, status, kind, agent, since, until, query } = filter;
  return and(
    sql`workspace = ${workspace}`,
    bound('project_id = ?', projectId),
    noneOf('+project_id', exceptProjectIds),
    status && hasStatus(status, silentBefore),
    bound('kind = ?', kind),
    bound('agent = ?', agent),
    bound('started_at >= ?', since),
    bound('started_at <= ?', until),
    query === undefined || query.trim() === '' ? undefined : hasWords(workspace, query),
  );
}

const seenSessionFrom = ({ id, heard_at, ended_at }: Row) => ({
  id: String(id),
  lastSeenAt: String(heard_at),
  endedAt: textOrNull(ended_at),
});

export function createSessionReader(connection: Connection, workspace: string): SessionReader {
  const order = createSessionOrder(connection, workspace);
  const ofProject = (projectId: string) => sql`workspace = ${workspace} AND project_id = ${projectId}`;

  /** `rest`: further conditions, the order and the limit. */
  const listIn = (projectId: string, rest: SqlPart) =>
    connection.all`SELECT * FROM sessions WHERE ${ofProject(projectId)} AND ${rest}`.map(sessionFrom);

  /** The session that was last seen, not the one that began last: a session can be resumed. */
  const newestLeftId = (projectId: string, worktree: string | undefined, silentBefore: SilentBefore) => {
    // Of each state the newest few, from the index by state.
    const newestFew = (state: SqlPart, latest: string) => sql`SELECT * FROM (
      SELECT id, worktree, heard_at, ended_at, started_at FROM sessions
      WHERE ${ofProject(projectId)} AND ${state} AND heard_at <= ${latest} ORDER BY heard_at DESC LIMIT 10)`;
    const upTo = (latest: string) => {
      const rows = connection.all`SELECT * FROM (${newestFew(sql`status = 'ended'`, latest)}
          UNION ALL ${newestFew(sql`status = 'closed'`, latest)} UNION ALL ${newestFew(sql`status = 'lost'`, latest)}
          UNION ALL ${newestFew(isSilent(silentBefore), latest)})
        WHERE ${worktree ?? null} IS NULL OR worktree = ${worktree ?? null} ORDER BY heard_at DESC`;
      return rows.map(seenSessionFrom);
    };
    const { ahead = NEVER } = silentBefore;
    const newest = upTo(NEVER);
    const isClockAhead = newest.some(({ lastSeenAt }) => lastSeenAt > ahead);
    return order.latest(isClockAhead ? [...newest, ...upTo(ahead)] : newest)?.id;
  };

  return {
    async find(id) {
      const row =
        connection.get`SELECT * FROM sessions WHERE workspace = ${workspace} AND id = ${id}` ??
        connection.get`SELECT * FROM sessions WHERE workspace = ${workspace} AND client_session_id = ${id}
          ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`;
      return row && sessionFrom(row);
    },
    async listByPrefix(prefix, limit, exceptProjectIds) {
      const isInRange = sql`workspace = ${workspace} AND id >= ${prefix} AND id < ${`${prefix}~`}`;
      const condition = and(isInRange, noneOf('+project_id', exceptProjectIds));
      return connection.all`SELECT * FROM sessions WHERE ${condition} ORDER BY id LIMIT ${limit}`.map(
        sessionFrom,
      );
    },
    async findOfClient(clientSessionId, projectId) {
      const row = connection.get`SELECT * FROM sessions
        WHERE workspace = ${workspace} AND client_session_id = ${clientSessionId} AND project_id = ${projectId}
        ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`;
      return row && sessionFrom(row);
    },
    async findNewestPaused(projectId, worktree) {
      const isPaused = sql`status = 'paused' AND worktree IS ${worktree} ORDER BY heard_at DESC LIMIT ${MAX_COMPARED}`;
      return order.latest(listIn(projectId, isPaused));
    },
    async findNewestLeft(projectId, worktree, silentBefore) {
      const id = newestLeftId(projectId, worktree, silentBefore);
      if (id !== undefined) return this.find(id);
      const isLeft = and(
        bound('worktree = ?', worktree),
        sql`(status IN ('ended', 'closed', 'lost') OR ${isSilent(silentBefore)})`,
      );
      return listIn(projectId, sql`${isLeft} ORDER BY started_at DESC LIMIT 1`)[0];
    },
    async listSilent(projectId, silentBefore, limit) {
      return listIn(
        projectId,
        sql`status = 'active' AND ${isSilent(silentBefore)} ORDER BY heard_at LIMIT ${limit}`,
      );
    },
    async listAlive(projectId, silentBefore, limit) {
      const isAlive = sql`status = 'active' AND NOT ${isSilent(silentBefore)}`;
      return listIn(projectId, sql`${isAlive} ORDER BY heard_at DESC LIMIT ${limit}`);
    },
    async listLost(projectId, since, limit) {
      const isLost = sql`status = 'lost' AND successor_id IS NULL AND heard_at > ${since}`;
      return listIn(projectId, sql`${isLost} ORDER BY heard_at DESC LIMIT ${limit}`);
    },
    async listStarts(projectId, limit) {
      const rows = connection.all`SELECT started_at FROM sessions WHERE ${ofProject(projectId)}
        ORDER BY started_at DESC LIMIT ${limit}`;
      return rows.map(({ started_at }) => String(started_at));
    },
    async listNewest(projectId, limit) {
      return listIn(projectId, sql`true ORDER BY started_at DESC, id DESC LIMIT ${limit}`);
    },
    async listAwaitingSuccessor(projectId, limit) {
      const isAwaiting = sql`closing_policy = 'successor_required' AND successor_id IS NULL`;
      return listIn(projectId, sql`${isAwaiting} ORDER BY closed_at LIMIT ${limit}`);
    },
    async list(filter, silentBefore, limit, after) {
      const filtered = filterCondition(workspace, filter, silentBefore);
      const { ahead = NEVER } = silentBefore;
      const placeOf = ({ startedAt, id }: SessionKey): ListPlace =>
        startedAt > ahead
          ? { startedAt: order.beganBy(id, ahead), id, isMoved: true }
          : { startedAt, id, isMoved: false };
      const behind = after === null ? undefined : placeOf(after);
      const isIn = (session: Session) => behind === undefined || isBehind(placeOf(session), behind);
      const select = (columns: string, rest: SqlPart) =>
        connection.all`SELECT ${raw(columns)} FROM sessions WHERE ${filtered} AND ${rest}`;
      const moved = select('*', sql`started_at > ${ahead} LIMIT ${MAX_MOVED}`).map(sessionFrom).filter(isIn);
      const isNext = listedBehind(behind, ahead);
      const rows = select('*', sql`${isNext} ORDER BY started_at DESC, id DESC LIMIT ${limit}`).map(
        sessionFrom,
      );
      const total = Number(select('count(*) AS count', isNext)[0]?.count ?? 0) + moved.length;
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
      const rows = connection.all`SELECT t.*, e.branch_id, e.turn FROM turns t
        LEFT JOIN campaign_events e ON e.workspace = t.workspace AND e.id = t.event_id
        WHERE t.workspace = ${workspace} AND t.session_id = ${sessionId}
          AND t.number < ${before ?? Number.MAX_SAFE_INTEGER}
        ORDER BY t.number DESC LIMIT ${limit}`;
      return rows.reverse().map((row) => ({
        sessionId,
        number: Number(row.number),
        at: String(row.at),
        who: textOrNull(row.who),
        what: isTurnSound(row) ? String(row.what) : DAMAGED_TEXT,
        ...(row.event_id === null ? {} : { eventId: String(row.event_id) }),
        ...(row.turn === null ? {} : { played: { branchId: String(row.branch_id), turn: Number(row.turn) } }),
      }));
    },
    async listFiles(sessionId, limit) {
      const rows = connection.all`SELECT path FROM session_files
        WHERE workspace = ${workspace} AND session_id = ${sessionId} ORDER BY path LIMIT ${limit}`;
      return rows.map((row) => String(row.path));
    },
  };
}
