import { describe, expect, it } from 'vitest';
import { conversations, labelOf, namedSpeakers, withoutLabel } from '../../src/search/speakers.ts';

describe('labelOf', () => {
  it.each([
    ['Mira: I close the door.', 'mira'],
    ['Jean-Luc O’Neil: yes', 'jean-luc o’neil'],
    ['Émile: oui', 'emile'],
    ['https://example.org', null],
    ['12:30: lunch', null],
    ['no label here', null],
    ['a label of far more than forty letters is a sentence: no', null],
    [`${'𐐨'.repeat(40)}: forty letters of two units`, '𐐨'.repeat(40)],
    [`${'𐐨'.repeat(41)}: one letter more`, null],
    ['', null],
  ])('%s: %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('is separate from the content', () => {
    expect(withoutLabel('Mira: I close: the door')).toBe('I close: the door');
    expect(withoutLabel('the door')).toBe('the door');
  });
});

describe('conversations', () => {
  const said = (thread: string | null, ...labels: (string | null)[]) =>
    labels.map((label) => ({ thread, label, text: `${label}: so it is` }));

  it('need at least two alternating speakers', () => {
    expect([...conversations(said('a', 'mira', 'borin', 'mira'))]).toEqual(['a']);
  });

  it('exclude a single speaker, and notes with different headings', () => {
    expect(conversations(said('a', 'auth', 'auth', 'auth')).size).toBe(0);
    expect(conversations(said('a', 'auth', 'database', 'queue', 'mail')).size).toBe(0);
    expect(conversations(said('a', 'mira', 'borin')).size).toBe(0);
  });

  it('exclude mostly unlabeled texts, and labels that occur as words', () => {
    expect(conversations(said('a', 'mira', 'borin', 'mira', null, null)).size).toBe(0);
    const notes = said('a', 'fixed', 'changed', 'fixed', 'changed');
    expect(conversations(notes).size).toBe(1);
    const told = { thread: 'b', label: null, text: 'what was fixed and what was changed since' };
    expect(conversations([...notes, told]).size).toBe(0);
  });

  it('never span two threads, and need a thread', () => {
    expect(conversations([...said('a', 'mira', 'mira'), ...said('b', 'borin', 'borin')]).size).toBe(0);
    expect(conversations(said(null, 'mira', 'borin', 'mira')).size).toBe(0);
  });
});

describe('namedSpeakers', () => {
  const speakers = new Set(['mira vane', 'borin']);

  it('finds full names and first names', () => {
    expect([...namedSpeakers(['what', 'did', 'mira', 'say'], speakers)]).toEqual(['mira vane']);
    expect([...namedSpeakers(['borin'], speakers)]).toEqual(['borin']);
    expect(namedSpeakers(['vane'], speakers).size).toBe(0);
  });
});
