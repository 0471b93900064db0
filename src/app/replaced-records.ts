import { notFound } from '../domain/error.ts';
import { isReplacedBy, type Replacer } from '../domain/orientation/facts-after.ts';
import { REPLACED_TYPES } from '../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { World } from './world.ts';

const MOST = 200;

/** The records that a new one names as replaced: they must be of its project, or global. */
export async function supersededRecords(
  world: World,
  record: ThroughlineRecord,
  field = 'supersedes',
): Promise<readonly ThroughlineRecord[]> {
  const found = await world.store.records.findAll(record.supersedes);
  const own = found.filter(({ projectId }) => projectId === null || projectId === record.projectId);
  const missing = record.supersedes.filter((id) => !own.some((known) => known.id === id));
  if (missing.length === 0) return own;
  throw notFound(
    'record_not_found',
    `No record of this project has the id ${missing.map((id) => JSON.stringify(id)).join(', ')}.`,
    'Take ids from boot_report, list_memories or get_session_state; nothing was written.',
    { fields: [{ field, problem: 'names a record that is not in this project' }] },
  );
}

/** A checkpoint (or focus) takes the place of those its writer was told of, as one in a handoff does. */
export async function replacedRecords(
  world: World,
  replacer: Replacer,
  record: ThroughlineRecord,
  { now }: Moment,
): Promise<readonly ThroughlineRecord[]> {
  if (!REPLACED_TYPES.includes(record.type) || record.projectId === null) return [];
  const { items } = await world.store.records.listLive(record.projectId, record.type, MOST, 1, now);
  const old = items.filter((item) => isReplacedBy(item, replacer));
  return world.store.records.findAll(old.map(({ id }) => id));
}
