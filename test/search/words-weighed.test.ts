import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../src/search/stem.ts';
import { synonymsOf } from '../../src/search/synonyms.ts';
import { weighTerm } from '../../src/search/weigh-term.ts';
import { parse } from './a-question.ts';

const termOf = (word: string) => parse(word).terms[0] ?? expect.fail();

describe('how much hangs on a word', () => {
  const word = termOf('lantern');

  it('is 1 for one of its kind, less the more there are, and never nothing', () => {
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

  it('is most for a word that nobody ever wrote: it speaks against every answer', () => {
    expect(weighTerm(word, 0, 1_000)).toBeGreaterThan(1);
    const generic = termOf('remember');
    expect(weighTerm(generic, 0, 1_000)).toBe(weighTerm(generic, 1, 1_000));
  });

  it('is less for a word that is in most questions', () => {
    expect(weighTerm(termOf('remember'), 1, 1_000)).toBeLessThan(1);
  });

  it('is sound in a store that holds nothing, or one text', () => {
    for (const total of [0, 1]) expect(weighTerm(word, 1, total)).toBe(1);
  });
});

describe('words taken for each other', () => {
  const kin = (word: string) => synonymsOf(stem(word));

  it('are known in both directions', () => {
    expect([...kin('db').keys()]).toContain('database');
    expect([...kin('database').keys()]).toContain('db');
    expect([...kin('authentication').keys()]).toContain('login');
  });

  it('stand for each other less than other forms of one word do, and both less than the word', () => {
    const word = kin('buy').get('purchase') ?? 0;
    const form = kin('buy').get('bought') ?? 0;
    expect(word).toBeGreaterThan(0);
    expect(form).toBeGreaterThan(word);
    expect(form).toBeLessThan(1);
  });

  it('are none for most words, and never the word itself', () => {
    expect(kin('xylophone').size).toBe(0);
    for (const word of ['ship', 'store', 'call', 'two', 'go'])
      for (const other of kin(word).keys()) expect(stem(other), word).not.toBe(stem(word));
  });
});
