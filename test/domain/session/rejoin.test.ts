import { describe, expect, it } from 'vitest';
import { decideRejoin } from '../../../src/domain/session/decide.ts';
import { replayEvents } from '../../../src/domain/session/events.ts';
import { refusal } from './refusal.ts';
import * as s from './session-fixtures.ts';

const rejoining = { clientSessionId: 'client-2', branch: 'topic', head: 'def' };

describe('rejoining', () => {
  it('leaves an active session as it is', () => {
    expect(decideRejoin(s.given(s.turn(1_000)), rejoining, s.moment(s.minutes(5)))).toEqual([]);
  });

  it('makes a paused session active again', () => {
    const session = s.given(s.paused(s.hours(1)));
    const events = decideRejoin(session, rejoining, s.moment(s.days(3)));
    expect(events).toEqual([{ type: 'session.resumed', at: s.after(s.days(3)), ...rejoining }]);
    expect(replayEvents(events, session)).toMatchObject({ status: 'active', pausedAt: null, ...rejoining });
  });

  it('journals the silence of a lost session before it resumes', () => {
    const events = decideRejoin(s.given(), rejoining, s.moment(s.hours(12)));
    expect(events.map(({ type }) => type)).toEqual(['session.lost', 'session.resumed']);
  });

  it('does not journal a loss twice', () => {
    const events = decideRejoin(s.given(s.lost(s.hours(13))), rejoining, s.moment(s.hours(14)));
    expect(events.map(({ type }) => type)).toEqual(['session.resumed']);
  });

  it('keeps what the newcomer does not know', () => {
    const session = s.given(s.paused(1_000), s.resumed(2_000));
    expect(session).toMatchObject({ clientSessionId: 'client-1', branch: 'main', head: 'abc' });
  });

  it('does not reopen an ended session', () => {
    const session = s.given(s.ended(1_000));
    expect(refusal(() => decideRejoin(session, rejoining, s.moment(2_000)))).toBe('conflict: session_ended');
  });

  it.each([
    ['successor_allowed', 'conflict: session_closed'],
    ['successor_required', 'conflict: session_closed'],
    ['closed_without_successor', 'denied: session_closed_without_successor'],
  ] as const)('refuses a session closed with %s', (policy, code) => {
    const session = s.given(s.closed(1_000, policy));
    expect(refusal(() => decideRejoin(session, rejoining, s.moment(2_000)))).toBe(code);
  });

  it('is not moved into the past by a clock that was set back', () => {
    const session = s.given(s.paused(s.hours(2)));
    const [event] = decideRejoin(session, rejoining, s.moment(s.hours(1)));
    expect(event?.at).toBe(s.after(s.hours(2)));
  });
});
