import { describe, expect, it } from 'vitest';
import { leadsOf } from '../../src/search/leads.ts';
import { makeDoc, parse, rankedFor, termsOf } from './ranking-fixtures.ts';

const FILLER = 'We met in the morning and talked about it for a while, and then some of us left early. ';
const LONG = `${FILLER.repeat(2)}The ferry lost its anchor chain. ${FILLER}The orchard ladder has a broken rung.`;

const leads = (query: string, ...texts: readonly string[]) => {
  const terms = termsOf(query);
  const candidates = texts.map((text) => ({
    evidence: text.split(' ').length,
    met: Float64Array.from(terms, ({ term }) => (text.split(' ').includes(term.word) ? 1 : 0)),
  }));
  return leadsOf(parse(query), terms, candidates);
};

describe('the lead over other texts', () => {
  it('is the difference of the evidence to the best of the others', () => {
    expect(leads('anchor chain rung', 'anchor chain rung', 'anchor', 'chain rung')).toEqual([1, -2, -1]);
    expect(leads('anchor', 'anchor')).toEqual([1]);
  });

  it('in a long request is that in the two sentences of which a text explains most', () => {
    const [ferry = 0, orchard = 0, weak = 0] = leads(LONG, 'anchor chain', 'orchard ladder rung', 'anchor');
    expect(ferry).toBeGreaterThan(0);
    expect(orchard).toBeGreaterThan(0);
    expect(weak).toBeLessThan(0);
  });

  it('lets two notes answer one long request', () => {
    const ranked = rankedFor(LONG, [
      makeDoc('The anchor chain of the ferry is kept in the shed', { subjects: ['ferry'], names: 'ferry' }),
      makeDoc('The ladder in the orchard has a spare rung', { subjects: ['orchard'], names: 'orchard' }),
      makeDoc('The office opens early in the morning'),
    ]);
    expect(ranked.map(({ confidence }) => confidence >= 0.5)).toEqual([true, true, false]);
  });
});
