import { describe, expect, it } from 'vitest';
import { decideLeave, judgeLeaving } from '../../../src/domain/session/decide.ts';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import * as s from './a-session.ts';
import { refusal } from './refusal.ts';

const A = 'sha256:a';
const B = 'sha256:b';
const judge = (events: readonly SessionEvent[], mode: 'end' | 'pause', handoffDigest: string | null) =>
  refusal(() => judgeLeaving(s.given(...events), { mode, handoffDigest }));

const EXISTS = 'conflict: handoff_exists';
const written = s.handoff(1_000, A);
const derived = s.handoff(1_000, A, true);
const paused = s.paused(1_000);
const ended = s.ended(1_000);

describe('judging a leaving', () => {
  it.each([
    ['an active session leaves', [], 'end', A, 'leave'],
    ['an active session may pause without a word', [], 'pause', null, 'leave'],
    ['a lost session still says goodbye', [s.lost(s.hours(13))], 'end', A, 'leave'],
    ['a paused session may end with the same words', [written, paused], 'end', A, 'leave'],
    ['the same goodbye twice is one', [written, ended], 'end', A, 'already_left'],
    ['ending again without a word is no news', [written, ended], 'end', null, 'already_left'],
    ['the same pause twice is one', [written, paused], 'pause', A, 'already_left'],
    ['a different goodbye contradicts', [written, ended], 'end', B, EXISTS],
    ['a different pause contradicts', [written, paused], 'pause', B, EXISTS],
    ['a pause and another ending contradict', [written, paused], 'end', B, EXISTS],
    ['a first handoff may follow a silent end', [ended], 'end', A, 'leave_again'],
    ['a first handoff may follow a silent pause', [paused], 'pause', A, 'leave_again'],
    ['a derived handoff gives way', [derived, ended], 'end', B, 'leave_again'],
    ['a resumed session adds', [written, paused, s.resumed(2_000)], 'end', B, 'leave'],
    [
      'a resumed session adds once',
      [written, paused, s.resumed(2_000), s.handoff(3_000, B), s.ended(3_000)],
      'end',
      'sha256:c',
      EXISTS,
    ],
    ['an ended session does not pause', [ended], 'pause', A, 'conflict: session_ended'],
    ['a closed session hears nothing more', [s.closed(1_000)], 'end', A, 'conflict: session_closed'],
    [
      'nor does one closed without successor',
      [s.closed(1_000, 'closed_without_successor')],
      'pause',
      null,
      'denied: session_closed_without_successor',
    ],
  ] as const)('%s', (_, events, mode, digest, verdict) => {
    expect(judge(events, mode, digest)).toBe(verdict);
  });
});

describe('leaving', () => {
  const now = s.moment(s.hours(1));

  it('ends or pauses an active session', () => {
    expect(decideLeave(s.given(), 'end', now)).toEqual([s.ended(s.hours(1))]);
    expect(decideLeave(s.given(), 'pause', now)).toEqual([s.paused(s.hours(1))]);
  });

  it('changes nothing the second time', () => {
    expect(decideLeave(s.given(ended), 'end', now)).toEqual([]);
    expect(decideLeave(s.given(paused), 'pause', now)).toEqual([]);
  });

  it('ends a paused session', () => {
    expect(decideLeave(s.given(paused), 'end', now)).toEqual([s.ended(s.hours(1))]);
  });

  it('does not count the silence before a late goodbye', () => {
    const events = decideLeave(s.given(s.turn(s.minutes(10))), 'end', s.moment(s.days(2)));
    expect(events).toEqual([s.lost(s.days(2)), s.ended(s.days(2))]);
    expect(s.given(s.turn(s.minutes(10)), ...events).activeMs).toBe(s.minutes(10));
  });
});
