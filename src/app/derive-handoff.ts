import { deriveHandoff, type Traces } from '../domain/handoff/derive-handoff.ts';
import { type Handoff, handoffId, recordId } from '../domain/handoff/handoff.ts';
import { canonicalJson, digestOf } from '../domain/id.ts';
import { newRecord } from '../domain/record/new-record.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import type { Change } from './ports/ledger.ts';
import type { SessionDraft } from './session-draft.ts';
import type { World } from './world.ts';

const MAX_TURNS = 20;
const MAX_RECORDS = 200;
const MAX_FILES = 20;

/** A handoff that was written stands, unless the session went on after it. */
export const leftWithoutWord = ({ handoff }: Session) => handoff === null || handoff.isReopened;

export async function gatherTraces({ store }: World, session: Session, { now }: Moment): Promise<Traces> {
  const since = session.handoff === null ? session.startedAt : (session.activeSince ?? session.startedAt);
  const { items } = await store.records.list(
    { sessionId: session.id, status: { is: 'active', now } },
    MAX_RECORDS,
    null,
  );
  return {
    session,
    notes: (await store.notes.listOf([session.id])).filter(({ createdAt }) => createdAt >= since),
    turns: (await store.sessions.listTurns(session.id, MAX_TURNS, null)).filter(({ at }) => at >= since),
    records: items.filter(({ createdAt }) => createdAt >= since),
    files: await store.sessions.listFiles(session.id, MAX_FILES),
  };
}

/** It is as old as the last word of its session, whenever it was put together. */
const checkpointRecord = (
  session: Session,
  content: string,
  id: string,
  { now }: Moment,
): ThroughlineRecord =>
  newRecord({
    id: recordId(session.id, 'checkpoint', 0, content),
    type: 'checkpoint',
    content,
    projectId: session.projectId,
    sessionId: session.id,
    handoffId: id,
    source: 'derived',
    worktree: session.worktree,
    branch: session.branch,
    head: session.head,
    createdAt: session.heardAt,
    updatedAt: now,
  });

/** For a session that nobody ended: the handoff that can be had from its traces, marked as such. */
export async function deriveLostHandoff(
  world: World,
  before: Session,
  draft: SessionDraft,
  moment: Moment,
): Promise<readonly Change[]> {
  if (!leftWithoutWord(before)) return [];
  const derived = deriveHandoff(await gatherTraces(world, before, moment));
  if (derived === null) return [];
  const digest = digestOf(canonicalJson(derived));
  const id = handoffId(before.id, digest);
  const { checkpoint } = derived;
  const records = checkpoint === null ? [] : [checkpointRecord(before, checkpoint, id, moment)];
  const handoff: Handoff = {
    id,
    sessionId: before.id,
    projectId: before.projectId,
    digest,
    isDerived: true,
    sources: before.handoff === null ? derived.sources : [before.handoff.id, ...derived.sources],
    stored: records.length === 0 ? {} : { checkpoint: 1 },
    resolvedLoopIds: [],
    noteId: null,
    redacted: {},
    createdAt: moment.now,
  };
  draft.apply([
    { type: 'handoff.written', at: draft.session.heardAt, handoffId: id, digest, isDerived: true },
  ]);
  return [
    ...records.map((record): Change => ({ kind: 'record', record, expectedVersion: 0 })),
    { kind: 'handoff', handoff, idempotencyKey: null },
  ];
}
