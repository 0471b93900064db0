import {
  countByType,
  type Handoff,
  type HandoffAnswer,
  handoffId,
  renderCounts,
} from '../domain/handoff/handoff.ts';
import type { Instant } from '../domain/instant.ts';
import { draftNote, HANDOFF_NOTE_TITLE, type Note } from '../domain/note/note.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import { factsAfter } from '../domain/orientation/facts-after.ts';
import { DEFAULT_BUDGET } from '../domain/orientation/orientation.ts';
import type { ThroughlineRecord } from '../domain/record/record.ts';
import { decideLeave, sessionTime } from '../domain/session/decide.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { createPause, startEarly } from '../lib/concurrency.ts';
import type { EndRequest, LeaveRequest } from './end-request.ts';
import { gatherFacts, NOT_COUNTED, rateFacts } from './gather-facts.ts';
import { type HandoffChanges, handoffChanges, NO_CHANGES } from './handoff-changes.ts';
import { draftRecords } from './handoff-records.ts';
import { checkoutForWrite } from './locate-project.ts';
import type { SessionWriter } from './locate-session.ts';
import { withPendingSessions } from './pending-sessions.ts';
import type { Change } from './ports/ledger.ts';
import { previewLosses } from './preview-losses.ts';
import { addWriteTurn, fileMentionChanges, SessionDraft } from './session-draft.ts';

interface HandoffDraft {
  readonly records: HandoffChanges;
  readonly handoff: Handoff | null;
  /** Without one that is stored already: a session that was resumed may hand over again what it handed over before. */
  readonly newNote: Note | null;
}

async function draftRecordsOf({ deps, caller, content, digest }: EndRequest, session: Session, at: Instant) {
  if (digest === null) return [];
  const place = await checkoutForWrite(deps, caller, session);
  return draftRecords({ session, content, handoffId: handoffId(session.id, digest), place, at });
}

async function draftHandoff(
  { deps, content, resolvedLoops, digest, redacted, time }: EndRequest,
  session: Session,
  drafts: readonly ThroughlineRecord[],
  facts: Promise<OrientationFacts>,
  at: Instant,
): Promise<HandoffDraft> {
  if (digest === null) return { records: NO_CHANGES, handoff: null, newNote: null };
  const id = handoffId(session.id, digest);
  const note =
    content.summaryNotes === null
      ? null
      : draftNote(session, { summary: content.summaryNotes, title: HANDOFF_NOTE_TITLE }, at);
  const [records, stored] = await Promise.all([
    handoffChanges(deps, {
      session,
      content,
      resolvedLoops,
      drafts,
      handoffId: id,
      facts,
      at,
      time,
    }),
    note === null ? undefined : deps.store.notes.find(note.id),
  ]);
  const handoff = {
    id,
    sessionId: session.id,
    projectId: session.projectId,
    digest,
    isDerived: false,
    sources: session.handoff?.isDerived ? [session.handoff.id] : [],
    stored: countByType([...records.added, ...records.adopted]),
    adoptedIds: records.adopted.map((record) => record.id),
    supersededIds: records.superseded.map((record) => record.id),
    resolvedLoopIds: records.resolvedLoopIds,
    noteId: note?.id ?? null,
    redacted,
    createdAt: at,
    answer: null,
  };
  return { records, handoff, newNote: stored === undefined ? note : null };
}

const handoffDraftChanges = (
  { keyDigest }: EndRequest,
  { records, newNote }: HandoffDraft,
  handoff: Handoff | null,
  isKnown: boolean,
): readonly Change[] => [
  ...records.changes,
  ...(newNote === null ? [] : [{ kind: 'note' as const, note: newNote, expectedVersion: 0 }]),
  ...(handoff === null || isKnown ? [] : [{ kind: 'handoff' as const, handoff, idempotencyKey: keyDigest }]),
];

const turnText = (mode: 'end' | 'pause', handoff: Handoff | null): string => {
  if (handoff === null) return mode === 'end' ? 'Session ended.' : 'Session paused.';
  return `Handoff: ${renderCounts(handoff.stored) || 'resolved loops only'}.`;
};

const answerOf = ({ turnCount, activeMs, orientationScore, gapCount }: Session): HandoffAnswer => ({
  turnCount,
  activeMs,
  orientationScore,
  gapCount,
});

