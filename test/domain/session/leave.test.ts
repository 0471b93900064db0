import { describe, expect, it } from 'vitest';
import { checkLeaving, decideLeave, type Leaving } from '../../../src/domain/session/decide.ts';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import { refusal } from './refusal.ts';
import * as s from './session-fixtures.ts';

const judge = (events: readonly SessionEvent[], mode: 'end' | 'pause', handoff: Leaving['handoff']) =>
  refusal(() => checkLeaving(s.given(...events), { mode, handoff }));

const written = s.handoff(1_000, 'sha256:a');
const derived = s.handoff(1_000, 'sha256:a', true);
const paused = s.paused(1_000);
const ended = s.ended(1_000);

describe('judging a leaving', () => {
  it.each([
    ['an active session leaves', [], 'end', 'new', 'leave'],
    ['an active session may pause without a word', [], 'pause', 'none', 'leave'],
    ['a lost session still says goodbye', [s.lost(s.hours(13))], 'end', 'new', 'leave'],
    ['a paused session may end with the same words', [written, paused], 'end', 'known', 'leave'],
    ['a paused session may end with other words', [written, paused], 'end', 'new', 'leave'],
    ['a resumed session leaves again', [written, paused, s.resumed(2_000)], 'end', 'new', 'leave'],
    ['a resumed session may repeat itself', [written, paused, s.resumed(2_000)], 'end', 'known', 'leave'],
    ['the same handoff after the end is a repeat', [written, ended], 'end', 'known', 'already_left'],
    ['ending again without a word is no news', [written, ended], 'end', 'none', 'already_left'],
    ['the same pause twice is one', [written, paused], 'pause', 'known', 'already_left'],
    ['a pause repeated after the end is a repeat', [written, ended], 'pause', 'known', 'already_left'],
    ['a different handoff after the end adds', [written, ended], 'end', 'new', 'leave_again'],
    ['a different pause adds', [written, paused], 'pause', 'new', 'leave_again'],
    ['a first handoff may follow a silent end', [ended], 'end', 'new', 'leave_again'],
    ['a first handoff may follow a silent pause', [paused], 'pause', 'new', 'leave_again'],
    ['a derived handoff gives way', [derived, ended], 'end', 'new', 'leave_again'],
    ['an ended session does not pause', [ended], 'pause', 'new', 'conflict: session_ended'],
    ['a closed session hears nothing more', [s.closed(1_000)], 'end', 'new', 'conflict: session_closed'],
    ['a handoff repeated after closing is a repeat', [s.closed(1_000)], 'end', 'known', 'already_left'],
    [
      'nothing is answered for one closed without successor',
      [s.closed(1_000, 'closed_without_successor')],
      'pause',
      'known',
      'denied: session_closed_without_successor',
    ],
  ] as const)('%s', (_, events, mode, handoff, verdict) => {
    expect(judge(events, mode, handoff)).toBe(verdict);
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

  it('does not count the silence before a late end', () => {
    const events = decideLeave(s.given(s.turn(s.minutes(10))), 'end', s.moment(s.days(2)));
    expect(events).toEqual([s.lost(s.days(2)), s.ended(s.days(2))]);
    expect(s.given(s.turn(s.minutes(10)), ...events).activeMs).toBe(s.minutes(10));
  });
});
