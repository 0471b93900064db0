import type { CaptureReason } from '../domain/capture/capture.ts';
import type { DerivedItem } from '../domain/capture/derive/derived-item.ts';
import type { Gist } from '../domain/capture/gist.ts';
import { settledBy } from '../domain/capture/settled-by.ts';
import type { TranscriptReading } from '../domain/capture/transcript-reading.ts';
import { isDamagedText } from '../domain/damage.ts';
import { deriveHandoff, type Traces } from '../domain/handoff/derive-handoff.ts';
import { type Handoff, handoffId, recordId } from '../domain/handoff/handoff.ts';
import { canonicalJson, digestOf } from '../domain/id.ts';
import { resolveRecord, supersedeRecord } from '../domain/record/lifecycle.ts';
import { newRecord } from '../domain/record/new-record.ts';
import type { RecordType, ThroughlineRecord } from '../domain/record/record.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { type CaptureDraft, draftCapture, expendableCaptures } from './capture/draft-capture.ts';
import { readOn } from './capture/read-on.ts';
import type { Deps } from './deps.ts';
import type { Change } from './ports/ledger.ts';
import type { SessionDraft } from './session-draft.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

const MAX_TURNS = 20;
const MAX_RECORDS = 200;
const MAX_FILES = 20;
/** Of a record's tags, those that say where in the transcript it comes from. */
const MAX_LINES = 5;

/** A handoff that was written stands, unless the session went on after it. */
export const leftWithoutWord = ({ handoff }: Session) => handoff === null || handoff.isReopened;

/** Traces as far as they can be trusted, and the ids of what cannot. */
export interface GatheredTraces extends Traces {
  readonly damaged: readonly string[];
}

export async function gatherTraces(
  { store }: Pick<Deps, 'store'>,
  session: Session,
  reading: TranscriptReading | undefined,
  { now }: Moment,
): Promise<GatheredTraces> {
  const since = session.handoff === null ? session.startedAt : (session.activeSince ?? session.startedAt);
  const { items } = await store.records.list(
    { sessionId: session.id, status: { is: 'active', now } },
    MAX_RECORDS,
    null,
  );
  const notes = (await store.notes.listOf([session.id])).filter(({ createdAt }) => createdAt >= since);
  const turns = (await store.sessions.listTurns(session.id, MAX_TURNS, null)).filter(({ at }) => at >= since);
  return {
    session,
    notes: notes.filter(({ summary }) => !isDamagedText(summary)),
    turns: turns.filter(({ what }) => !isDamagedText(what)),
    damaged: [
      ...notes.filter(({ summary }) => isDamagedText(summary)).map(({ id }) => id),
      ...turns.filter(({ what }) => isDamagedText(what)).map(({ number }) => `${session.id} turn ${number}`),
    ],
    records: items.filter(
      ({ createdAt, source, content }) =>
        createdAt >= since && source !== 'derived' && !isDamagedText(content),
    ),
    files: await store.sessions.listFiles(session.id, MAX_FILES),
    gist: reading?.gist ?? null,
  };
}

/** It is as old as the last word of its session, whenever it was put together. */
const derivedRecord = (
  session: Session,
  { type, text, lines }: DerivedItem,
  position: number,
  cited: { readonly handoffId: string; readonly capture: CaptureDraft | null },
  { now }: Moment,
): ThroughlineRecord =>
  newRecord({
    id: recordId(session.id, type, text),
    type,
    content: text,
    projectId: session.projectId,
    sessionId: session.id,
    handoffId: cited.handoffId,
    source: 'derived',
    position,
    tags:
      cited.capture === null
        ? []
        : lines.slice(0, MAX_LINES).map((line) => `${cited.capture?.capture.id}:${line}`),
    worktree: session.worktree,
    branch: session.branch,
    head: session.head,
    createdAt: session.lastSeenAt,
    updatedAt: now,
  });

/** What an earlier derived handoff of this session still says. */
export async function stillDerived(
  { store }: Pick<Deps, 'store'>,
  { id, handoff }: Session,
  { now }: Moment,
): Promise<readonly ThroughlineRecord[]> {
  if (!handoff?.isDerived) return [];
  const filter = { sessionId: id, status: { is: 'active' as const, now } };
  const { items } = await store.records.list(filter, MAX_RECORDS, null);
  return items.filter(({ source }) => source === 'derived');
}

/** What was derived from earlier sessions of the worktree and still holds. */
async function earlierGuesses(
  { store }: Pick<Deps, 'store'>,
  { id, projectId, worktree, lastSeenAt }: Session,
  type: RecordType,
  { now }: Moment,
): Promise<readonly ThroughlineRecord[]> {
  const filter = {
    projectIds: [projectId],
    types: [type],
    status: { is: 'active' as const, now },
    isNewestFirst: true,
  };
  const { items } = await store.records.list(filter, MAX_RECORDS, null);
  return items.filter(
    (record) =>
      record.source === 'derived' &&
      record.sessionId !== id &&
      record.worktree === worktree &&
      record.createdAt <= lastSeenAt,
  );
}

