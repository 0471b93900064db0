import { describe, expect, it } from 'vitest';
import { condenseQuery } from '../../src/search/condense-query.ts';
import { parse } from './ranking-fixtures.ts';

const FILLER = 'and then it went on like before without anything to report about it. ';

describe('condenseQuery', () => {
  it('returns a query of ordinary length unchanged', () => {
    expect(condenseQuery('where is the kiln?')).toBe('where is the kiln?');
  });

  it('keeps how a long request begins and ends, and the names and repeated words between', () => {
    const request = `Please look at the kiln. ${FILLER.repeat(100)}The orchard door of Borin, the orchard again. ${FILLER.repeat(100)}Where is the ferry?`;
    const condensed = condenseQuery(request);
    expect(condensed.length).toBeLessThanOrEqual(6_010);
    for (const word of ['kiln', 'orchard', 'Borin', 'ferry']) expect(condensed).toContain(word);
  });

  it('cuts between words', () => {
    const words = Array.from(
      { length: 2_000 },
      (_, index) => `lamp${'abcdefghij'.charAt(index % 10).repeat(1 + (index % 7))}`,
    );
    const request = words.join(' ');
    const known = new Set(words);
    for (const word of condenseQuery(request).split(/\s+/)) expect(known).toContain(word);
  });

  it('is fast for a long text without spaces', () => {
    expect(parse('a'.repeat(20_000)).terms.length).toBeLessThanOrEqual(3);
    expect(parse('a.'.repeat(10_000)).terms.length).toBeLessThanOrEqual(100);
  });
});

describe('a pasted request', () => {
  it('has no operators: quotes and dashes are punctuation', () => {
    const request = `${FILLER.repeat(4)} She said "hold the ferry" and -then left the kiln.`;
    expect(parse(request)).toMatchObject({ phrases: [], excluded: [] });
    expect(parse('"hold the ferry" -kiln')).toMatchObject({
      phrases: [['hold', 'the', 'ferry']],
      excluded: [['kiln']],
    });
  });
});

describe('words that ask for an order', () => {
  it.each(['What is the current ferry port?', 'what was the original ferry port'])(
    'are not required of the texts: %s',
    (question) => {
      expect(parse(question).terms.map(({ word }) => word)).toEqual(['ferry', 'port']);
    },
  );
  it('are searched if there is nothing else', () => {
    expect(parse('the original').terms.map(({ word }) => word)).toEqual(['original']);
  });
});
