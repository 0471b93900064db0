import { recordId } from '../domain/handoff/handoff.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { World } from './world.ts';

const REPEAT_OFFSET = 1_000_000;

/** Said before, replaced since, and said again: that is a new record, and needs an id of its own. */
export async function withFreeId(world: World, record: ThroughlineRecord): Promise<ThroughlineRecord> {
  const [known] = await world.store.records.findAll([record.id]);
  if (known === undefined) return record;
  const position = record.position + REPEAT_OFFSET;
  const owner = record.sessionId ?? record.projectId ?? '';
  return withFreeId(world, {
    ...record,
    id: recordId(owner, record.type, position, record.content),
    position,
  });
}
