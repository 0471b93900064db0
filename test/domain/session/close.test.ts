import { describe, expect, it } from 'vitest';
import { decideClose, decideLost } from '../../../src/domain/session/decide.ts';
import { SUCCESSION_POLICIES } from '../../../src/domain/session/session.ts';
import { refusal } from './refusal.ts';
import * as s from './session-fixtures.ts';

const now = s.moment(s.hours(1));

describe('closing', () => {
  it.each([
    ['active', []],
    ['paused', [s.paused(1_000)]],
    ['ended', [s.ended(1_000)]],
    ['lost', [s.lost(s.hours(13))]],
  ] as const)('a session that is %s takes effect', (_, events) => {
    expect(decideClose(s.given(...events), s.closing(), now)).toEqual([s.closed(s.hours(1))]);
  });

  it.each(SUCCESSION_POLICIES)('twice in the same way is one closing (%s)', (policy) => {
    expect(decideClose(s.given(s.closed(1_000, policy)), s.closing(policy), now)).toEqual([]);
  });

  it.each([
    ['policy', { policy: 'successor_required' as const }],
    ['reason', { reason: 'other' }],
    ['reason left out', { reason: null }],
    ['epitaph', { epitaph: null }],
  ])('with another %s contradicts the one that stands', (_, change) => {
    const session = s.given(s.closed(1_000));
    expect(refusal(() => decideClose(session, { ...s.closing(), ...change }, now))).toBe(
      'conflict: session_already_closed',
    );
  });

  it('without successor is refused for a line that went on', () => {
    const session = s.given(s.ended(1_000), s.succeeded(2_000));
    expect(refusal(() => decideClose(session, s.closing('closed_without_successor'), now))).toBe(
      'conflict: session_has_successor',
    );
    expect(decideClose(session, s.closing(), now)).toHaveLength(1);
  });

  it('keeps when the session ended', () => {
    expect(s.given(s.ended(1_000), s.closed(5_000))).toMatchObject({
      endedAt: s.after(1_000),
      closedAt: s.after(5_000),
    });
    expect(s.given(s.closed(5_000))).toMatchObject({ endedAt: s.after(5_000) });
  });
});

describe('losing', () => {
  it.each([
    ['without hooks', false, s.hours(12)],
    ['with hooks', true, s.minutes(30)],
  ])('happens exactly when the silence is long enough (%s)', (_, hasHooks, silence) => {
    const session = { ...s.given(), hasHooks };
    expect(decideLost(session, s.moment(silence - 1))).toEqual([]);
    expect(decideLost(session, s.moment(silence))).toEqual([s.lost(silence)]);
  });

  it.each([
    ['paused', s.paused(1_000)],
    ['ended', s.ended(1_000)],
    ['lost', s.lost(s.hours(13))],
    ['closed', s.closed(1_000)],
  ] as const)('does not happen to a session that is %s', (_, event) => {
    expect(decideLost(s.given(event), s.moment(s.days(30)))).toEqual([]);
  });
});
