import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningsOf, densePassages, spotsIn, windowsAround } from '../../src/search/long-text.ts';
import { Matcher } from '../../src/search/passages.ts';
import { wordsOf } from '../../src/search/tokens.ts';
import { termsOf } from './a-question.ts';

const QUESTION = 'lantern wick oil';
const matcher = new Matcher(termsOf(QUESTION));
const match = (word: string) => matcher.placesOf(word);
const spots = (text: string) => spotsIn(text, beginningsOf(['lantern', 'wick', 'oil']), match);
const filler = 'and so it goes on and on '.repeat(30);

describe('words of a long text', () => {
  it('are found wherever they stand, whole, with what they are grown together with', () => {
    const text = `Lanterns, ${filler}(wick) ${filler}trimLanternWick() ${filler}🐢oil`;
    expect(spots(text).map(({ at }) => wordsOf(text.slice(at))[0])).toEqual([
      'Lanterns',
      'wick',
      'trimLanternWick',
      'oil',
    ]);
  });

  it('that only begin alike are none', () => {
    expect(spots(`wicket ${filler} spoils, oilskins`)).toEqual([]);
  });

  it('are the same that reading word for word finds', () => {
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

describe('passages of a long text', () => {
  const passages = (text: string) =>
    densePassages(spots(text)).map((inside) =>
      inside.map(({ at }) => wordsOf(text.slice(at))[0]?.toLowerCase()).join(' '),
    );

  it('are where most of it stands together, in order, each word in one of them', () => {
    const text = `oil ${filler}oil ${filler}lantern and oil ${filler}wick ${filler}oil`;
    expect(passages(text)).toEqual(['oil', 'oil', 'lantern oil', 'wick', 'oil']);
  });

  it('are few, and the best are among them', () => {
    const text = `${`oil ${filler}`.repeat(20)}the wick of a lantern in oil ${filler}`;
    const found = passages(text);
    expect(found).toHaveLength(8);
    expect(found.at(-1)).toBe('wick lantern oil');
  });

  it('are none where nothing is found', () => {
    expect(passages(filler)).toEqual([]);
    expect(matcher.passagesOf(filler.repeat(3)).map((met) => [...met])).toEqual([[0, 0, 0]]);
  });

  it('have windows around them that hold every spot, apart from each other, inside the text', () => {
    const text = `${filler}oil ${filler}lantern wick`;
    const windows = windowsAround(spots(text), text.length);
    for (const { at } of spots(text)) expect(windows.some(([from, to]) => from <= at && at < to)).toBe(true);
    expect(windows.every(([from], index) => index === 0 || from > (windows[index - 1]?.[1] ?? 0))).toBe(true);
    expect(windows.at(-1)?.[1]).toBe(text.length);
  });
});
