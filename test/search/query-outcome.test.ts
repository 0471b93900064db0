import { describe, expect, it } from 'vitest';
import { asksOutcome } from '../../src/search/query-outcome.ts';

describe('a question for an outcome', () => {
  it.each([
    'what happened to the export job?',
    'Whatever happened with the flaky login test',
    'What became of the rename?',
    'How was the deadlock resolved?',
    'did we ever fix the memory leak?',
    'Is the login bug fixed?',
  ])('is recognized: %s', (question) => expect(asksOutcome(question)).toBe(true));

  it.each([
    'what happened yesterday?',
    'fix the login bug',
    'how do we resolve conflicts?',
    'which closed issues mention Redis?',
    'what was decided about fixed prices?',
  ])('is not seen in: %s', (question) => expect(asksOutcome(question)).toBe(false));
});
