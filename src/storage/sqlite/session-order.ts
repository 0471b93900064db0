import type { SessionKey } from '../../app/ports/readers.ts';
import { oldestFirst } from '../../domain/clock-order.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Connection } from './connection.ts';
import { type SqlPart, sql } from './sql.ts';

interface SeenSession {
  readonly id: string;
  readonly lastSeenAt: Instant;
  readonly endedAt: Instant | null;
}

const lastActivity = ({ lastSeenAt, endedAt }: SeenSession): Instant =>
  endedAt !== null && endedAt > lastSeenAt ? endedAt : lastSeenAt;

/** Finds the latest of several sessions, also where a clock was ahead and their times cannot be compared. */
export function createSessionOrder(connection: Connection, workspace: string) {
  const positionOf = (session: SeenSession): number => {
    const row = connection.get`SELECT
        coalesce(max(position) FILTER (WHERE at = ${lastActivity(session)}), max(position)) AS position
      FROM journal WHERE workspace = ${workspace} AND stream = ${session.id}`;
    return Number(row?.position ?? 0);
  };

  return {
    latest: <Session extends SeenSession>(sessions: readonly Session[]): Session | undefined =>
      sessions.length < 2
        ? sessions[0]
        : oldestFirst(sessions, (one) => ({ at: lastActivity(one), position: positionOf(one) })).at(-1),

    /** The latest time at which a session dated in the future can have begun: the next journal entry with a plausible time. */
    beganBy(id: string, ahead: Instant): Instant {
      const row = connection.get`SELECT at FROM journal NOT INDEXED WHERE workspace = ${workspace} AND at <= ${ahead}
          AND position > (SELECT min(position) FROM journal WHERE workspace = ${workspace} AND stream = ${id})
        ORDER BY position LIMIT 1`;
      return row === undefined ? ahead : String(row.at);
    },
  };
}

/** A session's place in a list: those with a plausible time come before one that had only begun by then. */
export interface ListPlace extends SessionKey {
  readonly isMoved: boolean;
}

export function isBehind(a: ListPlace, b: ListPlace): boolean {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt;
  return a.isMoved === b.isMoved ? a.id < b.id : a.isMoved;
}

/** Sessions with a plausible time, after the last one of the page before. */
export function listedBehind(behind: ListPlace | undefined, ahead: string): SqlPart {
  if (behind === undefined) return sql`started_at <= ${ahead}`;
  if (behind.isMoved) return sql`started_at < ${behind.startedAt}`;
  return sql`(started_at, id) < (${behind.startedAt}, ${behind.id})`;
}
