import type { Instant } from '../domain/instant.ts';
import { type Note, type NoteContent, noteId } from '../domain/note/note.ts';
import type { Session } from '../domain/session/session.ts';

const EMPTY: Omit<NoteContent, 'summary'> = {
  sessionNumber: null,
  title: null,
  occurredAt: null,
  events: [],
  charactersPresent: [],
  npcsEncountered: [],
  questUpdates: {},
  combatEncounters: [],
  experienceGained: null,
  treasureFound: [],
  notes: null,
  visibility: 'public',
};

export type GivenNote = Partial<NoteContent> & Pick<NoteContent, 'summary'>;

const given = (content: GivenNote) =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as GivenNote;

export const wholeNote = (content: GivenNote): NoteContent => ({ ...EMPTY, ...given(content) });

export function draftNote(session: Session, content: GivenNote, at: Instant): Note {
  const whole = wholeNote(content);
  return {
    ...whole,
    id: noteId(session.id, whole),
    sessionId: session.id,
    projectId: session.projectId,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}
