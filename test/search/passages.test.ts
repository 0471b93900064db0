import { describe, expect, it } from 'vitest';
import { Matcher } from '../../src/search/matcher.ts';
import { bestPassage } from '../../src/search/passages.ts';
import { PASSAGE } from '../../src/search/weights.ts';
import { termsOf } from './ranking-fixtures.ts';

const filler = 'and so on '.repeat(60);

function best(question: string, text: string) {
  const terms = termsOf(question);
  const passage = bestPassage(
    new Matcher(terms).spotsIn(text),
    terms.map(({ weight }) => weight),
  );
  return { ...passage, words: text.slice(passage.from, passage.to) };
}

describe('bestPassage', () => {
  it('is the part of a text with the most of the query', () => {
    const text = `A lantern. ${filler} The wick of a lantern. ${filler} A wick.`;
    expect(best('lantern wick', text).words).toBe('wick of a lantern');
  });

  it('does not count words that are further apart than a passage', () => {
    const { own } = best('lantern wick', `A lantern. ${filler} A wick.`);
    expect([...own].filter((strength) => strength > 0)).toHaveLength(1);
  });

  it('prefers one rare word to several common ones', () => {
    const terms = termsOf('lantern wick oil');
    const weights = [1, 0.2, 0.2];
    const text = `The wick and the oil. ${filler} The lantern.`;
    const { from } = bestPassage(new Matcher(terms).spotsIn(text), weights);
    expect(text.slice(from)).toBe('lantern.');
  });

  it('is no longer than its limit, however many words match', () => {
    const { from, to } = best('oil', 'oil '.repeat(500));
    expect(to - from).toBeLessThanOrEqual(PASSAGE.length);
  });

  it('is empty for a text without matches', () => {
    expect(best('lantern', 'nothing')).toMatchObject({ from: 0, to: 0 });
  });
});
