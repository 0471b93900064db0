import type { Instant } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { effectiveStatus, supersedeRecord } from '../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { isSameFact } from '../domain/record/same-text.ts';
import type { Deps } from './deps.ts';
import { expiryOf, type StoreRequest } from './draft-memory.ts';
import type { Change } from './ports/ledger.ts';
import { supersededRecords } from './replaced-records.ts';

export const isHolding = (record: ThroughlineRecord, now: Instant): boolean =>
  !record.isWithheld && effectiveStatus(record, now) === 'active';

/** The same words, of the same type, in the same scope, and still holding. */
export async function listSameMemories(
  deps: Pick<Deps, 'store'>,
  same: ThroughlineRecord,
  now: Instant,
): Promise<readonly ThroughlineRecord[]> {
  const { projectId, type, digest } = same;
  const live = await deps.store.records.listActiveByDigest(projectId, type, [digest]);
  return live.filter((record) => isHolding(record, now) && isSameFact(record, same));
}

/** Said again in order to replace something: the words stay as they are, what they name gives way. */
export async function supersedeByKnown(
  { deps, input, moment }: StoreRequest,
  known: ThroughlineRecord,
  sessionId: string | undefined,
): Promise<ThroughlineRecord> {
  const news = (input.supersedes ?? []).filter((id) => id !== known.id && !known.supersedes.includes(id));
  if (news.length === 0) return known;
  const next = {
    ...known,
    supersedes: [...known.supersedes, ...news],
    updatedAt: moment.now,
    version: known.version + 1,
  };
  const old = await supersededRecords(deps, { ...next, supersedes: news });
  await deps.store.ledger.commit([
    { kind: 'record', record: next, expectedVersion: known.version, sessionId },
    ...old.flatMap((one): Change[] => {
      const superseded = supersedeRecord(one, next.id, moment.now);
      if (superseded === one) return [];
      return [{ kind: 'record', record: superseded, expectedVersion: one.version, sessionId }];
    }),
  ]);
  return next;
}

/** What the call asked for and the stored record has otherwise: it was not changed, and that is said. */
export function unlikeNotices({ input, texts, moment }: StoreRequest, same: ThroughlineRecord): Notice[] {
  const missing = (given: readonly string[], has: readonly string[]) =>
    given.some((one) => !has.includes(one));
  const expiresAt = expiryOf(input, moment.now);
  const unlike = [
    input.category !== undefined && input.category !== same.category && 'category',
    input.importance !== undefined && input.importance !== same.importance && 'importance',
    texts.subject !== null && texts.subject !== same.subject && 'subject',
    missing(texts.tags, same.tags) && 'tags',
    missing(texts.aliases, same.aliases) && 'aliases',
    expiresAt !== null && same.expiresAt === null && 'expiry',
    input.occurred_at !== undefined && input.occurred_at !== same.occurredAt && 'date',
  ].filter((field) => field !== false);
  if (unlike.length === 0) return [];
  return [
    notice(
      `The same text is stored as ${same.id} with another ${unlike.join(', ')}. That record was not changed.`,
      nextStep('memory.update', { id: same.id }),
    ),
  ];
}
