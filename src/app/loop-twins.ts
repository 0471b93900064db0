import { loopKey } from '../domain/orientation/fold-loops.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import { mapInSlices } from '../lib/slices.ts';
import type { Deps } from './deps.ts';

const MOST = 500;
const MAX_CHARS = 10_000;

/** Other open loops that say the same: orientation shows them as one, so they end as one. */
export async function loopTwins(
  deps: Pick<Deps, 'store'>,
  loops: readonly ThroughlineRecord[],
  { now }: Moment,
): Promise<readonly ThroughlineRecord[]> {
  const projectId = loops.find((loop) => loop.projectId !== null)?.projectId ?? null;
  if (projectId === null) return [];
  const keys = new Set(await mapInSlices(loops, ({ content }) => loopKey(content)));
  const known = new Set(loops.map(({ id }) => id));
  const { items } = await deps.store.records.listLive(projectId, 'open_loop', MOST, MAX_CHARS, now);
  const twins = items.filter(
    ({ id, text, length }) => !known.has(id) && text.length === length && keys.has(loopKey(text)),
  );
  if (twins.length === 0) return [];
  const found = await deps.store.records.findAll(twins.map(({ id }) => id));
  return found.filter((record) => record.projectId === projectId);
}
