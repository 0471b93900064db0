import { describe, expect, it } from 'vitest';
import { impliesMeasure } from '../../src/search/answer-kind.ts';
import { found, makeDoc, rankedFor } from './ranking-fixtures.ts';

describe('a quantity that a text states without its name', () => {
  it.each([
    ['timeout', 'Servers are culled after two idle hours', 'Servers are culled when nobody works'],
    ['ttl', 'The key is kept for 24 h', 'The key is kept in 3 places'],
    ['retention', 'Deleted after 90 days', 'Deleted by the third job'],
    ['schedule', 'Retrained every Sunday', 'Retrained by hand'],
    ['frequency', 'Runs at 03:00', 'Runs on 3 hosts'],
    ['size', 'Files are rewritten to 512 MB', 'Files are rewritten in 512 partitions'],
    ['threshold', 'Asked above 30 euro', 'Asked above a sum'],
  ])('%s', (name, implying, lacking) => {
    expect(impliesMeasure(name, implying)).toBe(true);
    expect(impliesMeasure(name, lacking)).toBe(false);
    expect(impliesMeasure('lantern', implying)).toBe(false);
  });

  it('counts partly for keywords, and not for a sentence, where each word is meant', () => {
    const implying = makeDoc('Idle lanterns go dark after two hours');
    const lacking = makeDoc('Idle lanterns go dark when nobody looks');
    const confidence = (question: string) => {
      const ranked = rankedFor(question, [implying, lacking]);
      return found(ranked, implying.key).confidence - found(ranked, lacking.key).confidence;
    };
    expect(confidence('idle lanterns timeout')).toBeGreaterThan(0.1);
    expect(confidence('what is the timeout of idle lanterns?')).toBe(0);
  });
});
