import type { NoteContent } from './note.ts';

/** A note in its own words, one thing a line, as a search reads it. */
export const noteText = (note: NoteContent): string =>
  [
    note.title,
    note.summary,
    ...note.events,
    note.charactersPresent.join(', '),
    note.npcsEncountered.join(', '),
    ...Object.entries(note.questUpdates).map(([quest, update]) => `${quest}: ${update}`),
    ...note.combatEncounters,
    note.treasureFound.join(', '),
    note.notes,
  ]
    .filter((line): line is string => line !== null && line !== '')
    .join('\n');
