import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningsOf, densePassages, spotsIn, windowsAround } from '../../src/search/long-text.ts';
import { Matcher } from '../../src/search/passages.ts';
import { wordsOf } from '../../src/search/tokens.ts';
import { termsOf } from './ranking-fixtures.ts';

const QUESTION = 'lantern wick oil';
const matcher = new Matcher(termsOf(QUESTION));
const match = (word: string) => matcher.matchesOf(word);
const spots = (text: string) => spotsIn(text, beginningsOf(['lantern', 'wick', 'oil']), match);
const filler = 'and so it goes on and on '.repeat(30);

describe('spotsIn', () => {
  it('finds whole words at any position, including compounds', () => {
    const text = `Lanterns, ${filler}(wick) ${filler}trimLanternWick() ${filler}🐢oil`;
    expect(spots(text).map(({ at }) => wordsOf(text.slice(at))[0])).toEqual([
      'Lanterns',
      'wick',
      'trimLanternWick',
      'oil',
    ]);
  });

  it('ignores words that only share a prefix', () => {
    expect(spots(`wicket ${filler} spoils, oilskins`)).toEqual([]);
  });

  it('finds the same words as reading word by word', () => {
    const word = fc.constantFrom(
      'Lantern',
      'wick',
      'oil',
      'lanterns',
      'word',
      'boil',
      'é',
      '漢字oil',
      'x_wick',
      '𝔸oil',
      '-',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const text = words.join(' ');
        const read = wordsOf(text).filter((one) => match(one).length > 0);
        expect(spots(text).map(({ at }) => wordsOf(text.slice(at))[0])).toEqual(read);
      }),
    );
  });
});

describe('densePassages', () => {
  const passages = (text: string) =>
    densePassages(spots(text)).map((inside) =>
      inside.map(({ at }) => wordsOf(text.slice(at))[0]?.toLowerCase()).join(' '),
    );

  it('chooses the parts with the most terms, in order, each spot in one of them', () => {
    const text = `oil ${filler}oil ${filler}lantern and oil ${filler}wick ${filler}oil`;
    expect(passages(text)).toEqual(['oil', 'oil', 'lantern oil', 'wick', 'oil']);
  });

  it('returns few passages, including the best', () => {
    const text = `${`oil ${filler}`.repeat(20)}the wick of a lantern in oil ${filler}`;
    const found = passages(text);
    expect(found).toHaveLength(8);
    expect(found.at(-1)).toBe('wick lantern oil');
  });

  it('returns nothing without spots', () => {
    expect(passages(filler)).toEqual([]);
    expect(matcher.passagesOf(filler.repeat(3)).map((met) => [...met])).toEqual([[0, 0, 0]]);
  });

  it('makes disjoint windows inside the text that contain every spot', () => {
    const text = `${filler}oil ${filler}lantern wick`;
    const windows = windowsAround(spots(text), text.length);
    for (const { at } of spots(text)) expect(windows.some(([from, to]) => from <= at && at < to)).toBe(true);
    expect(windows.every(([from], index) => index === 0 || from > (windows[index - 1]?.[1] ?? 0))).toBe(true);
    expect(windows.at(-1)?.[1]).toBe(text.length);
  });
});
