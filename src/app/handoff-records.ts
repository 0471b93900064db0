import { type HandoffContent, type HandoffItem, handoffItems, recordId } from '../domain/handoff/handoff.ts';
import type { Instant } from '../domain/instant.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import { isLive, newRecord, type ThroughlineRecord } from '../domain/record/record.ts';
import {
  adoptRecord,
  decideSameText,
  inheritMetadata,
  isSameFact,
  type SameTextVerdict,
} from '../domain/record/same-text.ts';
import { SOURCES } from '../domain/record/sources.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { createPause, mapInSlices } from '../lib/concurrency.ts';
import { groupBy } from '../lib/lists.ts';
import type { StoreDeps } from './deps.ts';
import { listTaken, withUniqueIds } from './duplicate-records.ts';
import type { Checkout } from './locate-project.ts';
import type { LoopNames } from './open-loops.ts';
import { recordsOfSuccessors } from './superseded-records.ts';
import { findKnownSuperseded } from './unknown-superseded.ts';

export interface HandoffWrite {
  readonly session: Session;
  readonly content: HandoffContent;
  readonly resolvedLoops: LoopNames;
  /** Of all that may become records, made before the first read. */
  readonly drafts: readonly ThroughlineRecord[];
  readonly handoffId: string;
  /** What the project knew before. */
  readonly facts: Promise<Pick<OrientationFacts, 'checkpoints' | 'focus'>>;
  readonly at: Instant;
  readonly time: TimeContext;
}

export interface HandoffRecord {
  readonly record: ThroughlineRecord;
  /** The record as it was, if the handoff adopts it; the same object as `record` if it changes nothing about it. */
  readonly adopted: ThroughlineRecord | null;
  /** Other active records of the project with the same text: `record` takes their place. */
  readonly repeated: readonly ThroughlineRecord[];
  readonly supersedes: readonly string[];
  readonly isSubjectNew: boolean;
}

interface DraftWrite extends Pick<HandoffWrite, 'session' | 'content' | 'handoffId' | 'at'> {
  readonly place: Checkout;
}

const draftRecord = (item: HandoffItem, { session, handoffId, place, at }: DraftWrite): ThroughlineRecord =>
  newRecord({
    id: recordId(session.id, item.type, item.text),
    type: item.type,
    content: item.text,
    subject: item.subject,
    projectId: session.projectId,
    sessionId: session.id,
    handoffId,
    source: SOURCES.handoff,
    position: item.position,
    ...place,
    createdAt: at,
    supersedes: item.supersedes,
  });

const keyOf = ({ type, digest }: ThroughlineRecord) => `${type} ${digest}`;

