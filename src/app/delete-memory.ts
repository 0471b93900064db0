import { momentOf } from './moment.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { getRecord } from './update-memory.ts';
import type { World } from './world.ts';

export interface DeletedMemory {
  readonly id: string;
  readonly digest: string;
  readonly versions: number;
}

/** Really deleted: the record, its versions and its index entries. The journal keeps that something was. */
export const deleteMemory = (world: World, id: string): Promise<DeletedMemory> =>
  retryOnConflict(async () => {
    const { now } = await momentOf(world);
    const record = await getRecord(world, id);
    await world.store.ledger.commit([{ kind: 'forget', record, at: now }]);
    return { id: record.id, digest: record.digest, versions: record.version };
  });
