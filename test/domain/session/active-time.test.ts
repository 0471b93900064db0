import { describe, expect, it } from 'vitest';
import { activeMsIn, durationMinutes, statusAt } from '../../../src/domain/session/session.ts';
import * as s from './a-session.ts';

const activeAt = (session: ReturnType<typeof s.given>, ms: number) =>
  activeMsIn(session, { now: s.after(ms), lostAfter: s.LOST_AFTER });

describe('active time', () => {
  it('leaves out the weeks between sittings', () => {
    const session = s.given(
      s.paused(s.minutes(50)),
      s.resumed(s.days(21)),
      s.paused(s.days(21) + s.minutes(40)),
      s.resumed(s.days(42)),
      s.ended(s.days(42) + s.minutes(30)),
    );
    expect(durationMinutes(activeAt(session, s.days(100)))).toBe(120);
  });

  it('grows while the session is active, and stands still while it is paused', () => {
    expect(activeAt(s.given(), s.minutes(7))).toBe(s.minutes(7));
    expect(activeAt(s.given(s.paused(s.minutes(7))), s.days(9))).toBe(s.minutes(7));
  });

  it('of a silent session ends with its last sign of life', () => {
    const session = s.given(s.turn(s.minutes(20)));
    expect(activeAt(session, s.days(9))).toBe(s.minutes(20));
    expect(s.given(s.turn(s.minutes(20)), s.lost(s.days(9))).activeMs).toBe(s.minutes(20));
  });

  it('does not run backwards with the clock', () => {
    expect(activeAt(s.given(s.turn(s.minutes(20))), -s.hours(5))).toBe(0);
    expect(statusAt(s.given(), s.after(-s.days(30)), s.LOST_AFTER)).toBe('active');
  });

  it('is said in minutes with one decimal', () => {
    expect([0, 1_000, 90_000, 3_600_000].map(durationMinutes)).toEqual([0, 0, 1.5, 60]);
  });
});