function sessionAfter(
  { digest, mode, transcriptPath: path, time }: LeaveRequest,
  { session: before, isNew }: SessionDraft,
): readonly Change[] {
  const at = sessionTime(before, time);
  const draft = new SessionDraft(before);
  if (path !== null && path !== before.transcriptPath)
    draft.apply([{ type: 'transcript.recorded', at, path }]);
  if (digest !== null)
    draft.apply([
      { type: 'handoff.written', at, handoffId: handoffId(before.id, digest), digest, isDerived: false },
    ]);
  draft.apply(decideLeave(draft.session, mode, time));
  return draft.changes().map((change) => (isNew ? { ...change, expectedVersion: 0 } : change));
}

async function factsForNext(
  request: LeaveRequest,
  { draft, located, changes }: SessionWriter,
  time: TimeContext,
): Promise<OrientationFacts> {
  const { deps } = request;
  const before = draft.session;
  const after = sessionAfter(request, draft);
  const then = { ...deps, store: withPendingSessions(deps.store, [...changes, ...after], time.now) };
  return gatherFacts(
    then,
    {
      project: located.project,
      isNewProject: false,
      worktree: before.worktree,
      self: null,
      budget: DEFAULT_BUDGET,
      ids: NOT_COUNTED,
      isHere: false,
      isOwnProject: true,
      losses: previewLosses(then, located.project.id, false, time),
    },
    time,
  );
}

async function continuationsOf(deps: EndRequest['deps'], { changes }: SessionWriter, session: Session) {
  const { successorId } = session;
  const successor = successorId === null ? undefined : await deps.store.sessions.find(successorId);
  const continued = changes.flatMap((change) =>
    change.kind === 'session' && change.session.successorId === session.id ? [change.session.id] : [],
  );
  return new Map([
    ...continued.map((id) => [id, session.startedAt] as const),
    ...(successor === undefined ? [] : [[session.id, successor.startedAt] as const]),
  ]);
}

export interface LeftSession {
  readonly session: Session;
  readonly handoff: Handoff | null;
  readonly superseded?: readonly ThroughlineRecord[];
}

/** Stores the handoff and the score of the next orientation in one commit. `known` is the same handoff, if stored before. */
export async function leaveSession(
  request: LeaveRequest,
  writer: SessionWriter,
  known: Handoff | undefined,
): Promise<LeftSession> {
  const { deps, caller, mode, transcriptPath, time } = request;
  const { draft } = writer;
  const before = draft.session;
  const at = sessionTime(before, time);
  const pause = createPause();
  const drafts = await draftRecordsOf(request, before, at);
  const counting = startEarly(deps.store.ids.measure([]));
  const gathered = factsForNext(request, writer, time);
  const [facts, parting, continuations] = await Promise.all([
    gathered,
    draftHandoff(request, before, drafts, gathered, at),
    continuationsOf(deps, writer, before),
  ]);
  await pause();
  const { records, handoff: drafted } = parting;

  const what = turnText(mode, drafted);
  const turn = addWriteTurn(draft, caller, what, time);
  if (transcriptPath !== null && transcriptPath !== before.transcriptPath) {
    draft.apply([{ type: 'transcript.recorded', at, path: transcriptPath }]);
  }
  if (drafted !== null) {
    const { id, digest } = drafted;
    draft.apply([{ type: 'handoff.written', at, handoffId: id, digest, isDerived: false }]);
  }
  draft.apply(decideLeave(draft.session, mode, time));
  const { added, adopted, removed } = records;
  const next = factsAfter(facts, {
    added,
    changed: adopted,
    removed,
    author: draft.session.agent,
    continuations,
    besides: writer.changes.flatMap((change) => (change.kind === 'record' ? [change.record] : [])),
  });
  const { thresholds } = deps.settings;
  const { wordings } = deps;
  const options = { budget: DEFAULT_BUDGET, thresholds, wording: caller.wording, wordings };
  const { score, gaps } = await rateFacts(deps, next, options, counting);
  draft.apply([{ type: 'orientation.scored', at, score, gapCount: gaps.length }]);

  await pause();

  const resolvedLoopIds = [...new Set([...(known?.resolvedLoopIds ?? []), ...records.resolvedLoopIds])];
  const handoff = drafted && { ...drafted, resolvedLoopIds, answer: answerOf(draft.session) };
  await deps.store.ledger.commit([
    ...writer.changes,
    ...draft.changes(),
    ...turn,
    ...handoffDraftChanges(request, parting, handoff, known !== undefined),
    ...(await fileMentionChanges(
      before.id,
      [...added, ...adopted].map(({ content }) => content),
      at,
    )),
  ]);
  return { session: draft.session, handoff, superseded: records.superseded };
}
