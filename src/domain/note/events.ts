import { canonicalJson, type Digest, digestOf } from '../id.ts';
import type { Instant } from '../instant.ts';
import type { Note } from './note.ts';

export interface NoteEvent {
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
