import type { Handoff } from '../domain/handoff/handoff.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { subjectKey } from '../domain/record/subject.ts';
import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';
import { decidedAnewNotice } from './replaced-records.ts';

const MAX_NAMED = 20;

/** Names the superseded records, the first of them with their type. */
export function listedNotice(
  supersededIds: readonly string[],
  named: readonly Pick<ThroughlineRecord, 'id' | 'type'>[],
): Notice[] {
  if (supersededIds.length === 0) return [];
  const types = new Map(named.map(({ id, type }) => [id, type]));
  const ids = supersededIds.slice(0, MAX_NAMED).map((id) => `${id} (${types.get(id) ?? 'deleted since'})`);
  const rest = supersededIds.length - ids.length;
  return [notice(`Superseded: ${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`)];
}

/** Decisions that gave way to one on the same subject without being named by it. */
async function subjectNotices(
  { store }: Pick<Deps, 'store'>,
  named: readonly ThroughlineRecord[],
): Promise<Notice[]> {
  const decisions = named.filter(({ type, subject }) => type === 'decision' && subject !== null);
  if (decisions.length === 0) return [];
  const newer = await store.records.findAll(decisions.flatMap(({ supersededBy }) => supersededBy ?? []));
  const byId = new Map(newer.map((record) => [record.id, record]));
  return decisions.flatMap((old) => {
    const by = byId.get(old.supersededBy ?? '');
    if (by === undefined || by.supersedes.includes(old.id) || by.digest === old.digest) return [];
    const isSameSubject = subjectKey(by.subject ?? '') === subjectKey(old.subject ?? '');
    return isSameSubject ? [decidedAnewNotice(old, by.id)] : [];
  });
}

/** What a handoff did to records that were there before; said again when the call is repeated. */
export async function supersededNotices(
  deps: Pick<Deps, 'store'>,
  { id, status, endedAt }: Session,
  handoff: Handoff,
): Promise<readonly Notice[]> {
  const ids = handoff.supersededIds.slice(0, MAX_NAMED);
  const named = ids.length === 0 ? [] : await deps.store.records.findAll(ids);
  const isLate = status === 'ended' && endedAt !== null && handoff.createdAt > endedAt;
  return [
    ...(isLate ? [notice(`${id} had already ended: this handoff was added to it.`)] : []),
    ...listedNotice(handoff.supersededIds, named),
    ...(await subjectNotices(deps, named)),
  ];
}
