import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetOf } from '../../src/search/snippet.ts';

const having =
  (...words: string[]) =>
  (word: string) =>
    words.includes(word.toLowerCase()) ? 1 : 0;
const filler = 'some other words here '.repeat(100);

describe('snippetOf', () => {
  it('returns a short text whole, with the matching words as written', () => {
    expect(snippetOf('The Lamp is lit, the lamp is out', having('lamp'))).toEqual({
      snippet: 'The Lamp is lit, the lamp is out',
      matched: ['Lamp', 'lamp'],
    });
  });

  it('returns the beginning if nothing matches', () => {
    const { snippet, matched } = snippetOf(filler, () => 0);
    expect(filler.startsWith(snippet.slice(0, -1))).toBe(true);
    expect(snippet.endsWith('…')).toBe(true);
    expect(matched).toEqual([]);
  });

  it('starts a little before the densest matches, at the start of a word', () => {
    const text = `lamp ${filler} the lamp and the wick ${filler}`;
    const { snippet } = snippetOf(text, having('lamp', 'wick'));
    expect(snippet).toContain('the lamp and the wick');
    expect(snippet).toMatch(/^…(some|other|words|here) .*…$/);
  });

  it('reaches the end of a long text', () => {
    const { snippet } = snippetOf(`${filler} the wick`, having('wick'));
    expect(snippet).toMatch(/^….*the wick$/);
  });

  it('finds the last word of the longest text there may be', () => {
    const text = `${'wordy '.repeat(16_600)}wick`;
    expect(snippetOf(text, having('wick')).snippet).toMatch(/wick$/);
  });

  it('finishes if every word of a long text matches', () => {
    // Quadratic work would run into the timeout.
    expect(snippetOf('wick '.repeat(20_000), having('wick')).snippet).toContain('wick');
  });

  it('works in scripts without spaces', () => {
    const text = `${'東京都庁前で会議。'.repeat(60)}予算は五万円です。${'終わり。'.repeat(60)}`;
    const { snippet } = snippetOf(text, (word) => (word.includes('予算') ? 1 : 0));
    expect(snippet).toContain('予算は五万円です');
  });

  it('never splits a surrogate pair', () => {
    const text = fc
      .tuple(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 300 }),
      )
      .map(
        ([before, letters, after]) =>
          `${'🎉'.repeat(before)}${'x'.repeat(letters)} wick ${'🎉'.repeat(after)}`,
      );
    fc.assert(
      fc.property(text, (one) => {
        const { snippet } = snippetOf(one, having('wick'));
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippet).not.toContain('\ufffd');
        expect(snippet).toContain('wick');
        expect(one).toContain(snippet.replaceAll('…', ''));
      }),
    );
  });
});
