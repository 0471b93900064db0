import type { Change, Turn } from '../../../app/ports/ledger.ts';
import { shortened } from '../../../app/session-turns.ts';
import {
  EMPTY_HANDOFF,
  type Handoff,
  handoffDigest,
  handoffId,
  recordId,
} from '../../../domain/handoff/handoff.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { Note } from '../../../domain/note/note.ts';
import { newRecord } from '../../../domain/record/record.ts';
import { evolve } from '../../../domain/session/evolve.ts';
import type { Session } from '../../../domain/session/session.ts';
import { camelKeys } from '../../../lib/key-case.ts';
import { groupBy } from '../../../lib/lists.ts';
import type { CampaignEvent } from '../../domain/event.ts';
import type { CampaignFile, NoteRow, SessionRow } from '../../domain/export/campaign-file.ts';
import { sessionTurnText } from '../turn-event.ts';
import { type ImportIds, importedId, importedIdOrNull } from './import-rows.ts';

const noteOf = (row: NoteRow, ids: ImportIds): Note => ({
  ...camelKeys(row),
  id: importedId(ids, row.id),
  sessionId: importedId(ids, row.session_id),
  projectId: ids.campaignId,
});

const turnOf = (event: CampaignEvent, sessionId: string, number: number): Turn => {
  const { who, what } = sessionTurnText(event);
  return { sessionId, number, at: event.at, who, what: shortened(what), eventId: event.id };
};

function handoffOf({ handoff: row }: SessionRow, sessionId: string, ids: ImportIds): Handoff | null {
  if (row === null) return null;
  const digest = handoffDigest({ ...EMPTY_HANDOFF, summaryNotes: row.summary });
  return {
    id: handoffId(sessionId, digest),
    sessionId,
    projectId: ids.campaignId,
    digest,
    isDerived: row.is_derived,
    sources: [],
    stored: row.summary === null ? {} : { checkpoint: 1 },
    adoptedIds: [],
    supersededIds: [],
    resolvedLoopIds: [],
    noteId: importedIdOrNull(ids, row.note_id),
    redacted: {},
    createdAt: row.at,
    answer: null,
  };
}

/** The checkpoint for the next session. */
function checkpointOf(
  { handoff: row, closing }: SessionRow,
  { id, sessionId, projectId }: Handoff,
): Change[] {
  if (row === null || row.summary === null) return [];
  const record = newRecord({
    id: recordId(sessionId, 'checkpoint', row.summary),
    type: 'checkpoint',
    content: row.summary,
    projectId,
    sessionId,
    handoffId: id,
    source: 'import',
    worktree: null,
    branch: null,
    head: null,
    createdAt: row.at,
    status: row.is_current ? 'active' : 'superseded',
    isWithheld: row.is_current && closing?.policy === 'closed_without_successor',
  });
  return [{ kind: 'record', record, expectedVersion: 0 }];
}

function sessionOf(
  { number: _, heard_at, handoff: row, ...session }: SessionRow,
  ids: ImportIds,
  turns: readonly Turn[],
  handoff: Handoff | null,
): Omit<Session, 'version'> {
  return {
    ...camelKeys(session),
    id: importedId(ids, session.id),
    projectId: ids.campaignId,
    kind: 'game',
    client: null,
    clientSessionId: null,
    lastSeenAt: heard_at,
    activeSince: null,
    predecessorId: importedIdOrNull(ids, session.predecessor_id),
    successorId: importedIdOrNull(ids, session.successor_id),
    worktree: null,
    branch: null,
    head: null,
    hasHooks: false,
    isImplicit: false,
    turnCount: turns.length,
    historyChars: turns.reduce((sum, { what }) => sum + what.length, 0),
    handoff: handoff && {
      id: handoff.id,
      digest: handoff.digest,
      isDerived: handoff.isDerived,
      isReopened: row?.is_reopened ?? false,
    },
    orientationScore: null,
    gapCount: null,
    transcriptPath: null,
  };
}

/** The sessions of a file with turns, handoffs and notes. `events` are the imported ones. */
export function importedSessionChanges(
  { sessions, notes }: CampaignFile,
  events: readonly CampaignEvent[],
  ids: ImportIds,
  at: Instant,
): readonly Change[] {
  const turnEvents = groupBy(
    events.filter(({ isTurn }) => isTurn),
    ({ sessionId }) => sessionId,
  );
  const sessionChanges = sessions.flatMap((row): readonly Change[] => {
    const id = importedId(ids, row.id);
    const turns = (turnEvents.get(id) ?? []).map((event, index) => turnOf(event, id, index + 1));
    const handoff = handoffOf(row, id, ids);
    const imported = { type: 'session.imported' as const, at, session: sessionOf(row, ids, turns, handoff) };
    return [
      { kind: 'session', session: evolve(undefined, imported), expectedVersion: 0, events: [imported] },
      ...turns.map((turn): Change => ({ kind: 'turn', turn })),
      ...(handoff === null
        ? []
        : [...checkpointOf(row, handoff), { kind: 'handoff' as const, handoff, idempotencyKey: null }]),
    ];
  });
  return [
    ...sessionChanges,
    ...notes.map((row): Change => ({ kind: 'note', note: noteOf(row, ids), expectedVersion: 0 })),
  ];
}
