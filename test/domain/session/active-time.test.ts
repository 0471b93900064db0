import { describe, expect, it } from 'vitest';
import {
  decideClose,
  decideHeartbeat,
  decideLeave,
  decideRejoin,
  decideTurn,
} from '../../../src/domain/session/decide.ts';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import { replayEvents } from '../../../src/domain/session/events.ts';
import {
  activeMsIn,
  durationMinutes,
  type Session,
  statusAt,
  type TimeContext,
} from '../../../src/domain/session/session.ts';
import * as s from './session-fixtures.ts';

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

  const table = (...events: readonly SessionEvent[]) => {
    const session = replayEvents([s.started({ kind: 'game' }), ...events]);
    if (session === undefined) throw new Error('no table');
    return session;
  };

  it('of a silent game ends with its last turn, hours before it counts as lost', () => {
    const session = table(s.turn(s.minutes(20)));
    expect(statusAt(session, s.after(s.hours(5)), s.LOST_AFTER)).toBe('active');
    expect(activeAt(session, s.minutes(49))).toBe(s.minutes(49));
    expect(activeAt(session, s.hours(5))).toBe(s.minutes(20));
  });

  it.each<[string, (session: Session, moment: TimeContext) => readonly SessionEvent[]]>([
    ['the next turn', (session, moment) => decideTurn(session, 5, moment)],
    ['a sign of life', decideHeartbeat],
    ['whoever rejoins it', (session, moment) => decideRejoin(session, s.NO_DETAILS, moment)],
    ['a pause', (session, moment) => decideLeave(session, 'pause', moment)],
    ['its end', (session, moment) => decideLeave(session, 'end', moment)],
    ['its closing', (session, moment) => decideClose(session, s.closing(), moment)],
  ])('leaves out the hours that a killed game lay silent before %s', (_, decide) => {
    const silent = table(s.turn(s.minutes(20)));
    const after = replayEvents(decide(silent, s.moment(s.hours(5))), silent);
    if (after === undefined) throw new Error('no session');
    expect(activeAt(after, s.hours(5))).toBe(s.minutes(20));
    const short = replayEvents(decide(silent, s.moment(s.minutes(45))), silent);
    if (short === undefined) throw new Error('no session');
    expect(activeAt(short, s.minutes(45))).toBe(s.minutes(45));
  });

  it('of work counts silence for the same connection, and not for a new one', () => {
    const session = s.given(s.turn(s.minutes(20)));
    const at = s.moment(s.hours(5));
    expect(decideRejoin(session, s.NO_DETAILS, at)).toEqual([]);
    const joined = replayEvents(
      decideRejoin(session, { ...s.NO_DETAILS, clientSessionId: 'other' }, at, true),
      session,
    );
    if (joined === undefined) throw new Error('no session');
    expect(activeAt(joined, s.hours(6))).toBe(s.minutes(80));
    expect(joined).toMatchObject({ status: 'active', clientSessionId: 'client-1' });
    expect(decideRejoin(session, s.NO_DETAILS, s.moment(s.minutes(49)), true)).toEqual([]);
  });

  it('counts no silence twice, and leaves a handoff that was just written alone', () => {
    const silent = table(s.turn(s.minutes(20)), s.handoff(s.hours(5)));
    const ended = replayEvents(decideLeave(silent, 'end', s.moment(s.hours(5))), silent);
    expect(ended).toMatchObject({
      status: 'ended',
      activeMs: s.minutes(20),
      handoff: { isReopened: false },
    });
  });

  it('does not run backwards with the clock', () => {
    const back = table(s.turn(s.hours(3)));
    const played = replayEvents(decideTurn(back, 5, s.moment(s.hours(1))), back);
    expect(played).toMatchObject({ lastSeenAt: s.after(s.hours(3)), activeMs: 0 });
    expect(activeAt(s.given(s.turn(s.minutes(20))), -s.hours(5))).toBe(0);
    expect(statusAt(s.given(), s.after(-s.hours(26)), s.LOST_AFTER)).toBe('active');
  });

  it('is not believed of a clock that was more than 26 hours ahead', () => {
    expect(statusAt(s.given(), s.after(-s.days(30)), s.LOST_AFTER)).toBe('lost');
    const ahead = s.given(s.turn(s.days(365)));
    const back = replayEvents(decideTurn(ahead, 5, s.moment(s.hours(1))), ahead);
    expect(back).toMatchObject({ status: 'active', lastSeenAt: s.after(s.hours(1)) });
  });

  it('is rendered in minutes with one decimal', () => {
    expect([0, 1_000, 90_000, 3_600_000].map(durationMinutes)).toEqual([0, 0, 1.5, 60]);
  });
});
