import type { Moment } from '../../domain/session/decide.ts';
import { type Session, statusIn } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';

const MAX_STEPS = 20;

/** The line this session stands in, oldest first, itself included. */
export async function lineageOf(deps: Pick<Deps, 'store'>, session: Session, moment: Moment) {
  const walk = async (next: (session: Session) => string | null) => {
    const line: Session[] = [];
    let id = next(session);
    while (id !== null && line.length < MAX_STEPS) {
      const found: Session | undefined = await deps.store.sessions.find(id);
      if (found === undefined) break;
      line.push(found);
      id = next(found);
    }
    return line;
  };
  const before = await walk(({ predecessorId }) => predecessorId);
  const after = await walk(({ successorId }) => successorId);
  return [...before.toReversed(), session, ...after].map((one) => ({
    session_id: one.id,
    status: statusIn(one, moment),
    started_at: one.startedAt,
    ended_at: one.endedAt,
  }));
}
