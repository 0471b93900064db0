import { resolutionOf } from '../domain/capture/derive/open-loops.ts';
import type { TranscriptDigest } from '../domain/capture/transcript-digest.ts';
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

/** What was derived from the traces of one session. */
export interface DerivedOf {
  readonly session: Session;
  readonly digest: TranscriptDigest | undefined;
  readonly records: readonly ThroughlineRecord[];
}

/** Active records of an earlier derived handoff of this session. */
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

/** What was derived from sessions of the project and still holds. */
async function listDerived(
  { store }: StoreDeps,
  projectId: string,
  type: RecordType,
  { now }: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  const filter = {
    projectIds: [projectId],
    types: [type],
    status: { is: 'active' as const, now },
    isNewestFirst: true,
  };
  const { items } = await store.records.list(filter, MAX_RECORDS, null);
  return items.filter(({ source }) => source === 'derived');
}

/** Ids of those that were derived before, or whose text the session stored itself. */
async function listKnown(
  { store }: StoreDeps,
  session: Session,
  records: readonly ThroughlineRecord[],
): Promise<ReadonlySet<string>> {
  const { projectId } = session;
  const [derived, same] = await Promise.all([
    store.records.findAll(records.map(({ id }) => id)),
    store.records.listActiveByTexts(records.map(({ type, digest }) => ({ projectId, type, digest }))),
  ]);
  const own = same.filter(({ sessionId }) => sessionId === session.id);
  const isOwn = ({ type, digest }: ThroughlineRecord) =>
    own.some((one) => one.type === type && one.digest === digest);
  return new Set([...derived, ...records.filter(isOwn)].map(({ id }) => id));
}

/**
 * The record changes of several sessions that go into one commit. Two of them may supersede or resolve the same earlier record, and
 * the commit accepts only one such change. Sessions that are lost together do not supersede what is derived from each other.
 */
class PendingRecords {
  readonly #written = new Map<string, ThroughlineRecord>();
  readonly changes: Change[] = [];

  write(record: ThroughlineRecord): void {
    this.#written.set(record.id, record);
    this.changes.push({ kind: 'record', record, expectedVersion: record.version - 1 });
  }

  /** Of those that were loaded, the ones that are still active. */
  active(loaded: readonly ThroughlineRecord[]): readonly ThroughlineRecord[] {
    return loaded
      .map((record) => this.#written.get(record.id) ?? record)
      .filter(({ status }) => status === 'active');
  }

  /** Of these, the ones from earlier sessions of the same worktree. */
  earlier(loaded: readonly ThroughlineRecord[], { id, worktree, lastSeenAt }: Session) {
    return this.active(loaded).filter(
      (record) => record.sessionId !== id && record.worktree === worktree && record.createdAt <= lastSeenAt,
    );
  }
}

interface Loaded {
  readonly known: ReadonlySet<string>;
  readonly still: readonly ThroughlineRecord[];
  /** What was derived from any session of the project. */
  readonly checkpoints: readonly ThroughlineRecord[];
  readonly loops: readonly ThroughlineRecord[];
}

/** What is new. What was derived before and no longer shows is superseded; one derived checkpoint is enough. */
function decideRecords(
  pending: PendingRecords,
  { session, digest, records }: DerivedOf,
  { known, still, checkpoints, loops }: Loaded,
  { now }: TimeContext,
): void {
  const shown = new Set(records.map(({ id }) => id));
  const by = records[0]?.id;
  const gone = [
    ...pending.active(still).filter(({ id }) => !shown.has(id)),
    ...(records.some(isCheckpoint) ? pending.earlier(checkpoints, session) : []),
  ];
  const open = digest === undefined ? [] : pending.earlier(loops, session);
  for (const record of records) if (!known.has(record.id)) pending.write(record);
  if (by !== undefined) for (const record of gone) pending.write(supersedeRecord(record, by, now));
  for (const loop of open) {
    const resolution = digest === undefined ? null : resolutionOf(digest, loop.content);
    if (resolution !== null) pending.write(resolveRecord(loop, resolution, now));
  }
}

const isCheckpoint = ({ type }: ThroughlineRecord) => type === 'checkpoint';

/** The record changes of derived handoffs. All sessions belong to one project and are loaded together. */
export async function derivedRecordChanges(
  deps: StoreDeps,
  all: readonly DerivedOf[],
  time: TimeContext,
): Promise<readonly Change[]> {
  const [first] = all;
  if (first === undefined) return [];
  const { projectId } = first.session;
  const hasCheckpoint = all.some(({ records }) => records.some(isCheckpoint));
  const hasDigest = all.some(({ digest }) => digest !== undefined);
  const [checkpoints, loops, each] = await Promise.all([
    hasCheckpoint ? listDerived(deps, projectId, 'checkpoint', time) : [],
    hasDigest ? listDerived(deps, projectId, 'open_loop', time) : [],
    Promise.all(
      all.map(({ session, records }) =>
        Promise.all([listKnown(deps, session, records), listActiveDerived(deps, session, time)]),
      ),
    ),
  ]);
  const pending = new PendingRecords();
  for (const [index, one] of all.entries()) {
    const [known = new Set<string>(), still = []] = each[index] ?? [];
    decideRecords(pending, one, { known, still, checkpoints, loops }, time);
  }
  return pending.changes;
}
