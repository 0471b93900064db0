import { recordId } from '../domain/handoff/handoff.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { World } from './world.ts';

const REPEAT_OFFSET = 1_000_000;

async function findFreeId(world: World, record: ThroughlineRecord, repeat: number): Promise<string> {
  const owner = record.sessionId ?? record.projectId ?? '';
  const id = recordId(owner, record.type, record.content, repeat);
  const [known] = await world.store.records.findAll([id]);
  return known === undefined ? id : findFreeId(world, record, repeat + REPEAT_OFFSET);
}

/** Records whose text was stored before and is no longer active are new records, and get ids of their own. */
export async function withFreeIds(
  world: World,
  records: readonly ThroughlineRecord[],
): Promise<readonly ThroughlineRecord[]> {
  const known = await world.store.records.findAll(records.map(({ id }) => id));
  const taken = new Set(known.map(({ id }) => id));
  return Promise.all(
    records.map(async (record) =>
      taken.has(record.id) ? { ...record, id: await findFreeId(world, record, REPEAT_OFFSET) } : record,
    ),
  );
}
