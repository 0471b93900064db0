import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/domain/orientation/fit-budget.ts';
import { shorten } from '../../../src/domain/orientation/shorten.ts';
import { anyText } from './any-text.ts';

const cut = (text: string, cap: number) => shorten(text, text.length, cap).text;

describe('shorten', () => {
  it('leaves what fits alone', () =>
    expect(shorten('as it is ', 9, 9)).toEqual({ text: 'as it is ', omitted: 0 }));

  it('cuts at a word and counts the rest', () => {
    expect(shorten('one two three', 13, 9)).toEqual({ text: 'one two', omitted: 6 });
    expect(shorten('one two three', 13, 7)).toEqual({ text: 'one two', omitted: 6 });
  });

  it('cuts inside a word when the word is too long to leave out', () =>
    expect(cut('a'.repeat(50), 20)).toBe('a'.repeat(20)));

  it('counts from the whole length when it holds only the beginning', () => {
    expect(shorten('seventeen and eig', 100, 200)).toEqual({ text: 'seventeen and', omitted: 87 });
  });

  it('does not split a family, a flag, a skin tone, an accent or a line break', () => {
    expect(cut('漢👩‍👩‍👧‍👦', 6)).toBe('漢');
    expect(cut('🇩🇪🇫🇷', 6)).toBe('🇩🇪');
    expect(cut('漢👍🏽', 3)).toBe('漢');
    expect(cut('漢e\u0301x', 2)).toBe('漢');
    expect(cut('漢\r\n漢', 2)).toBe('漢');
    expect(shorten('漢漢\ud83d', 4, 9).text).toBe('漢漢');
  });

  it('gives well-formed text, at most the cap, and a true count', () =>
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 6_000 }), (text, cap) => {
        const { text: kept, omitted } = shorten(text, text.length, cap);
        expect(kept.length).toBeLessThanOrEqual(cap);
        expect(kept.length + omitted).toBe(text.length);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept.length).toBeGreaterThan(0);
      }),
    ));
});

describe('estimateTokens', () => {
  it('counts four Latin characters, two of other scripts or one Chinese one to a token', () => {
    expect(estimateTokens('abcd'.repeat(100))).toBe(100);
    expect(estimateTokens('привет')).toBe(3);
    expect(estimateTokens('日本語')).toBe(3);
    expect(estimateTokens('')).toBe(0);
  });
});
