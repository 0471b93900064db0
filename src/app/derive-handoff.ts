import type { CaptureReason } from '../domain/capture/capture.ts';
import { titleEvents } from '../domain/capture/derive/session-title.ts';
import type { DerivedItem } from '../domain/capture/derive/wording.ts';
import type { TranscriptReading } from '../domain/capture/transcript-reading.ts';
import { isDamagedText } from '../domain/damage.ts';
import { deriveHandoff, type SessionEvidence } from '../domain/handoff/derive-handoff.ts';
import { countByType, type Handoff, handoffId, recordId } from '../domain/handoff/handoff.ts';
import { canonicalJson, digestOf } from '../domain/id.ts';
import { newRecord, type ThroughlineRecord } from '../domain/record/record.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { type CaptureDraft, draftCapture, expiredCaptures } from './capture/draft-capture.ts';
import { type ReadingLimits, resumeReadings } from './capture/read-transcript.ts';
import type { Deps, StoreDeps } from './deps.ts';
import { type DerivedOf, derivedRecordChanges } from './derived-record-changes.ts';
import type { Change } from './ports/ledger.ts';
import type { SessionDraft } from './session-draft.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

const MAX_TURNS = 20;
const MAX_RECORDS = 200;
const MAX_FILES = 20;
/** How many tags cite lines of the transcript. */
const MAX_LINES = 5;

/** Whether a session has no handoff, or was resumed after its last one. */
export const lacksHandoff = ({ handoff }: Session) => handoff === null || handoff.isReopened;

/** Traces in the store as far as they can be trusted, and the ids of what cannot. */
interface GatheredEvidence extends Omit<SessionEvidence, 'digest'> {
  readonly damaged: readonly string[];
}

async function gatherEvidence(
  { store }: StoreDeps,
  session: Session,
  { now }: TimeContext,
): Promise<GatheredEvidence> {
  const since = session.handoff === null ? session.startedAt : (session.activeSince ?? session.startedAt);
  const active = { sessionId: session.id, status: { is: 'active' as const, now } };
  const [{ items }, allNotes, allTurns, files] = await Promise.all([
    store.records.list(active, MAX_RECORDS, null),
    store.notes.listOf([session.id]),
    store.sessions.listTurns(session.id, MAX_TURNS, null),
    store.sessions.listFiles(session.id, MAX_FILES),
  ]);
  const notes = allNotes.filter(({ createdAt }) => createdAt >= since);
  const turns = allTurns.filter(({ at }) => at >= since);
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
    files,
  };
}

/** Dated by the last sign of life of its session. */
const derivedRecord = (
  session: Session,
  { type, text, lines }: DerivedItem,
  position: number,
  cited: {
    readonly handoffId: string;
    readonly capture: CaptureDraft | null;
    readonly branch: string | null;
  },
  { now }: TimeContext,
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
    branch: cited.branch,
    head: session.head,
    createdAt: session.lastSeenAt,
    updatedAt: now,
  });

/** A lost session, before and after the loss was recorded. */
interface LostSession {
  readonly before: Session;
  readonly draft: SessionDraft;
}

interface LossCause {
  readonly reason: CaptureReason;
  readonly note: string | null;
}

/** The handoff that can be had from the traces of a session, marked as such, and what it cites. */
interface DerivedHandoff extends DerivedOf {
  readonly handoff: Handoff;
  readonly capture: CaptureDraft | null;
}

