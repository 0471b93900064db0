import { describe, expect, it } from 'vitest';
import { decideTurn } from '../../../src/domain/session/decide.ts';
import { replayEvents } from '../../../src/domain/session/events.ts';
import { refusal } from './refusal.ts';
import * as s from './session-fixtures.ts';

const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

describe('a turn', () => {
  it('counts, and is a sign of life', () => {
    const session = s.given();
    const events = decideTurn(session, 42, s.moment(s.minutes(3)));
    expect(events).toEqual([s.turn(s.minutes(3), 42)]);
    expect(replayEvents(events, session)).toMatchObject({
      turnCount: 1,
      historyChars: 42,
      lastSeenAt: s.after(s.minutes(3)),
    });
  });

  it('resumes a silent session, and records that it was lost', () => {
    expect(types(decideTurn(s.given(), 1, s.moment(s.hours(12))))).toEqual([
      'session.lost',
      'session.resumed',
      'turn.taken',
    ]);
  });

  it('brings a session back that was noticed as lost', () => {
    const events = decideTurn(s.given(s.lost(s.hours(12))), 1, s.moment(s.hours(13)));
    expect(types(events)).toEqual(['session.resumed', 'turn.taken']);
  });

  it.each([
    ['paused', s.paused(1_000)],
    ['ended', s.ended(1_000)],
  ] as const)('leaves a session that is %s as it is', (status, event) => {
    const session = s.given(event);
    const events = decideTurn(session, 1, s.moment(s.days(2)));
    expect(types(events)).toEqual(['turn.taken']);
    expect(replayEvents(events, session)).toMatchObject({
      status,
      turnCount: 1,
      lastSeenAt: session.lastSeenAt,
    });
  });

  it('is refused once the session is closed', () => {
    const session = s.given(s.closed(1_000));
    expect(refusal(() => decideTurn(session, 1, s.moment(2_000)))).toBe('conflict: session_closed');
  });
});
