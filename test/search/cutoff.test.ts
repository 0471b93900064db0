import { describe, expect, it } from 'vitest';
import { applyCutoff, DEFAULT_MIN_SCORE } from '../../src/search/cutoff.ts';
import type { Ranked } from '../../src/search/rank.ts';
import { aDoc, parse, rankedFor, termsOf } from './a-question.ts';

const QUESTION = 'lantern wick';
const asked = termsOf(QUESTION);
const sample = rankedFor(QUESTION, [aDoc('lantern wick')])[0] as Ranked;
const hit = (key: string, sure: number, anywhere: readonly number[], isTalk = false): Ranked => ({
  ...sample,
  doc: aDoc(key),
  sure,
  score: sure,
  anywhere: Float64Array.from(anywhere),
  isTalk,
});
const kept = (...hits: readonly Ranked[]) => applyCutoff(hits, asked).map(({ doc }) => doc.key);

describe('what is returned', () => {
  it('is nothing where nothing is sure enough', () => {
    expect(kept(hit('a', DEFAULT_MIN_SCORE - 0.01, [1, 1]))).toEqual([]);
    expect(kept(hit('a', DEFAULT_MIN_SCORE, [1, 1]))).toEqual(['a']);
    expect(kept()).toEqual([]);
  });

  it('needs less in a conversation, where an answer stands over several turns', () => {
    expect(kept(hit('a', 0.55, [1, 1], true), hit('b', 0.55, [1, 1]))).toEqual(['a']);
  });

  it('is the best and what is nearly as good; anything less only if it has a word nobody before had', () => {
    expect(kept(hit('best', 1, [1, 0]), hit('good', 0.8, [1, 0]), hit('less', 0.7, [1, 0]))).toEqual([
      'best',
      'good',
    ]);
    expect(kept(hit('best', 1, [1, 0]), hit('new', 0.7, [1, 1]), hit('again', 0.7, [1, 1]))).toEqual([
      'best',
      'new',
    ]);
  });

  it('counts no word as new that is in most questions', () => {
    const generic = parse('good lantern').terms.map((term) => ({ term, known: new Map(), weight: 1 }));
    const hits = [hit('best', 1, [0, 1]), hit('less', 0.7, [1, 1])];
    expect(applyCutoff(hits, generic).map(({ doc }) => doc.key)).toEqual(['best']);
  });
});
