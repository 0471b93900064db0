import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { synonymsOf } from '../../src/search/synonyms.ts';
import { stem } from '../../src/search/tokens.ts';
import { weighTerm } from '../../src/search/weights.ts';
import { parse } from './ranking-fixtures.ts';

const termOf = (word: string) => parse(word).terms[0] ?? expect.fail();

describe('weighTerm', () => {
  const word = termOf('lantern');

  it('is 1 for a unique word, less the more frequent it is, and never 0', () => {
    expect(weighTerm(word, 1, 1_000)).toBe(1);
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.integer({ min: 0, max: 5_000 }), (a, b, total) => {
        const [rare, common] = [Math.min(a, b) + 1, Math.max(a, b) + 1];
        expect(weighTerm(word, rare, total)).toBeGreaterThanOrEqual(weighTerm(word, common, total));
        expect(weighTerm(word, common, total)).toBeGreaterThan(0);
        expect(weighTerm(word, rare, total)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is highest for an unknown word, which speaks against every answer', () => {
    expect(weighTerm(word, 0, 1_000)).toBeGreaterThan(1);
  });

  it('is less for an everyday word that no text contains', () => {
    const everyday = termOf('remember');
    expect(weighTerm(everyday, 0, 1_000)).toBeLessThan(weighTerm(everyday, 1, 1_000));
  });

  it('does not depend on the frequency in a store of few texts', () => {
    expect(weighTerm(word, 3, 3)).toBe(weighTerm(word, 3, 30));
    expect(weighTerm(word, 3, 3)).toBeGreaterThan(0.5);
  });

  it('counts the common words of a query that has no others', () => {
    const [alone, beside] = ['remember files', 'remember files lantern'].map((text) =>
      parse(text).terms.find(({ word: one }) => one === 'files'),
    );
    expect(alone?.specificity).toBeGreaterThan(0.9);
    expect(beside?.specificity).toBeLessThan(0.8);
  });

  it('is less for generic words', () => {
    expect(weighTerm(termOf('remember'), 1, 1_000)).toBeLessThan(1);
  });

  it('is valid for an empty store, and for one text', () => {
    for (const total of [0, 1]) expect(weighTerm(word, 1, total)).toBe(1);
  });
});

describe('synonymsOf', () => {
  const kin = (word: string) => synonymsOf(stem(word));

  it('works in both directions', () => {
    expect([...kin('db').keys()]).toContain('database');
    expect([...kin('database').keys()]).toContain('db');
    expect([...kin('authentication').keys()]).toContain('login');
  });

  it('gives synonyms less strength than other forms, and both less than the word', () => {
    const word = kin('buy').get('purchase') ?? 0;
    const form = kin('buy').get('bought') ?? 0;
    expect(word).toBeGreaterThan(0);
    expect(form).toBeGreaterThan(word);
    expect(form).toBeLessThan(1);
  });

  it('is empty for most words, and never contains the word itself', () => {
    expect(kin('xylophone').size).toBe(0);
    for (const word of ['ship', 'store', 'call', 'two', 'go'])
      for (const other of kin(word).keys()) expect(stem(other), word).not.toBe(stem(word));
  });
});
