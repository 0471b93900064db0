import { canonicalJson, type Digest, derivedId, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { Session } from '../session/session.ts';

export const NOTE_VISIBILITIES = ['public', 'private', 'dm_only'] as const;
export type NoteVisibility = (typeof NOTE_VISIBILITIES)[number];

export const NOTE_LIMITS = {
  title: 300,
  list: 1_000,
  quest: 1_000,
  number: 1_000_000,
  experience: 1_000_000_000,
} as const;

export const HANDOFF_NOTE_TITLE = 'Session summary';

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

const EMPTY_NOTE: Omit<NoteContent, 'summary'> = {
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

const CONTENT_FIELDS = ['summary', ...Object.keys(EMPTY_NOTE)] as readonly (keyof NoteContent)[];

export const noteContentOf = (note: NoteContent): NoteContent =>
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, note[field]])) as unknown as NoteContent;

export const noteDigest = (note: NoteContent): Digest => digestOf(canonicalJson(noteContentOf(note)));

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

interface NoteEvent {
  readonly type: 'note.added' | 'note.revised';
  readonly at: Instant;
  readonly id: string;
  readonly version: number;
  readonly digest: Digest;
}

export const NOTE_EVENT_TYPES: readonly NoteEvent['type'][] = ['note.added', 'note.revised'];

export const noteEvent = (note: Note): NoteEvent => ({
  type: note.version === 1 ? 'note.added' : 'note.revised',
  at: note.updatedAt,
  id: note.id,
  version: note.version,
  digest: digestOf(canonicalJson(note)),
});

/** The content of a note under the names that surfaces and exports use. */
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

export type NoteInput = Partial<NoteContent> & Pick<NoteContent, 'summary'>;

export const completeNote = (content: NoteInput): NoteContent => ({
  ...EMPTY_NOTE,
  ...(Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as NoteInput),
});

export function draftNote(session: Session, content: NoteInput, at: Instant): Note {
  const whole = completeNote(content);
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
