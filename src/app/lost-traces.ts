import { deriveHandoff } from '../domain/handoff/derive-handoff.ts';
import type { FactItem, FactList } from '../domain/orientation/facts.ts';
import { RECORD_FILING } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import { type Session, statusIn } from '../domain/session/session.ts';
import { gatherTraces, leftWithoutWord } from './derive-handoff.ts';
import type { World } from './world.ts';

/** A session that nobody ended is told of from its traces, also before anyone starts and they are written down. */
export async function withLostTraces(
  world: World,
  checkpoints: FactList,
  last: Session | undefined,
  moment: Moment,
): Promise<FactList> {
  if (last === undefined || statusIn(last, moment) !== 'lost' || !leftWithoutWord(last)) return checkpoints;
  const text = deriveHandoff(await gatherTraces(world, last, moment))?.checkpoint ?? null;
  if (text === null) return checkpoints;
  const { id, agent, worktree, branch, head, heardAt } = last;
  const item: FactItem = {
    id,
    type: 'checkpoint',
    text,
    length: text.length,
    subject: null,
    importance: RECORD_FILING.checkpoint.importance,
    sessionId: id,
    author: agent,
    source: 'derived',
    createdAt: heardAt,
    worktree,
    branch,
    head,
  };
  const items = [...checkpoints.items, item].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return { items, total: checkpoints.total + 1 };
}
