import { describe, expect, it } from 'vitest';
import { deriveFromDigest } from '../../src/domain/capture/derive/derive-from-digest.ts';
import type { DerivedItem } from '../../src/domain/capture/derive/wording.ts';
import { FIXTURES } from './fixtures/index.ts';
import { readFixture } from './read-fixture.ts';
import { precisionOf, recallOf, renderScores, type Score, scoreHandoff } from './score.ts';

/** Recall below which a transcript has lost what it was written for. */
const RECALL_FLOORS: Readonly<Record<string, number>> = { 'data-race': 0.5, 'night-incident': 0.5 };
const RECALL_FLOOR = 0.75;
const PRECISION_FLOOR = 0.75;

const textOf = (items: readonly DerivedItem[]) => items.map(({ text }) => text).join('\n');

const derive = async (fixture: (typeof FIXTURES)[number]) => deriveFromDigest(await readFixture(fixture));

describe('handoffs derived from transcripts', () => {
  it.each(FIXTURES)('$name: $about', async (fixture) => {
    const derived = await derive(fixture);
    const score = scoreHandoff(fixture, derived);
    expect(precisionOf([score]), renderScores([score])).toBeGreaterThanOrEqual(PRECISION_FLOOR);
    expect(recallOf([score]), renderScores([score])).toBeGreaterThanOrEqual(
      RECALL_FLOORS[fixture.name] ?? RECALL_FLOOR,
    );
    const items = derived.filter(({ type }) => type !== 'checkpoint');
    for (const words of fixture.never ?? []) expect(textOf(items)).not.toContain(words);
    for (const words of fixture.nowhere ?? []) expect(textOf(derived)).not.toContain(words);
  });

  it('are right in nine of ten items, and contain most of what a careful person would write', async () => {
    const scores: Score[] = [];
    for (const fixture of FIXTURES) scores.push(scoreHandoff(fixture, await derive(fixture)));
    console.log(`\n${renderScores(scores)}`);
    expect(FIXTURES.length).toBeGreaterThanOrEqual(20);
    expect(precisionOf(scores)).toBeGreaterThanOrEqual(0.9);
    expect(recallOf(scores)).toBeGreaterThanOrEqual(0.85);
  });
});
