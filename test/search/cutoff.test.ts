import { describe, expect, it } from 'vitest';
import { applyCutoff, confidenceLevel } from '../../src/search/cutoff.ts';
import type { Ranked } from '../../src/search/ranked.ts';
import { CUTOFF, OVERVIEW } from '../../src/search/weights.ts';
import { makeDoc, rankedFor } from './ranking-fixtures.ts';

const QUESTION = 'lantern wick';
const sample = rankedFor(QUESTION, [makeDoc('lantern wick')])[0] as Ranked;
const hit = (
  key: string,
  confidence: number,
  anywhere: readonly number[],
  isConversation = false,
): Ranked => ({
  ...sample,
  doc: makeDoc(key),
  confidence,
  score: confidence,
  anywhere: Float64Array.from(anywhere),
  isConversation,
});
const kept = (...hits: readonly Ranked[]) => applyCutoff(hits).map(({ doc }) => doc.key);

describe('applyCutoff', () => {
  it('returns nothing if no hit is confident enough', () => {
    expect(kept(hit('a', CUTOFF.minScore - 0.01, [1, 1]))).toEqual([]);
    expect(kept(hit('a', CUTOFF.minScore, [1, 1]))).toEqual(['a']);
    expect(kept()).toEqual([]);
  });

  it('requires less confidence in conversations, where an answer is spread over several turns', () => {
    expect(kept(hit('a', CUTOFF.conversation, [1, 1], true), hit('b', CUTOFF.conversation, [1, 1]))).toEqual([
      'a',
    ]);
  });

  it('returns the other turns of a conversation that has the best hit, and of no other', () => {
    const turn = (key: string, confidence: number) => hit(key, confidence, [1, 1], true);
    const best = CUTOFF.conversation;
    const [near, far] = [CUTOFF.shareInConversation * best, CUTOFF.shareInConversation * best - 0.01];
    expect(kept(turn('best', best), turn('near', near), turn('far', far))).toEqual(['best', 'near']);
    expect(kept(turn('best', best - 0.01), turn('near', near))).toEqual([]);
    expect(kept(turn('first', best - 0.01), turn('late', best))).toEqual([]);
    expect(kept(hit('note', 1, [1, 1]), turn('turn', CUTOFF.shareOfBest - 0.01))).toEqual(['note']);
    expect(kept(turn('best', 1), hit('note', CUTOFF.minScore, [1, 1]))).toEqual(['best']);
  });

  it('returns the hits that are nearly as good as the best one', () => {
    const [near, far] = [CUTOFF.shareOfBest, CUTOFF.shareOfBest - 0.01];
    expect(kept(hit('best', 1, [1, 0]), hit('near', near, [1, 0]), hit('far', far, [1, 1]))).toEqual([
      'best',
      'near',
    ]);
  });

  it('returns each hit that is confident enough for a long request, which is about several things', () => {
    const hits = [hit('best', 1, [1, 0]), hit('far', CUTOFF.minScore, [0, 1]), hit('none', 0.1, [0, 1])];
    expect(applyCutoff(hits).map(({ doc }) => doc.key)).toEqual(['best']);
    expect(applyCutoff(hits, { isRequest: true }).map(({ doc }) => doc.key)).toEqual(['best', 'far']);
  });

  it('lets the most confident of the first hits decide for an overview, which is not ranked by confidence', () => {
    const turn = (key: string, confidence: number) => hit(key, confidence, [1, 1], true);
    const overview = (...hits: readonly Ranked[]) =>
      applyCutoff(hits, { isOverview: true }).map(({ doc }) => doc.key);
    const [low, best] = [turn('low', CUTOFF.conversation - 0.01), turn('best', CUTOFF.conversation)];
    expect(overview(low, best)).toEqual(['low', 'best']);
    expect(overview(...Array(OVERVIEW.deciding - 1).fill(low), best)).toContain('best');
    expect(overview(...Array(OVERVIEW.deciding).fill(low), best)).toEqual([]);
  });

  it('leaves turns without a match out of an overview', () => {
    const beside = { ...hit('beside', 1, [0, 0], true), present: Float64Array.of(0, 0) };
    const hits = [beside, hit('step', 1, [1, 1], true)];
    expect(applyCutoff(hits).map(({ doc }) => doc.key)).toEqual(['step', 'beside']);
    expect(applyCutoff(hits, { isOverview: true }).map(({ doc }) => doc.key)).toEqual(['step']);
  });

  it('measures by the most confident hit, wherever it is ranked', () => {
    expect(kept(hit('first', CUTOFF.minScore, [1, 1]), hit('second', 1, [1, 1]))).toEqual(['second']);
  });
});

describe('confidenceLevel', () => {
  it('is low below the default cutoff, and high well above it', () => {
    const levels = [CUTOFF.minScore - 0.01, CUTOFF.minScore, CUTOFF.high].map((confidence) =>
      confidenceLevel(hit('a', confidence, [1, 1])),
    );
    expect(levels).toEqual(['low', 'medium', 'high']);
    expect(confidenceLevel(hit('a', CUTOFF.conversation, [1, 1], true))).toBe('medium');
  });

  it('is at least medium for a hit that the cutoff kept', () => {
    expect(confidenceLevel(hit('a', 0.3, [1, 1], true), true)).toBe('medium');
    expect(confidenceLevel(hit('a', 0.3, [1, 1], true))).toBe('low');
  });
});
