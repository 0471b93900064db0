import { hasDamagedSubject } from '../domain/damage.ts';
import { conflict } from '../domain/error.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { isReplacedBy, type Replacer, wasTold } from '../domain/orientation/facts-after.ts';
import { REPLACED_TYPES } from '../domain/record/lifecycle.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { recordNotFound } from '../domain/record/record-not-found.ts';
import { subjectKey } from '../domain/record/subject.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';
import { withKnownBefore } from './known-before.ts';
import { withoutSuccessors } from './successor-records.ts';

const MOST = 200;

const recordIsGlobal = (records: readonly ThroughlineRecord[], field: string) =>
  conflict(
    'record_is_global',
    `${records.map(({ id }) => id).join(', ')} holds in every project; a record of one project cannot take its place.`,
    'Replace it with a record that holds in every project, or change the record itself; nothing was written.',
    {
      fields: [{ field, problem: 'names a global record' }],
      next: [
        nextStep('memory.store', { isGlobal: true, supersedes: records.map(({ id }) => id) }),
        ...records.slice(0, 1).map(({ id }) => nextStep('memory.update', { id })),
      ],
    },
  );

/**
 * Checks those that were found of the records that a new one names as replaced. One of a project replaces those of its project: what is global holds
 * in every other project too, and is not switched off from within one. A global one may replace any.
 */
export function checkSuperseded(
  record: ThroughlineRecord,
  found: readonly ThroughlineRecord[],
  field = 'supersedes',
): readonly ThroughlineRecord[] {
  const isWithin = record.projectId !== null;
  const own = isWithin ? found.filter(({ projectId }) => projectId === record.projectId) : found;
  const global = isWithin ? found.filter(({ projectId }) => projectId === null) : [];
  if (global.length > 0) throw recordIsGlobal(global, field);
  const missing = record.supersedes.filter((id) => !own.some((known) => known.id === id));
  if (missing.length === 0) return own;
  const problem = `names a record that is not ${isWithin ? 'in this project' : 'there'}`;
  throw recordNotFound(missing, { field, problem, isWithin });
}

/** The records that a new one names as replaced. */
export const supersededRecords = async (
  { store }: Pick<Deps, 'store'>,
  record: ThroughlineRecord,
): Promise<readonly ThroughlineRecord[]> =>
  checkSuperseded(record, await store.records.findAll(record.supersedes));

/** Decisions take the place of those on the same subject that their writer was told of; each old one with its new. */
export async function decidedAnew(
  deps: Pick<Deps, 'store'>,
  session: Session | null,
  replacer: Replacer,
  projectId: string,
  decisions: readonly ThroughlineRecord[],
): Promise<readonly (readonly [old: ThroughlineRecord, by: string])[]> {
  const bySubject = new Map<string, string>();
  for (const { id, type, subject } of decisions) {
    if (type === 'decision' && subject !== null) bySubject.set(subjectKey(subject), id);
  }
  bySubject.delete('');
  if (bySubject.size === 0) return [];
  const live = await deps.store.records.listLiveSubjects(projectId, 'decision');
  const by = new Map(live.map(({ id, subject }) => [id, bySubject.get(subjectKey(subject))]));
  const old = await deps.store.records.findAll(
    live.map(({ id }) => id).filter((id) => by.get(id) !== undefined),
  );
  const knowing = await withKnownBefore(deps, replacer, old);
  // By a subject that was changed on disk nothing is replaced.
  const told = old.filter((record) => wasTold(record, knowing) && !hasDamagedSubject(record));
  return (await withoutSuccessors(deps, session, told)).map(
    (record) => [record, by.get(record.id) ?? ''] as const,
  );
}

/** Two decisions may share a subject and both hold: only the writer knows. */
export const decidedAnewNotice = ({ id, subject }: ThroughlineRecord, by: string): Notice =>
  notice(
    `${by} superseded ${id}, an earlier decision on ${JSON.stringify(subject)}. If both hold, make the earlier one active again.`,
    nextStep('memory.update', { id, status: 'active' }),
  );

/** A checkpoint, focus or decision takes the place of those its writer was told of, as one in a handoff does. */
export async function replacedRecords(
  deps: Pick<Deps, 'store'>,
  session: Session | null,
  replacer: Replacer,
  record: ThroughlineRecord,
  moment: Moment,
): Promise<readonly ThroughlineRecord[]> {
  if (record.projectId === null) return [];
  if (record.type === 'decision') {
    return (await decidedAnew(deps, session, replacer, record.projectId, [record])).map(([old]) => old);
  }
  if (!REPLACED_TYPES.includes(record.type)) return [];
  const { items } = await deps.store.records.listLive(record.projectId, record.type, MOST, 1, moment.now);
  const knowing = await withKnownBefore(deps, replacer, items);
  const told = items.filter((item) => isReplacedBy(item, knowing));
  const old = await withoutSuccessors(deps, session, told);
  return deps.store.records.findAll(old.map(({ id }) => id));
}
