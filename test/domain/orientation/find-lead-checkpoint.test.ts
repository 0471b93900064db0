import { describe, expect, it } from 'vitest';
import type { FactItem } from '../../../src/domain/orientation/facts.ts';
import { findLeadCheckpoint, leadingFirst } from '../../../src/domain/orientation/find-lead-checkpoint.ts';
import { composeReport } from './compose-report.ts';
import { daysAgo, emptyFacts, item } from './fact-fixtures.ts';

const worktree = '/home/ada/lantern';
const left = (id: string, days: number, more: Partial<FactItem> = {}) =>
  item('checkpoint', `${id} text`, {
    id,
    sessionId: `ses_${id}`,
    createdAt: daysAgo(days),
    worktree,
    ...more,
  });
const idsOf = (...items: readonly FactItem[]) => leadingFirst(items).map(({ id }) => id);
const leadOf = (...items: readonly FactItem[]) =>
  findLeadCheckpoint({ checkpoints: { items, total: items.length }, worktree })?.id;

describe('what a session writes after it was continued', () => {
  const late = left('late', 1, { continuedAt: daysAgo(5) });

  it('comes after what its successor left before that', () => {
    expect(idsOf(late, left('successor', 4))).toEqual(['successor', 'late']);
    expect(leadOf(late, left('successor', 4))).toBe('successor');
  });

  it('comes before what was left before the session was continued', () => {
    expect(idsOf(late, left('beside', 6))).toEqual(['late', 'beside']);
  });

  it('comes after what a successor wrote late as well', () => {
    const other = left('other', 2, { continuedAt: daysAgo(3) });
    expect(idsOf(late, other, left('old', 9))).toEqual(['other', 'late', 'old']);
  });

  it('comes after its successor also where all of it happens in one moment', () => {
    const now = { createdAt: daysAgo(1) };
    expect(idsOf(left('late', 1, { continuedAt: daysAgo(1) }), left('successor', 1, now))).toEqual([
      'successor',
      'late',
    ]);
  });

  it('leads where nothing else is left, or what the successor left is damaged', () => {
    expect(leadOf(late)).toBe('late');
    expect(leadOf(late, left('successor', 4, { isDamaged: true }))).toBe('late');
  });

  it('is shown after the focus of its successor too', () => {
    const [first, second] = [late, left('successor', 4)].map((one) => ({
      ...one,
      type: 'next_session_focus' as const,
    }));
    const focus = { items: [first, second].filter((one) => one !== undefined), total: 2 };
    const { report, gaps } = composeReport(emptyFacts({ focus }), { budget: 8_000 });
    expect(report.indexOf('successor text')).toBeLessThan(report.indexOf('late text'));
    expect(gaps.map(({ code }) => code)).not.toContain('clock_ahead');
  });
});

describe('what a session wrote before it was continued', () => {
  it('keeps its place', () => {
    const own = left('own', 3, { continuedAt: daysAgo(2) });
    expect(idsOf(own, left('old', 9))).toEqual(['own', 'old']);
    expect(idsOf(left('new', 1), own)).toEqual(['new', 'own']);
  });
});
