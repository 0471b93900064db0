import { describe, expect, it } from 'vitest';
import { conversations, labelOf, namedSpeakers, withoutLabel } from '../../src/search/speakers.ts';

describe('who speaks', () => {
  it.each([
    ['Mira: I close the door.', 'mira'],
    ['Jean-Luc O’Neil: yes', 'jean-luc o’neil'],
    ['Émile: oui', 'emile'],
    ['https://example.org', null],
    ['12:30: lunch', null],
    ['no label here', null],
    ['a label of far more than forty letters is a sentence: no', null],
    ['', null],
  ])('%s: %s', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });

  it('is no part of what is said', () => {
    expect(withoutLabel('Mira: I close: the door')).toBe('I close: the door');
    expect(withoutLabel('the door')).toBe('the door');
  });
});

describe('a conversation', () => {
  const said = (line: string | null, ...labels: (string | null)[]) =>
    labels.map((label) => ({ line, label, text: `${label}: so it is` }));

  it('is where at least two take turns', () => {
    expect([...conversations(said('a', 'mira', 'borin', 'mira'))]).toEqual(['a']);
  });

  it('is not where one speaks alone, nor where each note has its own heading', () => {
    expect(conversations(said('a', 'auth', 'auth', 'auth')).size).toBe(0);
    expect(conversations(said('a', 'auth', 'database', 'queue', 'mail')).size).toBe(0);
    expect(conversations(said('a', 'mira', 'borin')).size).toBe(0);
  });

  it('is not where most of it has no label, nor where the labels are words of the texts', () => {
    expect(conversations(said('a', 'mira', 'borin', 'mira', null, null)).size).toBe(0);
    const notes = said('a', 'fixed', 'changed', 'fixed', 'changed');
    expect(conversations(notes).size).toBe(1);
    const told = { line: 'b', label: null, text: 'what was fixed and what was changed since' };
    expect(conversations([...notes, told]).size).toBe(0);
  });

  it('is never had across two lines, nor outside of any', () => {
    expect(conversations([...said('a', 'mira', 'mira'), ...said('b', 'borin', 'borin')]).size).toBe(0);
    expect(conversations(said(null, 'mira', 'borin', 'mira')).size).toBe(0);
  });
});

describe('whom a question names', () => {
  const speakers = new Set(['mira vane', 'borin']);

  it('is found by the whole name or the first', () => {
    expect([...namedSpeakers(['what', 'did', 'mira', 'say'], speakers)]).toEqual(['mira vane']);
    expect([...namedSpeakers(['borin'], speakers)]).toEqual(['borin']);
    expect(namedSpeakers(['vane'], speakers).size).toBe(0);
  });
});
