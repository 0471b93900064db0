import { describe, expect, it } from 'vitest';
import { CUTOFF } from '../../src/search/weights.ts';
import { makeDoc, parse, rankedFor } from './ranking-fixtures.ts';

describe('attribute', () => {
  it.each([
    ['price of the orchard map', 'price'],
    ['how many lamps does the ferry have?', 'lamps'],
    ["who is Mira's sister", 'sister'],
    ['who translates the labels', 'translates'],
    ['which engine does the ferry use', 'engine'],
    ['ferry memory limit', 'limit'],
    ['notary fee for the ferry', 'fee'],
    ["what's the hull number of the ferry", 'hull'],
  ])('of "%s" is %s', (query, attribute) => {
    expect(parse(query).attribute).toBe(attribute);
  });

  it.each([
    'add a lamp to the ferry',
    'ferry lantern',
    'which problems does the ferry have',
    'what is left of the pier',
    'ferry policy',
  ])('is nothing in "%s"', (query) => {
    expect(parse(query).attribute).toBeUndefined();
  });
});

describe('a note about the subject', () => {
  const ferry = (text: string) => makeDoc(text, { subjects: ['glass ferry'], names: 'glass ferry' });
  const confidence = (query: string, text: string) => rankedFor(query, [ferry(text)])[0]?.confidence ?? 0;

  it('does not answer if it lacks the attribute', () => {
    const query = 'insurance of the glass ferry';
    expect(confidence(query, 'The glass ferry crosses the lake')).toBeLessThan(CUTOFF.minScore);
    expect(confidence(query, 'The insurance covers the lake')).toBeGreaterThan(CUTOFF.minScore);
  });

  it('answers if it states a quantity without naming it', () => {
    const query = 'glass ferry timeout';
    expect(confidence(query, 'Waits ten minutes for the pier')).toBeGreaterThan(CUTOFF.minScore);
    expect(confidence(query, 'Waits for the pier')).toBeLessThan(CUTOFF.minScore);
  });

  it('answers with a version without the word', () => {
    const confidence = (text: string) =>
      rankedFor('which Zephyr version do we use?', [
        makeDoc(text, { subjects: ['Zephyr'], names: 'Zephyr' }),
      ])[0]?.confidence;
    expect(confidence('Zephyr stays at 3.6 until the radio is certified')).toBeGreaterThan(CUTOFF.minScore);
    expect(confidence('Zephyr stays until the radio is certified')).toBeLessThan(CUTOFF.minScore);
  });

  it('is returned for a pasted request, whatever attribute that names', () => {
    const request = `Please read this. ${'We talked about the pier, and then about the weather. '.repeat(6)} How many lamps did the glass ferry have?`;
    expect(confidence(request, 'The glass ferry crosses the lake')).toBeGreaterThan(CUTOFF.minScore);
  });
});
