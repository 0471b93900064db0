import type { Note } from '../../domain/note/note.ts';

/** A note as every surface shows it: whole. */
export const noteView = (note: Note) => ({
  id: note.id,
  session_id: note.sessionId,
  session_number: note.sessionNumber,
  date: note.occurredAt ?? note.createdAt,
  title: note.title,
  summary: note.summary,
  events: note.events,
  characters_present: note.charactersPresent,
  npcs_encountered: note.npcsEncountered,
  quest_updates: note.questUpdates,
  combat_encounters: note.combatEncounters,
  experience_gained: note.experienceGained,
  treasure_found: note.treasureFound,
  notes: note.notes,
  visibility: note.visibility,
  version: note.version,
});

export type NoteView = ReturnType<typeof noteView>;
