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
  const said = (line: string, ...labels: string[]) => labels.map((label) => ({ line, label }));

  it('is where at least two take turns', () => {
    expect([...conversations(said('a', 'mira', 'borin', 'mira'))]).toEqual(['a']);
  });

  it('is not where one speaks alone, nor where each note has its own heading', () => {
    expect(conversations(said('a', 'auth', 'auth', 'auth')).size).toBe(0);
    expect(conversations(said('a', 'auth', 'database', 'queue', 'mail')).size).toBe(0);
    expect(conversations(said('a', 'mira', 'borin')).size).toBe(0);
  });

  it('is never had across two lines', () => {
    expect(conversations([...said('a', 'mira', 'mira'), ...said('b', 'borin', 'borin')]).size).toBe(0);
  });
});

describe('whom a question names', () => {
  const speakers = new Set(['mira vane', 'borin', 'user']);

  it('is found by the whole name or the first', () => {
    expect([...namedSpeakers(['what', 'did', 'mira', 'say'], false, speakers)]).toEqual(['mira vane']);
    expect([...namedSpeakers(['borin'], false, speakers)]).toEqual(['borin']);
    expect(namedSpeakers(['vane'], false, speakers).size).toBe(0);
  });

  it('is the person at the keyboard where it says I', () => {
    expect([...namedSpeakers(['my', 'coat'], true, speakers)]).toEqual(['user']);
    expect(namedSpeakers(['my', 'coat'], false, speakers).size).toBe(0);
  });
});
