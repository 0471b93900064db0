import { digestOf } from '../domain/id.ts';
import { loopKey } from '../domain/orientation/merge-duplicates.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { TimeContext } from '../domain/session/session.ts';
import { createPause, mapInSlices } from '../lib/concurrency.ts';
import { groupBy } from '../lib/lists.ts';
import type { StoreDeps } from './deps.ts';

type Loops = readonly ThroughlineRecord[];

/** The loops with these texts, in the project or global. Of several with one text, the open ones count. */
async function findLoopsByText(
  { store }: StoreDeps,
  projectId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Loops>> {
  const pause = createPause();
  const digests = await mapInSlices(texts, digestOf);
  const [ofProject, global] = await Promise.all([
    store.records.listByDigest(projectId, 'open_loop', digests),
    store.records.listByDigest(null, 'open_loop', digests),
  ]);
  await pause();
  const byDigest = groupBy([...ofProject, ...global], ({ digest }) => digest);
  await pause();
  const choose = (found: Loops): Loops => {
    const open = found.filter(({ status }) => status === 'active');
    return open.length > 0 ? open : found;
  };
  return new Map(texts.map((text, index) => [text, choose(byDigest.get(digests[index] ?? '') ?? [])]));
}

/** The loops by the ids or exact texts that name them. All are read together, because a handoff may name thousands. */
export async function findLoops(
  deps: StoreDeps,
  projectId: string,
  given: readonly string[],
): Promise<ReadonlyMap<string, Loops>> {
  if (given.length === 0) return new Map();
  const names = [...new Set(given)];
  const [known, byText] = await Promise.all([
    deps.store.records.findAll(names),
    findLoopsByText(deps, projectId, names),
  ]);
  const byId = new Map(known.map((record) => [record.id, record]));
  const isLoopHere = (record: ThroughlineRecord) =>
    record.type === 'open_loop' && (record.projectId === projectId || record.projectId === null);
  return new Map([
    ...byText,
    ...[...byId].map(([id, record]): [string, Loops] => [id, isLoopHere(record) ? [record] : []]),
  ]);
}

const MOST = 500;
const MAX_CHARS = 10_000;

/** Other open loops with the same text. Reports show them as one, so they are resolved together. */
export async function listDuplicateLoops(
  deps: StoreDeps,
  loops: readonly ThroughlineRecord[],
  { now }: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  const projectId = loops.find((loop) => loop.projectId !== null)?.projectId ?? null;
  if (projectId === null) return [];
  const keys = new Set(await mapInSlices(loops, ({ content }) => loopKey(content)));
  const known = new Set(loops.map(({ id }) => id));
  const { items } = await deps.store.records.listLive(projectId, 'open_loop', MOST, MAX_CHARS, now);
  const duplicates = items.filter(
    ({ id, text, length }) => !known.has(id) && text.length === length && keys.has(loopKey(text)),
  );
  if (duplicates.length === 0) return [];
  const found = await deps.store.records.findAll(duplicates.map(({ id }) => id));
  return found.filter((record) => record.projectId === projectId);
}
