import { describe, expect, it } from 'vitest';
import { queryAspect } from '../../src/search/query-aspect.ts';
import { rank } from '../../src/search/rank.ts';
import { WEIGHTS } from '../../src/search/weights.ts';
import { makeDoc, NOW, parse, termsOf } from './ranking-fixtures.ts';

describe('queryAspect', () => {
  it.each([
    ['What specific criteria did I use to sort the orchard map?', ['criteria']],
    ['What was the rationale behind the glass ferry?', ['rationale']],
    ["What was Mira's reaction when the ferry sank?", ['reaction']],
    ['What advice or warnings did Borin give about the kiln?', ['advice', 'warnings']],
  ])('returns the words for what is asked: %s', (question, aspect) => {
    expect(queryAspect(question, false)).toEqual(aspect);
  });

  it.each([
    'What did we decide about the kiln?',
    'What color is the ferry?',
    'Which day was the kiln fired on?',
    'How hot is the kiln?',
    'kiln temperature',
  ])('returns nothing for a value or without such a word: %s', (question) => {
    expect(queryAspect(question, false)).toEqual([]);
  });

  it('returns only the details that a task asks for', () => {
    expect(queryAspect('Can you give me details about the format of the kiln log?', true)).toEqual([
      'format',
    ]);
    expect(queryAspect('What steps would you take to fire the kiln?', true)).toEqual([]);
  });
});

describe('an aspect that nobody wrote down', () => {
  const chat = (speakers: readonly [string, string]) => [
    makeDoc(`${speakers[0]}: We launched the glass ferry on the north lake.`, { thread: 'a', order: 1 }),
    makeDoc(`${speakers[1]}: Good to hear.`, { thread: 'a', order: 2 }),
    makeDoc(`${speakers[0]}: Next comes the pier.`, { thread: 'a', order: 3 }),
    makeDoc(`${speakers[1]}: Fine.`, { thread: 'a', order: 4 }),
  ];
  const confidence = (question: string, docs: readonly ReturnType<typeof makeDoc>[]) =>
    rank(parse(question), termsOf(question), docs, NOW, WEIGHTS).ranked[0]?.confidence ?? 0;
  const ASKED = 'What was the rationale behind launching the glass ferry on the north lake?';

  it('lowers the confidence in texts of a chat with an assistant', () => {
    const withPeople = confidence(ASKED, chat(['Mira', 'Borin']));
    expect(confidence(ASKED, chat(['user', 'assistant']))).toBeLessThan(0.6 * withPeople);
  });

  it('is met by a word for it near the subject', () => {
    const [first, ...others] = chat(['user', 'assistant']);
    const told = makeDoc(`${first?.text} The rationale: it is light.`, { thread: 'a', order: 1 });
    expect(confidence(ASKED, [told, ...others])).toBeGreaterThan(0.8);
  });
});
