import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mapNoteTexts,
  NOTE_VISIBILITIES,
  type Note,
  type NoteContent,
  noteContentOf,
  noteDigest,
  noteEvent,
  noteId,
} from '../../../src/domain/note/note.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const list = fc.array(words, { maxLength: 3 });

const anyNote: fc.Arbitrary<NoteContent> = fc.record({
  summary: words,
  sessionNumber: fc.option(fc.nat(99), { nil: null }),
  title: fc.option(words, { nil: null }),
  occurredAt: fc.constantFrom(null, '2026-01-05T09:00:00.000Z'),
  events: list,
  charactersPresent: list,
  npcsEncountered: list,
  questUpdates: fc.dictionary(words, words, { maxKeys: 3, noNullPrototype: true }),
  combatEncounters: list,
  experienceGained: fc.option(fc.nat(), { nil: null }),
  treasureFound: list,
  notes: fc.option(words, { nil: null }),
  visibility: fc.constantFrom(...NOTE_VISIBILITIES),
});

const stored = (content: NoteContent, version = 1): Note => ({
  ...content,
  id: 'not_1',
  sessionId: 'ses_1',
  projectId: 'prj_1',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-06T09:00:00.000Z',
  version,
});

describe('a note', () => {
  it('has the same id and digest for the same content in any order', () =>
    fc.assert(
      fc.property(anyNote, (note) => {
        const again = Object.fromEntries(Object.entries(structuredClone(note)).reverse());
        expect(noteId('ses_1', again as unknown as NoteContent)).toBe(noteId('ses_1', note));
        expect(noteDigest(again as unknown as NoteContent)).toBe(noteDigest(note));
      }),
    ));

  it('has another id and digest for other content', () =>
    fc.assert(
      fc.property(anyNote, fc.constantFrom('summary', 'title', 'notes'), (note, field) => {
        const other = { ...note, [field]: `${note[field as 'summary']}!` };
        expect(noteId('ses_1', other)).not.toBe(noteId('ses_1', note));
        expect(noteDigest(other)).not.toBe(noteDigest(note));
      }),
    ));

  it('has another id in another session', () =>
    fc.assert(fc.property(anyNote, (note) => noteId('ses_1', note) !== noteId('ses_2', note))));

  it('keeps its digest when it is stored: version and dates are not part of it', () =>
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(noteDigest(stored(note, 7))).toBe(noteDigest(note));
        expect(noteContentOf(stored(note))).toEqual(note);
      }),
    ));

  it('keeps its shape when its texts are mapped', () =>
    fc.assert(
      fc.property(anyNote, (note) => {
        expect(mapNoteTexts(note, (text) => text)).toEqual(note);
        const mapped = mapNoteTexts(note, (text) => `<${text}>`);
        expect(Object.keys(mapped.questUpdates)).toEqual(Object.keys(note.questUpdates).map((q) => `<${q}>`));
        expect(mapped.events).toEqual(note.events.map((event) => `<${event}>`));
      }),
    ));

  it('enters the journal without its text', () => {
    const note = stored({ ...noteContentOf(fc.sample(anyNote, 1)[0] as NoteContent), summary: 'swordfish' });
    expect(JSON.stringify(noteEvent(note))).not.toContain('swordfish');
    expect(noteEvent(note)).toMatchObject({ type: 'note.added', at: note.updatedAt, version: 1 });
    expect(noteEvent({ ...note, version: 2 })).toMatchObject({ type: 'note.revised', version: 2 });
  });
});
