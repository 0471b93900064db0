import type { SessionKey } from '../../app/ports/readers.ts';
import { oldestFirst } from '../../domain/clock-order.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Connection } from './connection.ts';

export interface Heard {
  readonly id: string;
  readonly lastSeenAt: Instant;
  readonly endedAt: Instant | null;
}

const lastSign = ({ lastSeenAt, endedAt }: Heard): Instant =>
  endedAt !== null && endedAt > lastSeenAt ? endedAt : lastSeenAt;

/** Which of several sessions comes last, where the times of a clock that was ahead cannot tell. */
export function createSessionOrder(connection: Connection, workspace: string) {
  const positionOf = ({ id, ...heard }: Heard): number => {
    const row = connection.get(
      `SELECT coalesce(max(position) FILTER (WHERE at = ?), max(position)) AS position
       FROM journal WHERE workspace = ? AND stream = ?`,
      lastSign({ id, ...heard }),
      workspace,
      id,
    );
    return Number(row?.position ?? 0);
  };

  return {
    lastHeard: <Session extends Heard>(sessions: readonly Session[]): Session | undefined =>
      sessions.length < 2
        ? sessions[0]
        : oldestFirst(sessions, (one) => ({ at: lastSign(one), position: positionOf(one) })).at(-1),

    /** When a session that is dated ahead really began, at the latest: at the next entry with a time to believe. */
    beganBy(id: string, ahead: Instant): Instant {
      const row = connection.get(
        `SELECT at FROM journal NOT INDEXED WHERE workspace = ?1 AND at <= ?2
           AND position > (SELECT min(position) FROM journal WHERE workspace = ?1 AND stream = ?3)
         ORDER BY position LIMIT 1`,
        workspace,
        ahead,
        id,
      );
      return row === undefined ? ahead : String(row.at);
    },
  };
}

/** A session's place in a list: those with a time to believe come before one that was only begun by then. */
export interface ListPlace extends SessionKey {
  readonly isMoved: boolean;
}

export function isBehind(a: ListPlace, b: ListPlace): boolean {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt;
  return a.isMoved === b.isMoved ? a.id < b.id : a.isMoved;
}
