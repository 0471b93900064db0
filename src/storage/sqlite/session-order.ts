import type { SessionKey } from '../../app/ports/readers.ts';
import type { Instant } from '../../domain/instant.ts';
import { oldestFirst, type WriteStamp } from '../../domain/instant.ts';
import type { Connection } from './connection.ts';
import { type SqlPart, sql } from './sql.ts';

interface SeenSession {
  readonly id: string;
  readonly lastSeenAt: Instant;
  readonly endedAt: Instant | null;
}

const lastActivity = ({ lastSeenAt, endedAt }: SeenSession): Instant =>
  endedAt !== null && endedAt > lastSeenAt ? endedAt : lastSeenAt;

export function createSessionOrder(connection: Connection, workspace: string) {
  /**
   * By the place of the session in the list. An imported session was written long after it took place, so its position says
   * nothing about its time.
   */
  const stampsOf = (sessions: readonly SeenSession[]): ReadonlyMap<number, WriteStamp> => {
    const wanted = JSON.stringify(sessions.map((one) => [one.id, lastActivity(one)]));
    // Both in one number: the entries of a session are read once.
    const rows = connection.all`SELECT wanted.key AS place, wanted.value ->> 0 AS id, wanted.value ->> 1 AS at, (
        SELECT 2 * coalesce(max(position) FILTER (WHERE at = wanted.value ->> 1), max(position))
          + max(type = 'session.imported')
        FROM journal WHERE workspace = ${workspace} AND stream = wanted.value ->> 0) AS position_and_import
      FROM json_each(${wanted}) wanted`;
    return new Map(
      rows.map((row) => {
        const both = Number(row.position_and_import ?? 0);
        const stamp = { at: String(row.at), position: Math.floor(both / 2) };
        return [Number(row.place), both % 2 === 1 ? { ...stamp, group: String(row.id) } : stamp];
      }),
    );
  };

  return {
    latest<Session extends SeenSession>(sessions: readonly Session[]): Session | undefined {
      if (sessions.length < 2) return sessions[0];
      const stamps = stampsOf(sessions);
      const places = oldestFirst(
        [...sessions.keys()],
        (place) => stamps.get(place) ?? { at: '', position: 0 },
      );
      return sessions[places.at(-1) ?? 0];
    },

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

export function listedBehind(behind: ListPlace | undefined, ahead: string): SqlPart {
  if (behind === undefined) return sql`started_at <= ${ahead}`;
  if (behind.isMoved) return sql`started_at < ${behind.startedAt}`;
  return sql`(started_at, id) < (${behind.startedAt}, ${behind.id})`;
}
