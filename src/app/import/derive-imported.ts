import { isSameTodo } from '../../domain/capture/derive/open-loops.ts';
import { isShortSession } from '../../domain/capture/derive/short-session.ts';
import type { TranscriptDigest } from '../../domain/capture/transcript-digest.ts';
import { supersedeRecord, type ThroughlineRecord } from '../../domain/record/record.ts';
import type { Session, TimeContext } from '../../domain/session/session.ts';
import { isImported } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { deriveLostHandoffs, lacksHandoff } from '../derive-handoff.ts';
import type { Change } from '../ports/ledger.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { captureOf } from './read-conversation.ts';

type Needs = Pick<Deps, 'settings' | 'store'>;
type RecordChange = Extract<Change, { kind: 'record' }>;

const MAX_RECORDS = 200;

const isRecord = (change: Change): change is RecordChange => change.kind === 'record';

async function listActiveRecords(
  { store }: Needs,
  { projectId }: Session,
  { now }: TimeContext,
): Promise<readonly ThroughlineRecord[]> {
  const filter = { projectIds: [projectId], status: { is: 'active' as const, now }, isNewestFirst: true };
  return (await store.records.list(filter, MAX_RECORDS, null)).items;
}

/** Later work left a checkpoint, so these records are stored as superseded, and nothing else changes. */
const asHistory = (changes: readonly Change[], { id }: Session, by: string, at: string): readonly Change[] =>
  changes.flatMap((change): readonly Change[] => {
    if (!isRecord(change)) return [change];
    const { record } = change;
    if (record.sessionId !== id || record.version !== 1) return [];
    return [{ ...change, record: { ...supersedeRecord(record, by, at), version: 1 } }];
  });

const isStillOpen = ({ todos }: TranscriptDigest, { type, content }: ThroughlineRecord): boolean =>
  type === 'open_loop' && todos.some(({ state, text }) => state !== 'done' && isSameTodo(content, text));

/** What earlier imported conversations left is history as soon as a later one leaves something. */
async function supersedeEarlier(
  { store }: Needs,
  session: Session,
  active: readonly ThroughlineRecord[],
  digest: TranscriptDigest,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const records = changes.filter(isRecord).map(({ record }) => record);
  const by = records.find(({ sessionId, status }) => sessionId === session.id && status === 'active')?.id;
  if (by === undefined || isShortSession(digest)) return [];
  const changed = new Set(records.map(({ id }) => id));
  const superseded: Change[] = [];
  for (const record of active) {
    if (record.source !== 'derived' || record.sessionId === session.id || record.sessionId === null) continue;
    if (changed.has(record.id) || isStillOpen(digest, record)) continue;
    const owner = await store.sessions.find(record.sessionId);
    if (owner === undefined || !isImported(owner)) continue;
    const next = supersedeRecord(record, by, session.lastSeenAt);
    superseded.push({ kind: 'record', record: next, expectedVersion: record.version });
  }
  return superseded;
}

async function deriveOne(deps: Needs, id: string): Promise<void> {
  const session = await deps.store.sessions.find(id);
  const reading = session && (await deps.store.captures.findReading(id));
  if (session === undefined || reading === undefined || !lacksHandoff(session)) return;
  const time: TimeContext = { now: session.lastSeenAt, lostAfter: deps.settings.lostAfter };
  const draft = new SessionDraft(session);
  const { changes } = await deriveLostHandoffs(
    deps,
    [{ before: session, draft }],
    new Map([[id, reading]]),
    { reason: 'imported', note: null },
    time,
  );
  if (!changes.some(({ kind }) => kind === 'capture')) {
    const { capture, change } = captureOf(session.projectId, reading, reading.recent);
    const isStored =
      reading.recent.length === 0 || (await deps.store.captures.find(capture.id)) !== undefined;
    if (!isStored) await deps.store.ledger.commit([change]);
    return;
  }
  const active = await listActiveRecords(deps, session, time);
  const later = active.find(
    ({ type, sessionId, createdAt }) =>
      type === 'checkpoint' && sessionId !== id && createdAt > session.lastSeenAt,
  );
  const derived =
    later === undefined
      ? [...changes, ...(await supersedeEarlier(deps, session, active, reading.digest, changes))]
      : asHistory(changes, session, later.id, session.lastSeenAt);
  await deps.store.ledger.commit([...draft.changes(), ...derived]);
}

const endOf = ({ lastSeenAt, id }: Session) => `${lastSeenAt} ${id}`;

/** Derives the handoffs of imported sessions of one project, oldest first. The records of the newest stay active. */
export async function deriveImported(deps: Needs, sessions: readonly Session[]): Promise<void> {
  const inOrder = sessions.toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
  for (const { id } of inOrder) await retryOnConflict(() => deriveOne(deps, id));
}