/** A text that comes twice in one list is one record, with the subject and the replacements of both. */
export async function draftRecords(writing: DraftWrite): Promise<readonly ThroughlineRecord[]> {
  const pause = createPause();
  const drafts = new Map<string, ThroughlineRecord>();
  for (const record of await mapInSlices(handoffItems(writing.content), (item) =>
    draftRecord(item, writing),
  )) {
    const first = drafts.get(keyOf(record));
    const merged = first && {
      ...first,
      subject: first.subject ?? record.subject,
      supersedes: [...new Set([...first.supersedes, ...record.supersedes])],
    };
    drafts.set(keyOf(record), merged ?? record);
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return [...drafts.values()];
}

interface Same {
  readonly record: ThroughlineRecord;
  readonly verdict: SameTextVerdict;
}

/** Active records with these texts: all of the project, and those that this session stored for every project. */
async function listSame(
  deps: StoreDeps,
  { session, time }: HandoffWrite,
  drafts: readonly ThroughlineRecord[],
): Promise<readonly Same[]> {
  const { projectId, id } = session;
  const keys = drafts.flatMap(({ type, digest }) => [
    { projectId, type, digest },
    { projectId: null, type, digest },
  ]);
  const found = await deps.store.records.listActiveByTexts(keys);
  const same = found.filter((record) => record.projectId === projectId || record.sessionId === id);
  const theirs = await recordsOfSuccessors(deps, session, same);
  const storedBy = (record: ThroughlineRecord) =>
    record.sessionId === id ? 'itself' : theirs.has(record) ? 'a_successor' : 'another';
  return same
    .filter((record) => isLive(record, time.now))
    .map((record) => ({ record, verdict: decideSameText(record, storedBy(record)) }));
}

function chooseAdopted(same: readonly Same[], sessionId: string): ThroughlineRecord | null {
  const adoptable = same.filter(({ verdict }) => verdict === 'adopt').map(({ record }) => record);
  return adoptable.find((record) => record.sessionId === sessionId) ?? adoptable[0] ?? null;
}

function handOver(draft: ThroughlineRecord, same: readonly Same[], { session, at }: HandoffWrite) {
  const adopted = chooseAdopted(same, session.id);
  // A global record holds in other projects too, so nothing of one project supersedes it.
  const repeated = same
    .filter(({ record, verdict }) => record.projectId === draft.projectId && verdict !== 'keep_both')
    .map(({ record }) => record)
    .filter((record) => record !== adopted);
  const record = adopted === null ? inheritMetadata(draft, repeated) : adoptRecord(adopted, draft, at);
  return {
    record,
    adopted,
    repeated,
    supersedes: draft.supersedes.filter((id) => id !== record.id),
    isSubjectNew: draft.subject !== null && draft.subject !== adopted?.subject,
  };
}

const MAX_CHECKPOINTS = 20;

/** Notes serve as a checkpoint, unless the session handed one over already or stored one itself. */
async function keepsCheckpoint(
  { store }: StoreDeps,
  { session, content, time }: HandoffWrite,
): Promise<boolean> {
  const { id, status, handoff } = session;
  if (content.checkpoint !== null || content.summaryNotes === null) return false;
  if (status === 'ended' && handoff !== null && !handoff.isDerived) return true;
  const filter = {
    sessionId: id,
    types: ['checkpoint'],
    status: { is: 'active', now: time.now },
  } as const;
  const { items } = await store.records.list(filter, MAX_CHECKPOINTS, null);
  return items.some(({ source }) => source === SOURCES.memory);
}

const withoutUnknown = (draft: ThroughlineRecord, known: ReadonlySet<string>): ThroughlineRecord =>
  draft.supersedes.length === 0
    ? draft
    : { ...draft, supersedes: draft.supersedes.filter((id) => known.has(id)) };

/** `resolving` finds the loops this handoff resolves: an open loop with the text of one of them is a new loop. */
export async function handoffRecords(
  deps: StoreDeps,
  writing: HandoffWrite,
  resolving: Promise<readonly ThroughlineRecord[]>,
) {
  const { session, content, drafts: drafted } = writing;
  const [found, taken, supersededIds, hasCheckpoint, loops] = await Promise.all([
    listSame(deps, writing, drafted),
    listTaken(
      deps,
      drafted.map(({ id }) => id),
    ),
    findKnownSuperseded(deps, session.projectId, content),
    keepsCheckpoint(deps, writing),
    resolving,
  ]);
  const drafts = drafted
    .filter(({ type }) => !(hasCheckpoint && type === 'checkpoint'))
    .map((draft) => withoutUnknown(draft, supersededIds));
  const known = groupBy(found, ({ record }) => keyOf(record));
  const resolved = new Set(loops.map(({ id }) => id));
  const handed = await mapInSlices(drafts, (draft) => {
    const same = known.get(keyOf(draft)) ?? [];
    return handOver(
      draft,
      same.filter(({ record }) => !resolved.has(record.id) && isSameFact(record, draft)),
      writing,
    );
  });
  const fresh = handed.filter(({ adopted }) => adopted === null).map(({ record }) => record);
  const free = (await withUniqueIds(deps, fresh, taken)).values();
  return handed.map((one) =>
    one.adopted === null ? { ...one, record: free.next().value ?? one.record } : one,
  );
}
