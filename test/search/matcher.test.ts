import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRelated, Matcher } from '../../src/search/matcher.ts';
import { strengthsOf } from '../../src/search/passages.ts';
import { stem, tokensOf } from '../../src/search/tokens.ts';
import { termsOf } from './ranking-fixtures.ts';

function strength(question: string, text: string): number {
  const terms = termsOf(question);
  return strengthsOf(new Matcher(terms).spotsIn(text), terms.length)[0] ?? 0;
}

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

describe('spotsIn', () => {
  const spots = (question: string, text: string) =>
    new Matcher(termsOf(question)).spotsIn(text).map(({ from, to }) => text.slice(from, to));

  it('returns the words that match, in order, and no others', () => {
    expect(spots('lantern oil', 'Oil for the lantern; lanterns need oils, not foil')).toEqual([
      'Oil',
      'lantern',
      'lanterns',
      'oils',
    ]);
  });

  it('finds words of any script, with accents, and in compounds', () => {
    expect(spots('cafe', 'Ein Café am Eck')).toEqual(['Café']);
    expect(spots('user', 'call getUserById(1) as user2')).toEqual(['getUserById', 'user2']);
    expect(spots('予算', '来年の予算案です')).toEqual(['来年の予算案です']);
    expect(spots('𝒳ab', 'the 𝒳ab here')).toEqual(['𝒳ab']);
  });

  const words = fc.oneof(
    fc.constantFrom(
      ...'k key Keys WORDS wordsIn in HTTPServer server x1 2nd was ies ays Café 𝒳ab 予算案 使用Redis — 😀'.split(
        ' ',
      ),
    ),
    fc
      .tuple(
        fc.stringMatching(/^[A-Za-z]?[aeioy]?[b-df-hj-np-tv-z]{0,2}[aeiouy]?$/),
        fc.constantFrom('', 's', 'es', 'ed', 'ing', 'y', 'ies', 'ying', 'ational'),
      )
      .map((parts) => parts.join('')),
  );
  const kinds = fc.constantFrom('word' as const, 'prefix' as const, 'inside' as const);

  it('finds the same words as a comparison of every word with all terms', () => {
    const oneTerm = fc.record({ word: words, kind: kinds, synonym: words });
    const texts = fc.array(fc.tuple(words, fc.constantFrom(' ', ' ', '-', '_', '. ', '’')), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.array(oneTerm, { minLength: 1, maxLength: 3 }), texts, (terms, parts) => {
        const text = parts.flat().join('');
        const matcher = new Matcher(
          terms.flatMap(({ word, kind, synonym }) =>
            termsOf(word).map(({ term }) => ({
              term: { ...term, kind },
              known: new Map([
                [term.stem, 1],
                [stem(synonym.toLowerCase()), 0.5],
              ]),
            })),
          ),
        );
        const all = [...tokensOf(text)].filter(({ word }) => matcher.matchesOf(word).length > 0);
        expect(matcher.spotsIn(text).map(({ from, to }) => [from, to])).toEqual(
          all.map(({ from, to }) => [from, to]),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('finds words with a y by a stem with an i', () => {
    const [day] = termsOf('date');
    if (day === undefined) throw new Error('no term');
    const matcher = new Matcher([
      {
        term: day.term,
        known: new Map([
          ['dai', 0.5],
          ['ai', 0.5],
        ]),
      },
    ]);
    const found = matcher.spotsIn('Days of ays');
    expect(found.map(({ from }) => from)).toEqual([0, 8]);
  });

  it('returns nothing for an empty text', () => {
    expect(spots('oil', '')).toEqual([]);
  });
});