function draftDerived(
  { session: before, ...traces }: SessionEvidence,
  reading: TranscriptReading | undefined,
  why: LossCause,
  time: TimeContext,
): DerivedHandoff | undefined {
  const derived = deriveHandoff({ session: before, ...traces });
  if (derived === null) return undefined;
  const digest = digestOf(canonicalJson(derived));
  const id = handoffId(before.id, digest);
  const capture =
    reading === undefined || reading.recent.length === 0
      ? null
      : draftCapture(before, reading, { reason: why.reason, note: why.note, handoffId: id }, time);
  // The transcript knows the branch to which the session switched; a detached HEAD is none.
  const named = reading?.digest.branch ?? null;
  const branch = named === null || named === 'HEAD' ? before.branch : named;
  const sources = capture === null ? derived.sources : [capture.capture.id, ...derived.sources];
  const records = derived.items.map((item, position) =>
    derivedRecord(before, item, position, { handoffId: id, capture, branch }, time),
  );
  const handoff: Handoff = {
    id,
    sessionId: before.id,
    projectId: before.projectId,
    digest,
    isDerived: true,
    sources: before.handoff === null ? sources : [before.handoff.id, ...sources],
    stored: countByType(records),
    adoptedIds: [],
    supersededIds: [],
    resolvedLoopIds: [],
    noteId: null,
    redacted: reading?.redacted ?? {},
    createdAt: time.now,
    answer: null,
  };
  return { session: before, digest: reading?.digest, records, handoff, capture };
}

/** The changes that store the derived handoffs, and the ids of damaged texts that were left out of them. */
interface DerivedChanges {
  readonly changes: readonly Change[];
  readonly damaged: readonly string[];
}

/** By session id. */
type Readings = ReadonlyMap<string, TranscriptReading | undefined>;

/** Derives the handoffs of lost sessions of one project. Loads all of them together, while the transcripts are read. */
export async function deriveLostHandoffs(
  deps: Pick<Deps, 'settings' | 'store'>,
  lost: readonly LostSession[],
  found: Readings | Promise<Readings>,
  why: LossCause,
  time: TimeContext,
): Promise<DerivedChanges> {
  const unended = lost.filter(({ before }) => lacksHandoff(before));
  const all = await Promise.all(
    unended.map(async ({ before, draft }) => {
      const [readings, { damaged, ...traces }] = await Promise.all([
        found,
        gatherEvidence(deps, before, time),
      ]);
      const reading = readings.get(before.id);
      const evidence = { ...traces, digest: reading?.digest ?? null };
      return { draft, reading, damaged, derived: draftDerived(evidence, reading, why, time) };
    }),
  );
  const derived = all.flatMap((one) => one.derived ?? []);
  const hasCapture = derived.some(({ capture }) => capture !== null);
  const [there, expendable, records] = await Promise.all([
    Promise.all(derived.map(({ handoff }) => deps.store.handoffs.find(handoff.id))),
    hasCapture ? expiredCaptures(deps, time) : [],
    derivedRecordChanges(deps, derived, time),
  ]);
  const known = new Set(there.map((one) => one?.id));
  for (const { draft, reading, derived: one } of all) {
    if (one === undefined) continue;
    draft.apply(titleEvents(draft.session, reading?.digest, draft.session.lastSeenAt, true));
    const { id: handoffId, digest } = one.handoff;
    draft.apply([
      { type: 'handoff.written', at: draft.session.lastSeenAt, handoffId, digest, isDerived: true },
    ]);
  }
  const changes = [
    ...all.flatMap(({ reading }): Change[] =>
      reading === undefined ? [] : [{ kind: 'transcript_reading', reading }],
    ),
    ...derived.flatMap(({ capture }) => (capture === null ? [] : [capture.change])),
    ...expendable,
    ...records,
    ...derived
      .filter(({ handoff }) => !known.has(handoff.id))
      .map(({ handoff }): Change => ({ kind: 'handoff', handoff, idempotencyKey: null })),
  ];
  return { changes, damaged: all.flatMap(({ damaged }) => damaged) };
}

/** The same for one session, whose transcript is read on first. */
export async function deriveLostHandoff(
  deps: Needs,
  lost: LostSession,
  why: LossCause & ReadingLimits,
  time: TimeContext,
): Promise<readonly Change[]> {
  const unended = [lost.before].filter(lacksHandoff);
  const readings = resumeReadings(deps, unended, why, time);
  return (await deriveLostHandoffs(deps, [lost], readings, why, time)).changes;
}
