import { describe, expect, it } from 'vitest';
import { isRelated, Matcher } from '../../src/search/passages.ts';
import { termsOf } from './ranking-fixtures.ts';

const met = (question: string, text: string) =>
  new Matcher(termsOf(question)).passagesOf(text).map((passage) => [...passage]);
const strength = (question: string, text: string) => met(question, text)[0]?.[0] ?? 0;

describe('isRelated', () => {
  it.each([
    ['expiri', 'expir'],
    ['allergi', 'allerg'],
    ['configur', 'configurat'],
  ])('%s and %s are related, whichever comes first', (a, b) => {
    expect([isRelated(a, b), isRelated(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['port', 'portal'],
    ['inter', 'internation'],
    ['contract', 'contain'],
    ['', ''],
  ])('%s and %s are not', (a, b) => {
    expect([isRelated(a, b), isRelated(b, a)]).toEqual([false, false]);
  });
});

describe('match strength', () => {
  it('is highest for the word in any inflection, lower for a related word, 0 for another', () => {
    const itself = strength('migration', 'Migrations run');
    const related = strength('expiry', 'it expires');
    expect(itself).toBeGreaterThan(related);
    expect(related).toBeGreaterThan(0);
    expect(strength('migration', 'nothing of it')).toBe(0);
  });

  it('grows a little with repetition, and never beyond 1', () => {
    const [once, twice, repetitionFactor] = [1, 2, 50].map((times) =>
      strength('oil', 'oil '.repeat(times)),
    ) as number[];
    expect(twice).toBeGreaterThan(once ?? 0);
    expect(repetitionFactor).toBeLessThanOrEqual(1);
    expect((repetitionFactor ?? 0) - (once ?? 0)).toBeLessThanOrEqual(0.1);
  });

  it('covers prefixes, parts of identifiers, and runs without spaces', () => {
    expect(strength('migrat*', 'Migration')).toBeGreaterThan(0.8);
    expect(strength('user', 'getUserById()')).toBeGreaterThan(0.8);
    expect(strength('予算', '来年の予算案')).toBeGreaterThan(0.8);
    expect(strength('redis', '使用Redis缓存')).toBeGreaterThan(0.8);
  });
});

describe('passagesOf', () => {
  it('returns one passage for a short or empty text', () => {
    expect(met('oil', '')).toEqual([[0]]);
    expect(met('oil', 'word '.repeat(60))).toHaveLength(1);
  });

  it('returns several for a long text, with a match in the one that has it', () => {
    const passages = met('oil', `${'word '.repeat(90)}oil ${'word '.repeat(60)}`);
    expect(passages.map(([one]) => (one ?? 0) > 0)).toEqual([false, false, true, false]);
  });
});
