import { hasDamagedSubject } from '../domain/damage.ts';
import { conflict } from '../domain/error.ts';
import type { Handoff } from '../domain/handoff/handoff.ts';
import type { Instant } from '../domain/instant.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { isReplacedBy, type Replacer, wasKnownTo } from '../domain/orientation/facts-after.ts';
import { recordNotFound } from '../domain/record/errors.ts';
import {
  REPLACED_TYPES,
  subjectKey,
  supersedeRecord,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { StoreDeps } from './deps.ts';
import type { Change } from './ports/ledger.ts';

type Dated = Pick<ThroughlineRecord, 'id' | 'sessionId' | 'createdAt'>;

/** A replacer that also knows what was there before it began, although a clock that was ahead dated it later. */
export async function withRecordsKnownBefore(
  { store }: StoreDeps,
  replacer: Replacer,
  items: readonly Dated[],
): Promise<Replacer> {
  const doubtful = items.filter((item) => !wasKnownTo(item, replacer)).map(({ id }) => id);
  if (doubtful.length === 0) return replacer;
  // Without a session it is a person, who knows all that is stored.
  const known =
    replacer.id === ''
      ? new Set(doubtful)
      : await store.records.listWrittenBefore(doubtful, replacer.id, replacer.since);
  return { ...replacer, known };
}

async function descendsFrom({ store }: StoreDeps, sessionId: string, ancestorId: string): Promise<boolean> {
  let session = await store.sessions.find(sessionId);
  while (session !== undefined && session.predecessorId !== null) {
    if (session.predecessorId === ancestorId) return true;
    session = await store.sessions.find(session.predecessorId);
  }
  return false;
}

type Left = { readonly sessionId: string | null };

/** Records of sessions that continue this one: they are newer than whatever this session writes, by any clock. */
export async function recordsOfSuccessors<Item extends Left>(
  deps: StoreDeps,
  session: Pick<Session, 'id' | 'successorId'> | null,
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  if (session === null || session.successorId === null) return new Set();
  const ids = [...new Set(items.flatMap(({ sessionId }) => sessionId ?? []))];
  const answers = await Promise.all(ids.map((id) => descendsFrom(deps, id, session.id)));
  const successors = new Set(ids.filter((_, index) => answers[index]));
  return new Set(items.filter(({ sessionId }) => sessionId !== null && successors.has(sessionId)));
}

export async function excludeSuccessorRecords<Item extends Left>(
  deps: StoreDeps,
  session: Pick<Session, 'id' | 'successorId'> | null,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const theirs = await recordsOfSuccessors(deps, session, items);
  return items.filter((item) => !theirs.has(item));
}

const MAX_EARLIER = 200;

const recordIsGlobal = (records: readonly ThroughlineRecord[], field: string) =>
  conflict(
    'record_is_global',
    `${records.map(({ id }) => id).join(', ')} applies to every project. A record of one project cannot replace it.`,
    'Replace it with a record that applies to every project, or update the record; nothing was written.',
    {
      fields: [{ field, problem: 'names a global record' }],
      next: [
        nextStep('memory.store', { isGlobal: true, supersedes: records.map(({ id }) => id) }),
        ...records.slice(0, 1).map(({ id }) => nextStep('memory.update', { id })),
      ],
    },
  );

/** A record of a project supersedes only records of that project; a global one may supersede any. */
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

export const supersededRecords = async ({ store }: StoreDeps, record: ThroughlineRecord) =>
  checkSuperseded(record, await store.records.findAll(record.supersedes));

export const listDecisionSubjects = ({ store }: StoreDeps, projectId: string) =>
  store.records.listLiveSubjects(projectId, 'decision');

/** Decisions supersede those on the same subject that their writer knew. Returns pairs of old record and new id. */
export async function supersededDecisions(
  deps: StoreDeps,
  session: Session | null,
  replacer: Replacer,
  projectId: string,
  decisions: readonly ThroughlineRecord[],
  subjects?: ReturnType<typeof listDecisionSubjects>,
): Promise<readonly (readonly [old: ThroughlineRecord, by: string])[]> {
  const bySubject = new Map<string, string>();
  for (const { id, type, subject } of decisions) {
    if (type === 'decision' && subject !== null) bySubject.set(subjectKey(subject), id);
  }
  bySubject.delete('');
  if (bySubject.size === 0) return [];
  const live = await (subjects ?? listDecisionSubjects(deps, projectId));
  const by = new Map(live.map(({ id, subject }) => [id, bySubject.get(subjectKey(subject))]));
  const old = await deps.store.records.findAll(
    live.map(({ id }) => id).filter((id) => by.get(id) !== undefined),
  );
  const replacerWithKnown = await withRecordsKnownBefore(deps, replacer, old);
  // By a subject that was changed on disk nothing is replaced.
  const known = old.filter((record) => wasKnownTo(record, replacerWithKnown) && !hasDamagedSubject(record));
  return (await excludeSuccessorRecords(deps, session, known)).map(
    (record) => [record, by.get(record.id) ?? ''] as const,
  );
}

/** Two decisions may share a subject and both hold: only the writer knows. */
export const supersededDecisionNotice = ({ id, subject }: ThroughlineRecord, by: string): Notice =>
  notice(
    `${by} superseded ${id}, an earlier decision on ${JSON.stringify(subject)}. If both apply, make the earlier one active again.`,
    nextStep('memory.update', { id, status: 'active' }),
  );

export async function recordsReplacedBy(
  deps: StoreDeps,
  session: Session | null,
  replacer: Replacer,
  record: ThroughlineRecord,
  time: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  if (record.projectId === null) return [];
  if (record.type === 'decision') {
    return (await supersededDecisions(deps, session, replacer, record.projectId, [record])).map(
      ([old]) => old,
    );
  }
  if (!REPLACED_TYPES.includes(record.type)) return [];
  const { items } = await deps.store.records.listLive(
    record.projectId,
    record.type,
    MAX_EARLIER,
    1,
    time.now,
  );
  const replacerWithKnown = await withRecordsKnownBefore(deps, replacer, items);
  const known = items.filter((item) => isReplacedBy(item, replacerWithKnown));
  const old = await excludeSuccessorRecords(deps, session, known);
  return deps.store.records.findAll(old.map(({ id }) => id));
}

const MAX_NAMED = 20;

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

async function subjectNotices({ store }: StoreDeps, named: readonly ThroughlineRecord[]): Promise<Notice[]> {
  const decisions = named.filter(({ type, subject }) => type === 'decision' && subject !== null);
  if (decisions.length === 0) return [];
  const newer = await store.records.findAll(decisions.flatMap(({ supersededBy }) => supersededBy ?? []));
  const byId = new Map(newer.map((record) => [record.id, record]));
  return decisions.flatMap((old) => {
    const by = byId.get(old.supersededBy ?? '');
    if (by === undefined || by.supersedes.includes(old.id) || by.digest === old.digest) return [];
    const isSameSubject = subjectKey(by.subject ?? '') === subjectKey(old.subject ?? '');
    return isSameSubject ? [supersededDecisionNotice(old, by.id)] : [];
  });
}

export async function handoffNotices(
  deps: StoreDeps,
  { id, status, endedAt }: Session,
  handoff: Handoff,
  known?: readonly ThroughlineRecord[],
): Promise<readonly Notice[]> {
  const ids = handoff.supersededIds.slice(0, MAX_NAMED);
  const named = known?.slice(0, MAX_NAMED) ?? (ids.length === 0 ? [] : await deps.store.records.findAll(ids));
  const isLate = status === 'ended' && endedAt !== null && handoff.createdAt > endedAt;
  return [
    ...(isLate ? [notice(`${id} had already ended: this handoff was added to it.`)] : []),
    ...listedNotice(handoff.supersededIds, named),
    ...(await subjectNotices(deps, named)),
  ];
}

export const supersedeChanges = (
  records: Iterable<ThroughlineRecord>,
  by: string,
  at: Instant,
  sessionId: string | undefined,
): Change[] =>
  [...records].flatMap((record): Change[] => {
    const superseded = supersedeRecord(record, by, at);
    if (superseded === record) return [];
    return [{ kind: 'record', record: superseded, expectedVersion: record.version, sessionId }];
  });
