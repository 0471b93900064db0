import { ruleEndIn } from '../domain/capture/derive/derive-from-digest.ts';
import { isSameTodo, resolutionOf } from '../domain/capture/derive/open-loops.ts';
import {
  hasShortSession,
  isAddedTo,
  isShortSession,
  shortSessionLine,
  withShortSession,
} from '../domain/capture/derive/short-session.ts';
import type { TranscriptDigest } from '../domain/capture/transcript-digest.ts';
import { recordId } from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import {
  type RecordType,
  resolveRecord,
  supersedeRecord,
  type ThroughlineRecord,
} from '../domain/record/record.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { StoreDeps } from './deps.ts';
import type { Change } from './ports/ledger.ts';

const MAX_RECORDS = 200;

export interface DerivedOf {
  readonly session: Session;
  readonly digest: TranscriptDigest | undefined;
  readonly records: readonly ThroughlineRecord[];
}

export async function listActiveDerived(
  { store }: StoreDeps,
  { id, handoff }: Session,
  { now }: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  if (!handoff?.isDerived) return [];
  const filter = { sessionId: id, status: { is: 'active' as const, now } };
  const { items } = await store.records.list(filter, MAX_RECORDS, null);
  return items.filter(({ source }) => source === 'derived');
}

async function listActiveRecords(
  { store }: StoreDeps,
  projectId: string,
  type: RecordType,
  { now }: TimeContext,
) {
  const filter = {
    projectIds: [projectId],
    types: [type],
    status: { is: 'active' as const, now },
    isNewestFirst: true,
  };
  const { items } = await store.records.list(filter, MAX_RECORDS, null);
  return items;
}

/** Ids of those that were derived before, or whose text the session stored itself. */
async function listKnown(
  { store }: StoreDeps,
  { session, digest, records }: DerivedOf,
): Promise<ReadonlySet<string>> {
  const { projectId } = session;
  const short = digest === undefined ? [] : [recordId(session.id, 'checkpoint', shortSessionLine(digest))];
  const [derived, same] = await Promise.all([
    store.records.findAll([...records.map(({ id }) => id), ...short]),
    store.records.listActiveByTexts(records.map(({ type, digest }) => ({ projectId, type, digest }))),
  ]);
  const own = same.filter(({ sessionId }) => sessionId === session.id);
  const isOwn = ({ type, digest }: ThroughlineRecord) =>
    own.some((one) => one.type === type && one.digest === digest);
  return new Set([...derived, ...records.filter(isOwn)].map(({ id }) => id));
}

/** The record changes of several sessions in one commit, which accepts only one change of each earlier record. */
class PendingRecords {
  readonly #written = new Map<string, ThroughlineRecord>();
  readonly changes: Change[] = [];

  write(record: ThroughlineRecord): void {
    this.#written.set(record.id, record);
    this.changes.push({ kind: 'record', record, expectedVersion: record.version - 1 });
  }

  /** Whether another session of the worktree, lost together with this one, leaves a checkpoint in the same commit. */
  hasNewCheckpoint({ id, worktree }: Session): boolean {
    return [...this.#written.values()].some(
      (record) =>
        isCheckpoint(record) &&
        record.status === 'active' &&
        record.sessionId !== id &&
        record.worktree === worktree,
    );
  }

