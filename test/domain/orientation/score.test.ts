import { describe, expect, it } from 'vitest';
import type { OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import { freshness } from '../../../src/domain/orientation/score.ts';
import { composeReport } from './compose-report.ts';
import { busyFacts, daysAgo, emptyFacts, identity, list, many, NOW, session } from './fact-fixtures.ts';

const scored = (facts: OrientationFacts, budget = 8_000) => composeReport(facts, { budget });
const earned = (facts: OrientationFacts, budget?: number) =>
  Object.fromEntries(scored(facts, budget).scoreParts.map((part) => [part.name, part.earned]));

describe('the score', () => {
  it('is 0 for an empty store', () => expect(scored(emptyFacts()).score).toBe(0));

  it('is not raised by an identity, filled in or not', () => {
    for (const text of ['# Name:\n# Role:', 'Ada, engineer.']) {
      expect(scored(emptyFacts({ identities: [identity(text)] })).score).toBe(0);
      expect(scored(busyFacts({ identities: [identity(text)] })).score).toBe(
        scored(busyFacts({ identities: [] })).score,
      );
    }
  });

  it('is full for a fresh checkpoint, everything delivered and a written handoff', () => {
    const today = { worktree: '/home/ada/lantern', createdAt: daysAgo(0.5) };
    const facts = busyFacts({
      checkpoints: list('checkpoint', ['The reader is half done.'], today),
      lastSession: session({ endedAt: daysAgo(0.5) }),
    });
    expect(scored(facts).score).toBe(100);
  });

  it('falls smoothly with the age of the checkpoint, to nothing at two years', () => {
    const at = (days: number) => freshness(daysAgo(days), NOW);
    expect(at(0)).toBe(1);
    expect(at(1)).toBe(1);
    expect(at(31)).toBeCloseTo(0.5);
    expect(at(730)).toBeLessThan(0.001);
    for (let days = 1; days < 730; days++) expect(at(days + 1)).toBeLessThan(at(days));
    const old = list('checkpoint', ['x'], { createdAt: daysAgo(730) });
    expect(earned(busyFacts({ checkpoints: old })).checkpoint).toBe(0);
  });

  it('counts a checkpoint from the future as fresh, no more', () =>
    expect(freshness(daysAgo(-3), NOW)).toBe(1));

  it('counts what is delivered, not what is stored', () => {
    const facts = busyFacts({ openLoops: many('open_loop', 60, (at) => `Loop ${at} ${'x '.repeat(90)}`) });
    const atSmall = earned(facts, 4_000).delivery;
    const atLarge = earned(facts, 40_000).delivery;
    expect(atSmall).toBeLessThan(15);
    expect(atLarge).toBe(35);
    expect(earned(facts, 500)).toMatchObject({ checkpoint: 0, critical_gaps: 0 });
  });

  it('gives nothing to deliver the worth of the checkpoint', () => {
    const only = (days: number) =>
      emptyFacts({ checkpoints: list('checkpoint', ['Half of it done.'], { createdAt: daysAgo(days) }) });
    expect(earned(only(0)).delivery).toBe(35);
    expect(earned(only(730)).delivery).toBe(0);
    expect(scored(only(730)).score).toBe(0);
  });

  it('gives next to nothing for an empty checkpoint', () => {
    const saying = (text: string) =>
      emptyFacts({ checkpoints: list('checkpoint', [text], { createdAt: daysAgo(0) }) });
    expect(scored(saying('.')).score).toBe(0);
    expect(earned(saying('ok')).checkpoint).toBeLessThan(10);
    expect(earned(saying('Half of it done.')).checkpoint).toBe(35);
    expect(earned(saying('帳票まで完了')).checkpoint).toBe(35);
  });

  it.each([
    ['ended with a written handoff', {}, 20],
    ['ended with a derived handoff', { isHandoffDerived: true }, 8],
    ['ended without a handoff', { hasHandoff: false }, 0],
    ['lost with a written handoff', { status: 'lost' }, 10],
    ['lost without one', { status: 'lost', hasHandoff: false }, 0],
    ['paused', { status: 'paused', hasHandoff: false }, 10],
    ['still active', { status: 'active', hasHandoff: false }, 0],
  ] as const)('weighs a last session that was %s', (_, over, points) => {
    const lastSession = session({ ...over, endedAt: daysAgo(0) });
    expect(earned(busyFacts({ lastSession })).last_session).toBe(points);
  });

  it('takes the last part away for a critical gap', () => {
    expect(earned(busyFacts()).critical_gaps).toBe(10);
    expect(earned(busyFacts({ awaitingSuccessor: [session()] })).critical_gaps).toBe(0);
  });
});
