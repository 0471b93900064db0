import { describe, expect, it } from 'vitest';
import { tellsMeasure } from '../../src/search/measures.ts';
import { aDoc, found, rankedFor } from './a-question.ts';

describe('a measure that a text tells without its name', () => {
  it.each([
    ['timeout', 'Servers are culled after two idle hours', 'Servers are culled when nobody works'],
    ['ttl', 'The key is kept for 24 h', 'The key is kept in 3 places'],
    ['retention', 'Deleted after 90 days', 'Deleted by the third job'],
    ['schedule', 'Retrained every Sunday', 'Retrained by hand'],
    ['frequency', 'Runs at 03:00', 'Runs on 3 hosts'],
    ['size', 'Files are rewritten to 512 MB', 'Files are rewritten in 512 partitions'],
    ['threshold', 'Asked above 30 euro', 'Asked above a sum'],
  ])('%s', (name, telling, lacking) => {
    expect(tellsMeasure(name, telling)).toBe(true);
    expect(tellsMeasure(name, lacking)).toBe(false);
    expect(tellsMeasure('lantern', telling)).toBe(false);
  });

  it('counts as half of it for keywords, and not for a sentence, where each word is meant', () => {
    const telling = aDoc('Idle lanterns go dark after two hours');
    const lacking = aDoc('Idle lanterns go dark when nobody looks');
    const sure = (question: string) => {
      const ranked = rankedFor(question, [telling, lacking]);
      return found(ranked, telling.key).sure - found(ranked, lacking.key).sure;
    };
    expect(sure('idle lanterns timeout')).toBeGreaterThan(0.1);
    expect(sure('what is the timeout of idle lanterns?')).toBe(0);
  });
});
