import { describe, expect, it } from 'vitest';
import { decideSucceed } from '../../../src/domain/session/decide.ts';
import { refusal } from './refusal.ts';
import * as s from './session-fixtures.ts';

const next = s.moment(s.days(1));

describe('succeeding', () => {
  it.each([
    ['ended', s.ended(1_000)],
    ['lost', s.lost(s.hours(13))],
    ['paused', s.paused(1_000)],
    ['closed with successor_allowed', s.closed(1_000)],
    ['closed with successor_required', s.closed(1_000, 'successor_required')],
  ])('links a session that is %s', (_, event) => {
    expect(decideSucceed(s.given(event), 'ses_2', next)).toEqual([s.succeeded(s.days(1))]);
  });

  it('is denied by the policy', () => {
    const session = s.given(s.ended(1_000), s.closed(2_000, 'closed_without_successor'));
    expect(refusal(() => decideSucceed(session, 'ses_2', next))).toBe(
      'denied: session_closed_without_successor',
    );
  });

  it('keeps the first successor when others follow', () => {
    const session = s.given(s.ended(1_000), s.succeeded(2_000));
    expect(decideSucceed(session, 'ses_3', next)).toEqual([]);
    expect(s.given(s.ended(1_000), s.succeeded(2_000), s.succeeded(3_000, 'ses_3')).successorId).toBe(
      'ses_2',
    );
  });
});
