import { sayCounts } from '../domain/handoff/counts.ts';
import { type Handoff, type HandoffAnswer, handoffId } from '../domain/handoff/handoff.ts';
import type { Instant } from '../domain/instant.ts';
import { HANDOFF_NOTE_TITLE, type Note } from '../domain/note/note.ts';
import { rateOrientation } from '../domain/orientation/compose.ts';
import type { OrientationFacts } from '../domain/orientation/facts.ts';
import { factsAfter } from '../domain/orientation/facts-after.ts';
import { DEFAULT_BUDGET } from '../domain/orientation/orientation.ts';
import type { RecordType } from '../domain/record/record.ts';
import { decideLeave, momentIn } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { createPause } from '../lib/slices.ts';
import { type HandoffChanges, handoffChanges, NO_CHANGES } from './handoff-changes.ts';
import { readIdentities } from './identity.ts';
import type { LeaveRequest } from './leave-request.ts';
import { placeOfWriting } from './locate-project.ts';
import type { Writer } from './locate-writer.ts';
import { gatherFacts, sessionFact } from './orient.ts';
import type { Change } from './ports/ledger.ts';
import { namedFiles, speakerOf, takeWritingTurn } from './take-turn.ts';
import { draftNote } from './write-note.ts';

/** What the session hands over in this call, drafted; nothing when it only leaves. */
interface Parting {
  readonly records: HandoffChanges;
  readonly handoff: Handoff | null;
  readonly note: Note | null;
}

const countsOf = ({ added, adopted }: HandoffChanges): Handoff['stored'] => {
  const counts: Partial<Record<RecordType, number>> = {};
  for (const { type } of [...added, ...adopted]) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

async function draftParting(
  { deps, caller, content, digest, redacted, moment }: LeaveRequest,
  session: Session,
  facts: OrientationFacts,
  at: Instant,
): Promise<Parting> {
  if (digest === null) return { records: NO_CHANGES, handoff: null, note: null };
  const id = handoffId(session.id, digest);
  const place = await placeOfWriting(deps, caller, session);
  const records = await handoffChanges(deps, { session, content, handoffId: id, facts, at, place, moment });
  const note =
    content.summaryNotes === null
      ? null
      : draftNote(session, { summary: content.summaryNotes, title: HANDOFF_NOTE_TITLE }, at);
  const handoff = {
    id,
    sessionId: session.id,
    projectId: session.projectId,
    digest,
    isDerived: false,
    sources: session.handoff?.isDerived ? [session.handoff.id] : [],
    stored: countsOf(records),
    adoptedIds: records.adopted.map((record) => record.id),
    supersededIds: records.supersededIds,
    resolvedLoopIds: records.resolvedLoopIds,
    noteId: note?.id ?? null,
    redacted,
    createdAt: at,
    answer: null,
  };
  return { records, handoff, note };
}

/** A session that was resumed may hand over again what it handed over before: that is stored already. */
async function partingChanges(
  { deps, keyDigest }: LeaveRequest,
  { records, note }: Parting,
  handoff: Handoff | null,
  isKnown: boolean,
): Promise<Change[]> {
  const hasNote = note === null || (await deps.store.notes.find(note.id)) !== undefined;
  return [
    ...records.changes,
    ...(hasNote ? [] : [{ kind: 'note' as const, note, expectedVersion: 0 }]),
    ...(handoff === null || isKnown
      ? []
      : [{ kind: 'handoff' as const, handoff, idempotencyKey: keyDigest }]),
  ];
}

const said = (mode: 'end' | 'pause', handoff: Handoff | null): string => {
  if (handoff === null) return mode === 'end' ? 'Session ended.' : 'Session paused.';
  return `Handoff: ${sayCounts(handoff.stored) || 'resolved loops only'}.`;
};

const answerOf = ({ turnCount, activeMs, orientationScore, gapCount }: Session): HandoffAnswer => ({
  turnCount,
  activeMs,
  orientationScore,
  gapCount,
});

export interface Left {
  readonly session: Session;
  /** What the call handed over; null when it handed over nothing. */
  readonly handoff: Handoff | null;
}

/**
 * Everything a session leaves behind, with the score the next one will start from, in one commit. `known` is the same handoff, if the
 * session has it already.
 */
export async function leaveSession(
  request: LeaveRequest,
  writer: Writer,
  known: Handoff | undefined,
): Promise<Left> {
  const { deps, caller, input, transcriptPath, moment } = request;
  const { draft, located } = writer;
  const before = draft.session;
  const at = momentIn(before, moment);
  const facts = await gatherFacts(
    deps,
    {
      project: located.project,
      isNewProject: located.isNew,
      worktree: before.worktree,
      self: before,
      identities: await readIdentities(deps, {
        worktree: before.worktree,
        projectId: before.projectId,
      }),
      transcriptPath: null,
      budget: DEFAULT_BUDGET,
      isHere: false,
      isOwnProject: true,
      isDelivered: false,
    },
    moment,
  );
  const pause = createPause();
  const parting = await draftParting(request, before, facts, at);
  await pause();
  const { records, handoff: drafted } = parting;

  const what = said(input.mode, drafted);
  const turn = takeWritingTurn(draft, { who: speakerOf(caller, before), what }, moment);
  if (transcriptPath !== null && transcriptPath !== before.transcriptPath) {
    draft.apply([{ type: 'transcript.recorded', at, path: transcriptPath }]);
  }
  if (drafted !== null) {
    const { id, digest } = drafted;
    draft.apply([{ type: 'handoff.written', at, handoffId: id, digest, isDerived: false }]);
  }
  draft.apply(decideLeave(draft.session, input.mode, moment));
  const { added, adopted, removed } = records;
  const { successorId } = draft.session;
  const successor = successorId === null ? undefined : await deps.store.sessions.find(successorId);
  const next = factsAfter(facts, {
    added,
    changed: adopted,
    removed,
    session: sessionFact(draft.session, moment),
    continuedAt: successor?.startedAt,
  });
  const { thresholds } = deps.settings;
  const { wordings } = deps;
  const { score, gaps } = rateOrientation(next, {
    budget: DEFAULT_BUDGET,
    thresholds,
    wording: caller.wording,
    wordings,
  });
  draft.apply([{ type: 'orientation.scored', at, score, gapCount: gaps.length }]);

  await pause();

  const handoff = drafted && { ...drafted, answer: answerOf(draft.session) };
  await deps.store.ledger.commit([
    ...writer.changes,
    ...draft.changes(),
    ...turn,
    ...(await partingChanges(request, parting, handoff, known !== undefined)),
    ...(await namedFiles(
      before.id,
      [...added, ...adopted].map(({ content }) => content),
      at,
    )),
  ]);
  return { session: draft.session, handoff };
}
