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
import type { CampaignEvent } from '../../domain/event.ts';
import type { CampaignFile, NoteRow, SessionRow } from '../../domain/export/campaign-file.ts';
import { sessionTurnText } from '../turn-event.ts';
import { type ImportIds, importedId, importedIdOrNull } from './import-rows.ts';

function noteOf(row: NoteRow, ids: ImportIds): Note {
  return {
    id: importedId(ids, row.id),
    sessionId: importedId(ids, row.session_id),
    projectId: ids.campaignId,
    summary: row.summary,
    sessionNumber: row.session_number,
    title: row.title,
    occurredAt: row.occurred_at,
    events: row.events,
    charactersPresent: row.characters_present,
    npcsEncountered: row.npcs_encountered,
    questUpdates: row.quest_updates,
    combatEncounters: row.combat_encounters,
    experienceGained: row.experience_gained,
    treasureFound: row.treasure_found,
    notes: row.notes,
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

function turnsBySession(events: readonly CampaignEvent[]): ReadonlyMap<string, readonly Turn[]> {
  const all = new Map<string, Turn[]>();
  for (const event of events) {
    const { sessionId, at, id: eventId } = event;
    if (!event.isTurn || sessionId === null) continue;
    const turns = all.get(sessionId) ?? [];
    const { who, what } = sessionTurnText(event);
    turns.push({ sessionId, number: turns.length + 1, at, who, what: shortened(what), eventId });
    all.set(sessionId, turns);
  }
  return all;
}

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
  row: SessionRow,
  ids: ImportIds,
  turns: readonly Turn[],
  handoff: Handoff | null,
): Omit<Session, 'version'> {
  return {
    id: importedId(ids, row.id),
    projectId: ids.campaignId,
    kind: 'game',
    title: row.title,
    agent: row.agent,
    client: null,
    clientSessionId: null,
    status: row.status,
    startedAt: row.started_at,
    lastSeenAt: row.heard_at,
    activeSince: null,
    activeMs: row.active_ms,
    pausedAt: row.paused_at,
    endedAt: row.ended_at,
    closedAt: row.closed_at,
    predecessorId: importedIdOrNull(ids, row.predecessor_id),
    successorId: importedIdOrNull(ids, row.successor_id),
    worktree: null,
    branch: null,
    head: null,
    hasHooks: false,
    isImplicit: false,
    turnCount: turns.length,
    historyChars: turns.reduce((sum, { what }) => sum + what.length, 0),
    handoff:
      row.handoff === null || handoff === null
        ? null
        : {
            id: handoff.id,
            digest: handoff.digest,
            isDerived: row.handoff.is_derived,
            isReopened: row.handoff.is_reopened,
          },
    closing: row.closing,
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
  const played = turnsBySession(events);
  const arriving = sessions.flatMap((row): readonly Change[] => {
    const id = importedId(ids, row.id);
    const turns = played.get(id) ?? [];
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
    ...arriving,
    ...notes.map((row): Change => ({ kind: 'note', note: noteOf(row, ids), expectedVersion: 0 })),
  ];
}
