import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../src/domain/id.ts';
import {
  asJournaled,
  evolve,
  forJournal,
  replayEvents,
  SESSION_EVENT_TYPES,
} from '../../../src/domain/session/events.ts';
import * as s from './session-fixtures.ts';

describe('evolving a session', () => {
  it('begins active, with everything it was started with', () => {
    const { type: _, at, ...facts } = s.started();
    expect(s.given()).toMatchObject({
      ...facts,
      status: 'active',
      startedAt: at,
      lastSeenAt: at,
      version: 1,
    });
  });

  it('has nothing to evolve before the start', () => {
    expect(() => evolve(undefined, s.turn(1))).toThrow('turn.taken before session.started');
    expect(replayEvents([])).toBeUndefined();
  });

  it('reopens a handoff when the session goes on after it', () => {
    expect(s.given(s.handoff(1), s.paused(2)).handoff).toMatchObject({ isReopened: false });
    expect(s.given(s.handoff(1), s.paused(2), s.resumed(3)).handoff).toMatchObject({ isReopened: true });
    expect(s.given(s.handoff(1), s.resumed(3), s.handoff(4, 'sha256:b')).handoff).toEqual({
      id: 'hnd_sha256:b',
      digest: 'sha256:b',
      isDerived: false,
      isReopened: false,
    });
  });

  it('keeps the score, the gaps and the transcript it was given', () => {
    const session = s.given(
      { type: 'orientation.scored', at: s.T0, score: 71, gapCount: 2 },
      { type: 'transcript.recorded', at: s.T0, path: '/t.jsonl' },
    );
    expect(session).toMatchObject({ orientationScore: 71, gapCount: 2, transcriptPath: '/t.jsonl' });
  });

  it('puts words into the journal as digests only', () => {
    const titled = { type: 'session.titled' as const, at: s.T0, title: 'Queue' };
    expect(s.given(titled).title).toBe('Queue');
    expect(forJournal(titled)).toMatchObject({ title: digestOf('Queue') });
    expect(forJournal(s.started())).toMatchObject({ title: digestOf('Ledger') });
    expect(forJournal(s.started({ title: null }))).toMatchObject({ title: null });
    expect(forJournal(s.closed(1))).toMatchObject({
      reason: digestOf('done'),
      epitaph: digestOf('It held.'),
    });
    expect(asJournaled(s.given())).toMatchObject({ title: digestOf('Ledger'), closing: null });
  });

  it('names every type of event once', () => {
    expect(new Set(SESSION_EVENT_TYPES).size).toBe(SESSION_EVENT_TYPES.length);
    const used = [s.started(), s.paused(1), s.resumed(1), s.lost(1), s.ended(1), s.closed(1), s.turn(1)];
    for (const { type } of [...used, s.handoff(1), s.succeeded(1)])
      expect(SESSION_EVENT_TYPES).toContain(type);
  });
});
