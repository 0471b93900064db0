import { describe, expect, it } from 'vitest';

import { ageOf, whenOf } from '../../../src/domain/orientation/wording.ts';
import { composeReport } from './compose-report.ts';
import { emptyFacts, item, NOW, session } from './fact-fixtures.ts';

describe('a date in a report', () => {
  it.each([
    ['2026-11-15T08:30:00.000Z', 'today 08:30 UTC'],
    ['2026-11-14T08:30:00.000Z', 'yesterday 08:30 UTC'],
    ['2026-11-12T08:30:00.000Z', 'Thu 12 Nov'],
    ['2025-11-15T08:30:00.000Z', '15 Nov 2025'],
    ['2026-11-15T23:30:00.000Z', 'today 23:30 UTC'],
    ['2026-11-16T08:30:00.000Z', '16 Nov 2026'],
    ['2027-04-15T08:30:00.000Z', '15 Apr 2027'],
    ['2029-11-15T08:30:00.000Z', '15 Nov 2029'],
  ])('of %s is %s', (at, said) => expect(whenOf(at, NOW)).toBe(said));

  it('keeps its year where it lies ahead, wherever the report says it', () => {
    const at = '2029-11-15T08:30:00.000Z';
    const list = (type: 'checkpoint' | 'open_loop') => ({
      items: [item(type, `A ${type}`, { createdAt: at })],
      total: 1,
    });
    const { report, scoreParts } = composeReport(
      emptyFacts({
        checkpoints: list('checkpoint'),
        openLoops: list('open_loop'),
        lastSession: session({ endedAt: at }),
      }),
      { budget: 8_000 },
    );
    expect(report).not.toMatch(/15 Nov(?! 2029)/);
    expect(report).toContain('oldest dated 2029-11-15');
    expect(scoreParts.map(({ why }) => why).join('\n')).toContain(
      'with a written handoff, dated 2029-11-15.',
    );
  });
});

describe('an age', () => {
  it('of what is dated ahead is its date', () => {
    expect(ageOf('2026-11-12T08:30:00.000Z', NOW)).toBe('3 days');
    expect(ageOf('2029-11-15T08:30:00.000Z', NOW)).toBe('dated 2029-11-15');
  });
});