  active(loaded: readonly ThroughlineRecord[]): readonly ThroughlineRecord[] {
    return loaded
      .map((record) => this.#written.get(record.id) ?? record)
      .filter(({ status }) => status === 'active');
  }

  earlier(loaded: readonly ThroughlineRecord[], { id, worktree, lastSeenAt }: Session) {
    return this.active(loaded).filter(
      (record) => record.sessionId !== id && record.worktree === worktree && record.createdAt <= lastSeenAt,
    );
  }
}

interface Loaded {
  readonly known: ReadonlySet<string>;
  readonly still: readonly ThroughlineRecord[];
  readonly checkpoints: readonly ThroughlineRecord[];
  readonly loops: readonly ThroughlineRecord[];
  readonly rules: readonly ThroughlineRecord[];
}

const isActive = ({ status }: ThroughlineRecord) => status === 'active';
const isDerived = ({ source }: ThroughlineRecord) => source === 'derived';

/**
 * A short session does not replace the checkpoint before it: it adds a line to a derived one, and so does a longer one without
 * changes if that one left work open. A short one does not change a written one,
 * and its own line is stored as superseded.
 */
function withoutShortSession(
  { session, digest, records }: DerivedOf,
  before: ThroughlineRecord | undefined,
  hasOther: boolean,
  { now }: TimeContext,
): readonly ThroughlineRecord[] {
  if (digest === undefined || (before === undefined && !hasOther)) return records;
  const isAdded = before !== undefined && !hasOther && isDerived(before) && isAddedTo(digest, before.content);
  if (!isAdded && !isShortSession(digest)) return records;
  const line = shortSessionLine(digest);
  const content = isAdded ? withShortSession(before.content, line) : line;
  return records
    .map((record) => {
      if (!isCheckpoint(record)) return record;
      const own = {
        ...record,
        content,
        digest: digestOf(content),
        id: recordId(session.id, record.type, content),
      };
      if (isAdded) return own;
      // It never leads: reports show it as the outcome of its session.
      return before === undefined
        ? undefined
        : { ...supersedeRecord(own, before.id, now), version: own.version };
    })
    .filter((record) => record !== undefined);
}

/** What is new. What was derived before and no longer shows is superseded; one derived checkpoint is enough. */
function decideRecords(
  pending: PendingRecords,
  derived: DerivedOf,
  { known, still, checkpoints, loops, rules }: Loaded,
  time: TimeContext,
): void {
  const { now } = time;
  const { session, digest } = derived;
  const earlier = pending.earlier(checkpoints, session);
  const open = pending.active(loops);
  const isOwnDerived = (record: ThroughlineRecord) => record.sessionId === session.id && isDerived(record);
  const before = pending.active(still).find(({ content }) => hasShortSession(content)) ?? earlier[0];
  const hasOther = pending.hasNewCheckpoint(session);
  const records = withoutShortSession(derived, before, hasOther, time).filter(
    ({ type, content }) =>
      type !== 'open_loop' || !open.some((loop) => !isOwnDerived(loop) && isSameTodo(loop.content, content)),
  );
  const shown = new Set(records.map(({ id }) => id));
  const by = (records.find(isActive) ?? records[0])?.id;
  const gone = [
    ...pending.active(still).filter(({ id }) => !shown.has(id)),
    ...(records.some((record) => isCheckpoint(record) && isActive(record)) ? earlier.filter(isDerived) : []),
  ];
  for (const record of records) if (!known.has(record.id)) pending.write(record);
  if (by !== undefined) for (const record of gone) pending.write(supersedeRecord(record, by, now));
  for (const loop of pending.earlier(loops, session).filter(isDerived)) {
    const resolution = digest === undefined ? null : resolutionOf(digest, loop.content);
    if (resolution !== null) pending.write(resolveRecord(loop, resolution, now));
  }
  for (const rule of pending.earlier(rules, session).filter(isDerived)) {
    const resolution = digest === undefined ? null : ruleEndIn(digest, rule.content);
    if (resolution !== null) pending.write(resolveRecord(rule, resolution, now));
  }
}

const isCheckpoint = ({ type }: ThroughlineRecord) => type === 'checkpoint';

/** The record changes of derived handoffs. All sessions belong to one project and are loaded together. */
export async function derivedRecordChanges(deps: StoreDeps, all: readonly DerivedOf[], time: TimeContext) {
  const [first] = all;
  if (first === undefined) return [];
  const { projectId } = first.session;
  const hasCheckpoint = all.some(({ records }) => records.some(isCheckpoint));
  const hasDigest = all.some(({ digest }) => digest !== undefined);
  const [checkpoints, loops, rules, each] = await Promise.all([
    hasCheckpoint ? listActiveRecords(deps, projectId, 'checkpoint', time) : [],
    hasDigest ? listActiveRecords(deps, projectId, 'open_loop', time) : [],
    hasDigest ? listActiveRecords(deps, projectId, 'constraint', time) : [],
    Promise.all(
      all.map((one) => Promise.all([listKnown(deps, one), listActiveDerived(deps, one.session, time)])),
    ),
  ]);
  const pending = new PendingRecords();
  for (const [index, one] of all.entries()) {
    const [known = new Set<string>(), still = []] = each[index] ?? [];
    decideRecords(pending, one, { known, still, checkpoints, loops, rules }, time);
  }
  return pending.changes;
}
