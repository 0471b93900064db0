import { describe, expect, it } from 'vitest';
import { type AnswerKind, answerKind, holdsAnswer } from '../../src/search/answer-kind.ts';
import { fuse } from '../../src/search/fuse.ts';
import { makeDoc, rankedFor } from './ranking-fixtures.ts';

describe('answerKind', () => {
  it.each<[string, AnswerKind | undefined]>([
    ['how many boxes are left', 'amount'],
    ['what is the price of a box', 'money'],
    ['how much does the lamp cost', 'money'],
    ['percentage of late boxes', 'amount'],
    ['how large is the box', 'measure'],
    ['how far is the pier', 'measure'],
    ['how far back do the logs go', 'duration'],
    ['how old is the ferry', 'age'],
    ['when do the migrations run', 'time'],
    ['when did the migrations run', undefined],
    ['when was the boiler replaced', undefined],
    ['how long ago was that', 'time'],
    ['what is the deadline', 'time'],
    ['what is the phone number of the bank', 'contact'],
    ['who runs the migrations', undefined],
    ['whenever', undefined],
  ])('%s', (question, kind) => {
    expect(answerKind(question)).toBe(kind);
  });

  it.each<[AnswerKind, readonly string[], readonly string[]]>([
    ['amount', ['12 boxes', 'a dozen', '五万円', 'it is free'], ['some boxes', 'at 18:30']],
    ['measure', ['40 GB', '3 m', 'two storeys', '80 %'], ['at 01:30 each night', 'a large box']],
    ['age', ['12 years', 'built in 1987', 'born in May'], ['an old ferry', '3 lamps']],
    [
      'time',
      [
        'at night',
        'nightly',
        'on Fridays',
        'in the afternoon',
        'two weeks later',
        '2026',
        'after lunch',
        '三月',
      ],
      ['in the cellar', 'by Ada'],
    ],
    [
      'money',
      ['€ 12', '12 euro', '40 gold', '3 gp', 'it is free', '五万円'],
      ['12 boxes', 'on Mondays 16:00'],
    ],
    ['contact', ['call 555-0100', 'ada@example.org', 'at Mill Road'], ['ask Ada']],
  ])('an answer of the kind %s is told by its look', (kind, holding, lacking) => {
    for (const text of holding) expect(holdsAnswer(kind, text), text).toBe(true);
    for (const text of lacking) expect(holdsAnswer(kind, text), text).toBe(false);
  });
});

describe('similarity', () => {
  const [said, meant] = ['a lantern', 'the lamp'];
  const ranked = rankedFor('lantern', [makeDoc(said), makeDoc(meant)]);
  const confidence = (similarity: number) =>
    fuse(ranked, (key) => (key === meant ? similarity : undefined)).find(({ doc }) => doc.key === meant)
      ?.confidence ?? 0;

  it('raises scores that the words leave open and lowers none', () => {
    expect(fuse(ranked, () => undefined)).toEqual(ranked);
    for (const similarity of [-1, 0, 0.5]) expect(confidence(similarity)).toBe(0);
    expect(confidence(0.7)).toBeGreaterThan(0);
    expect(confidence(0.85)).toBeCloseTo(0.7);
    expect(confidence(1)).toBeCloseTo(0.7);
  });

  it('does not rank similarity alone above a verbatim match', () => {
    expect(fuse(ranked, (key) => (key === meant ? 1 : undefined))[0]?.doc.key).toBe(said);
  });
});
