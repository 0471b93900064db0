import type { Note } from '../../note/note.ts';
import { noteFields } from '../../note/note-fields.ts';
import type { KeptHandoff, KeptSitting } from './kept-sitting.ts';

const handoffRow = (handoff: KeptHandoff) => ({
  summary: handoff.summary,
  is_current: handoff.isCurrent,
  is_derived: handoff.isDerived,
  is_reopened: handoff.isReopened,
  note_id: handoff.noteId,
  at: handoff.at,
});

const sessionRow = (sitting: KeptSitting, index: number) => ({
  id: sitting.id,
  number: index + 1,
  title: sitting.title,
  agent: sitting.agent,
  status: sitting.status,
  started_at: sitting.startedAt,
  heard_at: sitting.lastSeenAt,
  paused_at: sitting.pausedAt,
  ended_at: sitting.endedAt,
  closed_at: sitting.closedAt,
  active_ms: sitting.activeMs,
  predecessor_id: sitting.predecessorId,
  successor_id: sitting.successorId,
  closing: sitting.closing,
  handoff: sitting.handoff === null ? null : handoffRow(sitting.handoff),
});

const noteRow = (note: Note) => ({
  id: note.id,
  session_id: note.sessionId,
  session_number: note.sessionNumber,
  ...noteFields(note),
  occurred_at: note.occurredAt,
  version: note.version,
  created_at: note.createdAt,
  updated_at: note.updatedAt,
});

export type SessionRow = ReturnType<typeof sessionRow>;
export type NoteRow = ReturnType<typeof noteRow>;

export const sittingRows = (sittings: readonly KeptSitting[]) => ({
  sessions: sittings.map(sessionRow),
  notes: sittings.flatMap(({ notes }) => notes.map(noteRow)),
});
