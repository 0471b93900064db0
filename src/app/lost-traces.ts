import { isAhead } from '../domain/clock-order.ts';
import { deriveHandoff } from '../domain/handoff/derive-handoff.ts';
import type { FactItem, FactList } from '../domain/orientation/facts.ts';
import { RECORD_FILING } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';
import { gatherTraces, leftWithoutWord } from './derive-handoff.ts';
import { silentBefore } from './moment.ts';

const MOST = 20;

/** What the traces show, and which of them are damaged. */
export interface LostTraces {
  readonly items: readonly FactItem[];
  readonly damaged: readonly string[];
}

export const NO_TRACES: LostTraces = { items: [], damaged: [] };

async function tracesOf(deps: Pick<Deps, 'store'>, session: Session, moment: Moment): Promise<LostTraces> {
  if (!leftWithoutWord(session)) return NO_TRACES;
  const reading = await deps.store.captures.findReading(session.id);
  const { damaged, ...traces } = await gatherTraces(deps, session, reading, moment);
  const derived = deriveHandoff(traces);
  const text = derived?.items.find(({ type }) => type === 'checkpoint')?.text;
  if (text === undefined) return { items: [], damaged };
  const { id, agent, worktree, branch, head, lastSeenAt } = session;
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
    createdAt: lastSeenAt,
    worktree,
    branch,
    head,
  };
  return { items: [item], damaged };
}

/** Sessions that fell silent are reported from their traces, also before anyone starts and they are written down. */
export async function lostTraces(
  deps: Pick<Deps, 'store'>,
  projectId: string,
  moment: Moment,
): Promise<LostTraces> {
  const silent = await deps.store.sessions.listSilent(projectId, silentBefore(moment), MOST);
  const found = await Promise.all(silent.map((session) => tracesOf(deps, session, moment)));
  return {
    items: found.flatMap(({ items }) => items),
    damaged: found.flatMap(({ damaged }) => damaged),
  };
}

export function withTraces(checkpoints: FactList, traces: LostTraces, { now }: Moment): FactList {
  const items = [...checkpoints.items];
  for (const trace of traces.items) {
    // The store has put them in order: what a clock dated ahead may stand behind what looks older.
    const isOlder = ({ createdAt }: FactItem) => createdAt <= trace.createdAt || isAhead(createdAt, now);
    const place = items.findIndex(isOlder);
    items.splice(place < 0 ? items.length : place, 0, trace);
  }
  return { items, total: checkpoints.total + traces.items.length };
}