/** Loops that were derived before, and that this session is seen to have closed. */
async function settledLoops(
  deps: Pick<Deps, 'store'>,
  session: Session,
  gist: Gist | undefined,
  moment: Moment,
): Promise<readonly ThroughlineRecord[]> {
  if (gist === undefined) return [];
  return (await earlierGuesses(deps, session, 'open_loop', moment)).flatMap((loop) => {
    const resolution = settledBy(gist, loop.content);
    return resolution === null ? [] : [resolveRecord(loop, resolution, moment.now)];
  });
}

/** Ids of those that were derived before, or whose text the session stored itself. */
async function listKnown(
  { store }: Pick<Deps, 'store'>,
  session: Session,
  records: readonly ThroughlineRecord[],
): Promise<ReadonlySet<string>> {
  const known = new Set((await store.records.findAll(records.map(({ id }) => id))).map(({ id }) => id));
  for (const { id, type, digest } of records) {
    const same = await store.records.listActiveByDigest(session.projectId, type, [digest]);
    if (same.some(({ sessionId }) => sessionId === session.id)) known.add(id);
  }
  return known;
}

/** Those that are new. What was derived before and no longer shows gives way; one guess of where we stood is enough. */
async function recordChanges(
  deps: Pick<Deps, 'store'>,
  session: Session,
  gist: Gist | undefined,
  records: readonly ThroughlineRecord[],
  moment: Moment,
): Promise<readonly Change[]> {
  const known = await listKnown(deps, session, records);
  const shown = new Set(records.map(({ id }) => id));
  const by = records[0]?.id;
  const hasCheckpoint = records.some(({ type }) => type === 'checkpoint');
  const gone = [
    ...(await stillDerived(deps, session, moment)).filter(({ id }) => !shown.has(id)),
    ...(hasCheckpoint ? await earlierGuesses(deps, session, 'checkpoint', moment) : []),
  ];
  return [
    ...records
      .filter(({ id }) => !known.has(id))
      .map((record): Change => ({ kind: 'record', record, expectedVersion: 0 })),
    ...[
      ...(by === undefined ? [] : gone.map((record) => supersedeRecord(record, by, moment.now))),
      ...(await settledLoops(deps, session, gist, moment)),
    ].map((record): Change => ({ kind: 'record', record, expectedVersion: record.version - 1 })),
  ];
}

const countsOf = (records: readonly ThroughlineRecord[]): Handoff['stored'] => {
  const counts: Record<string, number> = {};
  for (const { type } of records) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

/** For a session that nobody ended: the handoff that can be had from its traces, marked as such, and what it cites. */
export async function deriveLostHandoff(
  deps: Needs,
  before: Session,
  draft: SessionDraft,
  why: { readonly reason: CaptureReason; readonly note: string | null; readonly limitMs: number },
  moment: Moment,
): Promise<readonly Change[]> {
  if (!leftWithoutWord(before)) return [];
  const reading = await readOn(deps, before, why.limitMs, moment);
  const derived = deriveHandoff(await gatherTraces(deps, before, reading, moment));
  const readings: Change[] = reading === undefined ? [] : [{ kind: 'transcript_reading', reading }];
  if (derived === null) return readings;
  const digest = digestOf(canonicalJson(derived));
  const id = handoffId(before.id, digest);
  const capture =
    reading === undefined || reading.recent.length === 0
      ? null
      : draftCapture(before, reading, { reason: why.reason, note: why.note, handoffId: id }, moment);
  const sources = capture === null ? derived.sources : [capture.capture.id, ...derived.sources];
  const records = derived.items.map((item, position) =>
    derivedRecord(before, item, position, { handoffId: id, capture }, moment),
  );
  const handoff: Handoff = {
    id,
    sessionId: before.id,
    projectId: before.projectId,
    digest,
    isDerived: true,
    sources: before.handoff === null ? sources : [before.handoff.id, ...sources],
    stored: countsOf(records),
    adoptedIds: [],
    supersededIds: [],
    resolvedLoopIds: [],
    noteId: null,
    redacted: reading?.redacted ?? {},
    createdAt: moment.now,
    answer: null,
  };
  const isThere = (await deps.store.handoffs.find(id)) !== undefined;
  draft.apply([
    { type: 'handoff.written', at: draft.session.lastSeenAt, handoffId: id, digest, isDerived: true },
  ]);
  return [
    ...readings,
    ...(capture === null ? [] : [capture.change, ...(await expendableCaptures(deps, moment))]),
    ...(await recordChanges(deps, before, reading?.gist, records, moment)),
    ...(isThere ? [] : [{ kind: 'handoff' as const, handoff, idempotencyKey: null }]),
  ];
}
