import { canonicalJson, type Digest, derivedId, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';

export const NOTE_VISIBILITIES = ['public', 'private', 'dm_only'] as const;
export type NoteVisibility = (typeof NOTE_VISIBILITIES)[number];

/** How much of each a note takes. */
export const NOTE_LIMITS = {
  title: 300,
  list: 1_000,
  quest: 1_000,
  number: 1_000_000,
  experience: 1_000_000_000,
} as const;

/** Of the note in which a handoff keeps its summary. */
export const HANDOFF_NOTE_TITLE = 'Session summary';

/** What a person or agent wrote about one sitting. Two notes for one sitting are two notes. */
export interface NoteContent {
  readonly summary: string;
  readonly sessionNumber: number | null;
  readonly title: string | null;
  readonly occurredAt: Instant | null;
  readonly events: readonly string[];
  readonly charactersPresent: readonly string[];
  readonly npcsEncountered: readonly string[];
  readonly questUpdates: Readonly<Record<string, string>>;
  readonly combatEncounters: readonly string[];
  readonly experienceGained: number | null;
  readonly treasureFound: readonly string[];
  readonly notes: string | null;
  readonly visibility: NoteVisibility;
}

export interface Note extends NoteContent {
  readonly id: string;
  readonly sessionId: string;
  readonly projectId: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const noteId = (sessionId: string, content: NoteContent): string =>
  derivedId('not', sessionId, canonicalJson(content));

export const contentOf = (note: NoteContent): NoteContent => ({
  summary: note.summary,
  sessionNumber: note.sessionNumber,
  title: note.title,
  occurredAt: note.occurredAt,
  events: note.events,
  charactersPresent: note.charactersPresent,
  npcsEncountered: note.npcsEncountered,
  questUpdates: note.questUpdates,
  combatEncounters: note.combatEncounters,
  experienceGained: note.experienceGained,
  treasureFound: note.treasureFound,
  notes: note.notes,
  visibility: note.visibility,
});

export const noteDigest = (note: NoteContent): Digest => digestOf(canonicalJson(contentOf(note)));

type MapText = (text: string, field: string) => string;

/** Every text of a note passes through `map`; its shape stays. */
export function mapNoteTexts(content: NoteContent, map: MapText): NoteContent {
  const all = (field: string, texts: readonly string[]) =>
    texts.map((text, index) => map(text, `${field}[${index}]`));
  return {
    ...content,
    summary: map(content.summary, 'summary'),
    title: content.title === null ? null : map(content.title, 'title'),
    events: all('events', content.events),
    charactersPresent: all('characters_present', content.charactersPresent),
    npcsEncountered: all('npcs_encountered', content.npcsEncountered),
    questUpdates: Object.fromEntries(
      Object.entries(content.questUpdates).map(([quest, update]) => [
        map(quest, 'quest_updates'),
        map(update, `quest_updates.${quest}`),
      ]),
    ),
    combatEncounters: all('combat_encounters', content.combatEncounters),
    treasureFound: all('treasure_found', content.treasureFound),
    notes: content.notes === null ? null : map(content.notes, 'notes'),
  };
}
