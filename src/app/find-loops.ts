import { digestOf } from '../domain/id.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { groupBy } from '../lib/group-by.ts';
import { mapInSlices } from '../lib/slices.ts';
import type { World } from './world.ts';

type Loops = readonly ThroughlineRecord[];

/** The loops with these texts, in the project or global. Of several with one text, the open ones count. */
async function findLoopsByText(
  { store }: World,
  projectId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Loops>> {
  const digests = await mapInSlices(texts, digestOf);
  const all = [
    ...(await store.records.listByDigest(projectId, 'open_loop', digests)),
    ...(await store.records.listByDigest(null, 'open_loop', digests)),
  ];
  const byDigest = groupBy(all, ({ digest }) => digest);
  const choose = (found: Loops): Loops => {
    const open = found.filter(({ status }) => status === 'active');
    return open.length > 0 ? open : found;
  };
  return new Map(texts.map((text, index) => [text, choose(byDigest.get(digests[index] ?? '') ?? [])]));
}

/** The loops by the ids or exact texts that name them. All are read together, because a handoff may name thousands. */
export async function findLoops(
  world: World,
  projectId: string,
  given: readonly string[],
): Promise<ReadonlyMap<string, Loops>> {
  const names = [...new Set(given)];
  const known = await world.store.records.findAll(names);
  const byId = new Map(known.map((record) => [record.id, record]));
  const isLoopHere = (record: ThroughlineRecord) =>
    record.type === 'open_loop' && (record.projectId === projectId || record.projectId === null);
  const texts = names.filter((name) => !byId.has(name));
  return new Map([
    ...[...byId].map(([id, record]): [string, Loops] => [id, isLoopHere(record) ? [record] : []]),
    ...(texts.length === 0 ? [] : await findLoopsByText(world, projectId, texts)),
  ]);
}
