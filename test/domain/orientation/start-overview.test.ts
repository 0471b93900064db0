import { expect, it } from 'vitest';
import { renderStartOverview } from '../../../src/domain/orientation/start-overview.ts';
import { localTime } from '../../../src/system/clock-and-random.ts';

const timeOf = (at: string) => at.slice(11, 16);
const last = (status: 'ended' | 'lost') => ({ status, at: '2026-03-04T14:53:20.000Z' });

it.each([
  [2, 3, last('ended'), 'Throughline: 2 constraints, 3 open loops, last session ended 14:53'],
  [1, 1, last('lost'), 'Throughline: 1 constraint, 1 open loop, last session was lost 14:53'],
  [0, 0, null, 'Throughline: the first session in this project'],
])('says in one line what a session starts with', (constraintCount, openLoopCount, lastSession, line) => {
  expect(renderStartOverview({ constraintCount, openLoopCount, lastSession }, timeOf)).toBe(line);
});

it('shows the time of today and the day of an earlier one, on the clock of the machine', () => {
  const now = new Date(2026, 2, 4, 18, 0);
  expect(localTime(new Date(2026, 2, 4, 9, 5).toISOString(), now)).toBe('09:05');
  expect(localTime(new Date(2026, 2, 3, 23, 59).toISOString(), now)).toBe('2026-03-03');
});
