import { HANDOFF_NOTE_TITLE, type Note } from '../../note/note.ts';
import type { Lens } from '../visible.ts';
import type { KeptSitting } from './kept-sitting.ts';

function noteFor(note: Note, { name }: Lens): Note {
  const known = (names: readonly string[]) => names.filter((one) => name(one) !== null);
  return {
    ...note,
    charactersPresent: known(note.charactersPresent),
    npcsEncountered: known(note.npcsEncountered),
    questUpdates: Object.fromEntries(
      Object.entries(note.questUpdates).filter(([quest]) => name(quest) !== null),
    ),
  };
}

/**
 * A sitting for players: when it was, and the notes that are for all. Titles, and what one game master leaves for the
 * next, are the game master's words; a private note does not say whose it is.
 */
export const sittingFor = (sitting: KeptSitting, lens: Lens): KeptSitting => ({
  ...sitting,
  title: null,
  agent: null,
  closing: null,
  handoff: null,
  notes: sitting.notes
    .filter(({ visibility, title }) => visibility === 'public' && title !== HANDOFF_NOTE_TITLE)
    .map((note) => noteFor(note, lens)),
});
