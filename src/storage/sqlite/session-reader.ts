import type { SessionFilter, SessionKey, SessionReader, SilentBefore } from '../../app/ports/readers.ts';
import { CLOSING_PART } from '../../app/ports/search-index.ts';
import { DAMAGED_TEXT } from '../../domain/damage.ts';
import { ID_ALPHABET } from '../../domain/id.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Connection } from './connection.ts';
import { isTurnSound } from './digests.ts';
import { amongWords, ofKind, textQuery } from './match-expression.ts';
import { PackedRows } from './packed-rows.ts';
import { sessionFrom, textOrNull } from './rows.ts';
import { createSessionOrder, isBehind, type ListPlace, listedBehind } from './session-order.ts';
import { and, bound, noneOf, type SqlPart, sql } from './sql.ts';

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

/** The id of a session, or its beginning. */
const SESSION_ID = new RegExp(`^ses_[${ID_ALPHABET}]{1,26}$`);

function hasWords(workspace: string, query: string): SqlPart {
  if (SESSION_ID.test(query.trim())) return sql`id GLOB ${`${query.trim()}*`}`;
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

/** Those that `sessionFrom` reads. */
const COLUMNS =
  `id, project_id, kind, title, agent, client, client_session_id, status, started_at, heard_at, active_since,
  active_ms, paused_at, ended_at, closed_at, predecessor_id, successor_id, worktree, branch, head, has_hooks,
  is_implicit, turn_count, history_chars, handoff_id, handoff_digest, handoff_derived, handoff_reopened,
  closing_policy, closing_reason, closing_epitaph, orientation_score, gap_count, transcript_path, version`.split(
    /,\s+/,
  );

const SESSIONS = new PackedRows(Object.fromEntries(COLUMNS.map((name) => [name, name])), sessionFrom);

export function createSessionReader(connection: Connection, workspace: string): SessionReader {
  const order = createSessionOrder(connection, workspace);
  const ofProject = (projectId: string) => sql`workspace = ${workspace} AND project_id = ${projectId}`;

  const select = (from: SqlPart): readonly Session[] => SESSIONS.read(connection, from.text, ...from.values);

  /** `rest`: further conditions, the order and the limit. */
  const listIn = (projectId: string, rest: SqlPart) =>
    select(sql`FROM sessions WHERE ${ofProject(projectId)} AND ${rest}`);

  /** The session that was last seen, not the one that began last: a session can be resumed. */
  const findLeft = (projectId: string, worktree: string | undefined, silentBefore: SilentBefore) => {
    // Of each state the newest few, from the index by state.
    const newestFew = (state: SqlPart, latest: string) => sql`SELECT * FROM (SELECT * FROM sessions
      WHERE ${ofProject(projectId)} AND ${state} AND heard_at <= ${latest} ORDER BY heard_at DESC LIMIT 10)`;
    const upTo = (latest: string) =>
      select(sql`FROM (${newestFew(sql`status = 'ended'`, latest)}
          UNION ALL ${newestFew(sql`status = 'closed'`, latest)} UNION ALL ${newestFew(sql`status = 'lost'`, latest)}
          UNION ALL ${newestFew(isSilent(silentBefore), latest)})
        WHERE ${worktree ?? null} IS NULL OR worktree = ${worktree ?? null} ORDER BY heard_at DESC`);
    const { ahead = NEVER } = silentBefore;
    const newest = upTo(NEVER);
    const isClockAhead = newest.some(({ lastSeenAt }) => lastSeenAt > ahead);
    return order.latest(isClockAhead ? [...newest, ...upTo(ahead)] : newest);
  };

  return {
    async find(id) {
      const [session] = select(sql`FROM sessions WHERE workspace = ${workspace} AND id = ${id}`);
      if (session !== undefined) return session;
      return select(sql`FROM sessions WHERE workspace = ${workspace} AND client_session_id = ${id}
        ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`)[0];
    },
    async findOfClient(clientSessionId, projectId) {
      return select(sql`FROM sessions
        WHERE workspace = ${workspace} AND client_session_id = ${clientSessionId} AND project_id = ${projectId}
        ORDER BY successor_id IS NOT NULL, started_at DESC LIMIT 1`)[0];
    },
    async listOfClient(clientSessionId, limit) {
      return select(sql`FROM sessions WHERE workspace = ${workspace} AND client_session_id = ${clientSessionId}
        ORDER BY started_at DESC, id LIMIT ${limit}`);
    },
    async findOfTranscript(path, projectId) {
      return listIn(projectId, sql`transcript_path = ${path} ORDER BY started_at DESC LIMIT 1`)[0];
    },
    async findNewestPaused(projectId, worktree) {
      const isPaused = sql`status = 'paused' AND worktree IS ${worktree} ORDER BY heard_at DESC LIMIT ${MAX_COMPARED}`;
      return order.latest(listIn(projectId, isPaused));
    },
    async findNewestLeft(projectId, worktree, silentBefore) {
      const newest = findLeft(projectId, worktree, silentBefore);
      if (newest !== undefined) return newest;
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
      const listed = (rest: SqlPart) => select(sql`FROM sessions WHERE ${filtered} AND ${rest}`);
      const moved = listed(sql`started_at > ${ahead} LIMIT ${MAX_MOVED}`).filter(isIn);
      const isNext = listedBehind(behind, ahead);
      const rows = listed(sql`${isNext} ORDER BY started_at DESC, id DESC LIMIT ${limit}`);
      const counted = connection.get`SELECT count(*) AS count FROM sessions WHERE ${filtered} AND ${isNext}`;
      const total = Number(counted?.count ?? 0) + moved.length;
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
