import { isAhead } from '../domain/clock-order.ts';
import { deriveHandoff } from '../domain/handoff/derive-handoff.ts';
import type { FactItem, FactList } from '../domain/orientation/facts.ts';
import { RECORD_FILING } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { gatherTraces, leftWithoutWord } from './derive-handoff.ts';
import { silentBefore } from './moment.ts';
import type { World } from './world.ts';

const MOST = 20;

async function tracesOf(world: World, session: Session, moment: Moment): Promise<FactItem[]> {
  if (!leftWithoutWord(session)) return [];
  const reading = await world.store.captures.findReading(session.id);
  const derived = deriveHandoff(await gatherTraces(world, session, reading, moment));
  const text = derived?.items.find(({ type }) => type === 'checkpoint')?.text;
  if (text === undefined) return [];
  const { id, agent, worktree, branch, head, heardAt } = session;
  return [
    {
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
    },
  ];
}

/** Sessions that fell silent are told of from their traces, also before anyone starts and they are written down. */
export async function withLostTraces(
  world: World,
  projectId: string,
  checkpoints: FactList,
  moment: Moment,
): Promise<FactList> {
  const silent = await world.store.sessions.listSilent(projectId, silentBefore(moment), MOST);
  const traces = (await Promise.all(silent.map((session) => tracesOf(world, session, moment)))).flat();
  if (traces.length === 0) return checkpoints;
  const items = [...checkpoints.items];
  for (const trace of traces) {
    // The store has put them in order: what a clock dated ahead may stand behind what looks older.
    const isOlder = ({ createdAt }: FactItem) =>
      createdAt <= trace.createdAt || isAhead(createdAt, moment.now);
    const place = items.findIndex(isOlder);
    items.splice(place < 0 ? items.length : place, 0, trace);
  }
  return { items, total: checkpoints.total + traces.length };
}
