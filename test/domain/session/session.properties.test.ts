import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elapsedMs, type Instant, isClockAhead, laterOf } from '../../../src/domain/instant.ts';
import {
  asJournaled,
  forJournal,
  replayEvents,
  type SessionEvent,
} from '../../../src/domain/session/events.ts';
import { activeMsIn, SESSION_KINDS } from '../../../src/domain/session/session.ts';
import { anyCommands, type Run, run, type Step } from './any-commands.ts';
import * as s from './session-fixtures.ts';

const runs = { numRuns: 200 };
const anyKind = fc.constantFrom(...SESSION_KINDS);
const always = (check: (run: Run) => void) =>
  fc.assert(
    fc.property(anyCommands, anyKind, (commands, kind) => {
      check(run(commands, () => 1, kind));
    }),
    runs,
  );
const inEveryStep = (check: (step: Step) => void) => always(({ steps }) => steps.forEach(check));

/** Wall time less every break: a pause lasts from its own instant, a silence from the last sign of life. */
function wallTimeLessBreaks(journal: readonly SessionEvent[]): { activeMs: number; wallMs: number } {
  let heard = s.T0;
  let breakFrom: Instant | null = null;
  let breaksMs = 0;
  let last = s.T0;
  for (const { type, at } of journal) {
    if (type === 'session.resumed') {
      breaksMs += elapsedMs(breakFrom ?? heard, at);
      breakFrom = null;
    } else if (type === 'session.lost') breakFrom ??= heard;
    else if (/session\.(paused|ended|closed)/.test(type)) breakFrom ??= at;
    if (/session\.(started|resumed|paused|ended)|turn\.taken/.test(type) && breakFrom === null) {
      heard = laterOf(heard, at);
    }
    last = laterOf(last, at);
  }
  if (breakFrom !== null) breaksMs += elapsedMs(breakFrom, last);
  const wallMs = elapsedMs(s.T0, last);
  return { activeMs: wallMs - breaksMs, wallMs };
}

describe('over any commands, at any time, with a clock that is also set back', () => {
  it('an idempotent command sent twice leaves the same journal as one sent once', () =>
    fc.assert(
      fc.property(anyCommands, anyKind, (commands, kind) => {
        const twice = run(commands, (command) => (command.do === 'turn' ? 1 : 2), kind);
        expect(twice.journal).toEqual(run(commands, () => 1, kind).journal);
      }),
      runs,
    ));

  it('the state is what folding the journal gives', () =>
    always(({ session, journal }) => expect(replayEvents(journal)).toEqual(session)));

  it('the journal without words folds to the session without words', () =>
    always(({ session, journal }) =>
      expect(replayEvents(journal.map(forJournal))).toEqual(asJournaled(session)),
    ));

  it('the journal contains no free text', () =>
    always(({ journal }) => {
      const text = JSON.stringify(journal.map(forJournal));
      for (const words of ['Ledger', 'done', 'über', '終わり']) expect(text).not.toContain(words);
    }));

  it('the version counts the events, and turnCount the turns', () =>
    always(({ session, journal }) => {
      const turns = journal.filter((event) => event.type === 'turn.taken');
      expect(session.version).toBe(journal.length);
      expect(session.turnCount).toBe(turns.length);
      expect(session.historyChars).toBe(turns.reduce((sum, { chars }) => sum + chars, 0));
    }));

  it('closed is for ever', () =>
    inEveryStep(({ before, session }) => {
      if (before.status !== 'closed') return;
      expect(session).toMatchObject({ status: 'closed', closing: before.closing, closedAt: before.closedAt });
    }));

  it('ended never becomes active again', () =>
    inEveryStep(({ before, session }) => {
      if (before.status === 'ended') expect(['ended', 'closed']).toContain(session.status);
    }));

  it('a session closed without successor never has one', () =>
    always(({ session }) => {
      if (session.closing?.policy === 'closed_without_successor') expect(session.successorId).toBeNull();
    }));

  it('a successor, once there, stays the same', () =>
    inEveryStep(({ before, session }) => {
      if (before.successorId !== null) expect(session.successorId).toBe(before.successorId);
    }));

  it('a refused command changes nothing', () =>
    inEveryStep(({ before, session, refusedWith }) => {
      if (refusedWith !== null) expect(session).toBe(before);
    }));

  it('active time is wall time less pauses and silences', () =>
    always(({ session, journal }) => {
      const { activeMs, wallMs } = wallTimeLessBreaks(journal);
      const last = journal.reduce<Instant>((latest, { at }) => laterOf(latest, at), s.T0);
      const counted = activeMsIn(session, {
        now: last,
        lostAfter: { withHooksMs: Infinity, withoutHooksMs: Infinity },
      });
      expect(counted).toBe(activeMs);
      expect(counted).toBeLessThanOrEqual(wallMs);
    }));

  it('a session is active exactly while its active time runs', () =>
    inEveryStep(({ session }) => expect(session.activeSince !== null).toBe(session.status === 'active')));

  it('the fields of a session agree with its status', () =>
    inEveryStep(({ session }) => {
      expect(session.pausedAt !== null).toBe(session.status === 'paused');
      expect(session.closing !== null).toBe(session.status === 'closed');
      expect(session.closedAt !== null).toBe(session.status === 'closed');
      expect(session.endedAt !== null).toBe(['ended', 'closed'].includes(session.status));
    }));

  it('the last sign of life never moves back', () =>
    inEveryStep(({ before, session }) => expect(session.lastSeenAt >= before.lastSeenAt).toBe(true)));
});

describe('over any commands, with a clock that was far ahead', () => {
  const anyRun = (check: (made: Run) => void) =>
    fc.assert(
      fc.property(anyCommands, anyKind, (commands, kind) => {
        check(run(commands, () => 1, kind, Number.POSITIVE_INFINITY));
      }),
      runs,
    );

  it('the state is what folding the journal gives', () =>
    anyRun(({ session, journal }) => expect(replayEvents(journal)).toEqual(session)));

  it('the last sign of life moves back only from more than 26 hours ahead', () =>
    anyRun(({ steps }) => {
      for (const { before, session, moment } of steps)
        if (session.lastSeenAt < before.lastSeenAt)
          expect(isClockAhead(before.lastSeenAt, moment.now)).toBe(true);
    }));

  it('active time is never negative', () =>
    anyRun(({ steps }) => {
      for (const { session, moment } of steps) expect(activeMsIn(session, moment)).toBeGreaterThanOrEqual(0);
    }));
});
