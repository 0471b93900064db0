import type { Note } from './note.ts';

/** What a note says, under the names by which it is told and written down. */
export const noteFields = (note: Note) => ({
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
});
