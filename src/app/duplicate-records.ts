import { recordId } from '../domain/handoff/handoff.ts';
import type { Instant } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { isLive, type ThroughlineRecord } from '../domain/record/record.ts';
import { isSameFact } from '../domain/record/same-text.ts';
import { mapInSlices } from '../lib/concurrency.ts';
import type { StoreDeps } from './deps.ts';
import { expiryOf, type StoreRequest } from './draft-memory.ts';
import { supersedeChanges, supersededRecords } from './superseded-records.ts';

/** The same words, of the same type, in the same scope, and still holding. */
export async function listDuplicates(deps: StoreDeps, same: ThroughlineRecord, now: Instant) {
  const { projectId, type, digest } = same;
  const live = await deps.store.records.listActiveByDigest(projectId, type, [digest]);
  return live.filter((record) => isLive(record, now) && isSameFact(record, same));
}

/** The text is stored already: only the records that the call names are superseded. */
export async function supersedeWithExisting(
  { deps, input, time }: StoreRequest,
  known: ThroughlineRecord,
  sessionId: string | undefined,
): Promise<ThroughlineRecord> {
  const news = (input.supersedes ?? []).filter((id) => id !== known.id && !known.supersedes.includes(id));
  if (news.length === 0) return known;
  const next = {
    ...known,
    supersedes: [...known.supersedes, ...news],
    updatedAt: time.now,
    version: known.version + 1,
  };
  const old = await supersededRecords(deps, { ...next, supersedes: news });
  await deps.store.ledger.commit([
    { kind: 'record', record: next, expectedVersion: known.version, sessionId },
    ...supersedeChanges(old, next.id, time.now, sessionId),
  ]);
  return next;
}

/** Fields that only a new record can have otherwise. */
const REPLACED_ONLY: readonly string[] = ['subject', 'expiry', 'date'];

/** Lists the fields in which the stored record differs from the call. It was not changed. */
export function differenceNotices({ input, texts, time }: StoreRequest, same: ThroughlineRecord): Notice[] {
  const missing = (given: readonly string[], has: readonly string[]) =>
    given.some((one) => !has.includes(one));
  const expiresAt = expiryOf(input, time.now);
  const differing = [
    input.category !== undefined && input.category !== same.category && 'category',
    input.importance !== undefined && input.importance !== same.importance && 'importance',
    texts.subject !== null && texts.subject !== same.subject && 'subject',
    missing(texts.tags, same.tags) && 'tags',
    missing(texts.aliases, same.aliases) && 'aliases',
    expiresAt !== null && same.expiresAt === null && 'expiry',
    input.occurred_at !== undefined && input.occurred_at !== same.occurredAt && 'date',
  ].filter((field) => field !== false);
  if (differing.length === 0) return [];
  return [
    notice(
      `The same text is stored as ${same.id} with another ${differing.join(', ')}. That record was not changed.`,
      differing.some((field) => REPLACED_ONLY.includes(field))
        ? nextStep('memory.store', {
            type: same.type,
            supersedes: [same.id],
            ...(same.projectId === null ? { isGlobal: true } : {}),
          })
        : nextStep('memory.update', { id: same.id }),
    ),
  ];
}

const REPEAT_OFFSET = 1_000_000;
const LOOK_GROWTH = 16;

const idOf = (record: ThroughlineRecord, repeat: number): string =>
  recordId(record.sessionId ?? record.projectId ?? '', record.type, record.content, repeat);

/** The ids that a record may have, from its own one on; the own id of a record depends on its place in the handoff. */
const candidateIds = (record: ThroughlineRecord, first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    first + index === 0 ? record.id : idOf(record, (first + index) * REPEAT_OFFSET),
  );

export async function listTaken({ store }: StoreDeps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await store.records.findAll(ids)).map(({ id }) => id));
}

/** Records whose text was stored before and is no longer active are new records, and get ids of their own. `known` are those of their own ids that are taken. */
export async function withUniqueIds(
  deps: StoreDeps,
  records: readonly ThroughlineRecord[],
  known?: ReadonlySet<string>,
) {
  const unique = new Map<ThroughlineRecord, string>();
  let open = records;
  // Each look asks for many more ids than the one before, so that a text stored very often needs only a few.
  for (let first = 0, count = 1; open.length > 0; first += count, count *= LOOK_GROWTH) {
    const candidates = await mapInSlices(open, (record) => ({
      record,
      ids: candidateIds(record, first, count),
    }));
    const ids = candidates.flatMap((one) => one.ids);
    const taken = first === 0 && known !== undefined ? known : await listTaken(deps, ids);
    await mapInSlices(candidates, ({ record, ids }) => {
      const free = ids.find((id) => !taken.has(id));
      if (free !== undefined) unique.set(record, free);
    });
    open = open.filter((record) => !unique.has(record));
  }
  return mapInSlices(records, (record) => ({ ...record, id: unique.get(record) ?? record.id }));
}
