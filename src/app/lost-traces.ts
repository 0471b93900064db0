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

/** What the traces show, and which of them are damaged. */
interface Shown {
  readonly items: readonly FactItem[];
  readonly damaged: readonly string[];
}

async function tracesOf(world: World, session: Session, moment: Moment): Promise<Shown> {
  if (!leftWithoutWord(session)) return { items: [], damaged: [] };
  const reading = await world.store.captures.findReading(session.id);
  const { damaged, ...traces } = await gatherTraces(world, session, reading, moment);
  const derived = deriveHandoff(traces);
  const text = derived?.items.find(({ type }) => type === 'checkpoint')?.text;
  if (text === undefined) return { items: [], damaged };
  const { id, agent, worktree, branch, head, heardAt } = session;
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
  return { items: [item], damaged };
}

/** Sessions that fell silent are told of from their traces, also before anyone starts and they are written down. */
export async function withLostTraces(
  world: World,
  projectId: string,
  checkpoints: FactList,
  moment: Moment,
): Promise<{ readonly checkpoints: FactList; readonly damagedTraces: readonly string[] }> {
  const silent = await world.store.sessions.listSilent(projectId, silentBefore(moment), MOST);
  const shown = await Promise.all(silent.map((session) => tracesOf(world, session, moment)));
  const traces = shown.flatMap(({ items }) => items);
  const damagedTraces = shown.flatMap(({ damaged }) => damaged);
  if (traces.length === 0) return { checkpoints, damagedTraces };
  const items = [...checkpoints.items];
  for (const trace of traces) {
    // The store has put them in order: what a clock dated ahead may stand behind what looks older.
    const isOlder = ({ createdAt }: FactItem) =>
      createdAt <= trace.createdAt || isAhead(createdAt, moment.now);
    const place = items.findIndex(isOlder);
    items.splice(place < 0 ? items.length : place, 0, trace);
  }
  return { checkpoints: { items, total: checkpoints.total + traces.length }, damagedTraces };
}
