import { recordId } from '../domain/handoff/handoff.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Deps } from './deps.ts';

const REPEAT_OFFSET = 1_000_000;

const idOf = (record: ThroughlineRecord, repeat: number): string =>
  recordId(record.sessionId ?? record.projectId ?? '', record.type, record.content, repeat);

async function listTaken(
  { store }: Pick<Deps, 'store'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await store.records.findAll(ids)).map(({ id }) => id));
}

/** Records whose text was stored before and is no longer active are new records, and get ids of their own. */
export async function withFreeIds(
  deps: Pick<Deps, 'store'>,
  records: readonly ThroughlineRecord[],
): Promise<readonly ThroughlineRecord[]> {
  const free = [...records];
  let candidates = [...records.keys()];
  for (let repeat = REPEAT_OFFSET; ; repeat += REPEAT_OFFSET) {
    const taken = await listTaken(
      deps,
      candidates.flatMap((index) => free[index]?.id ?? []),
    );
    candidates = candidates.filter((index) => taken.has(free[index]?.id ?? ''));
    if (candidates.length === 0) return free;
    for (const index of candidates) {
      const record = free[index];
      if (record !== undefined) free[index] = { ...record, id: idOf(record, repeat) };
    }
  }
}
