import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/domain/session/events.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const at = (ms: number, id: string, facts: object = {}, ...events: SessionEvent[]) =>
  c.session([s.started({ id, at: s.after(ms), ...facts }), ...events]);

const readFrom = (path: string): SessionEvent => ({ type: 'transcript.recorded', at: s.T0, path });

const NOBODY = { withHooks: '', withoutHooks: '' };

export function sessionClauses(newFixture: NewFixture): void {
  describe('sessions', () => {
    const opened = useFixture(newFixture);

    it('come back exactly as they were committed, in every state', async () => {
      const { ledger, sessions } = opened().store;
      const lives: (readonly SessionEvent[])[] = [
        [],
        [s.turn(1), s.handoff(2), s.paused(3)],
        [s.handoff(1, 'sha256:b', true), s.paused(2), s.resumed(3)],
        [s.lost(s.hours(13))],
        [s.ended(1), s.succeeded(2), { type: 'orientation.scored', at: s.T0, score: 0, gapCount: 0 }],
        [s.closed(1, 'closed_without_successor')],
        [{ type: 'session.closed', at: s.T0, reason: null, epitaph: null, policy: 'successor_required' }],
        [{ type: 'transcript.recorded', at: s.T0, path: '/t/ä.jsonl' }],
      ];
      await ledger.commit([c.project()]);
      for (const [index, life] of lives.entries()) {
        const facts = { id: `ses_${index}`, hasHooks: index % 2 === 0, isImplicit: index % 2 === 1 };
        const events = [s.started(facts), ...life] as const;
        await ledger.commit([c.session(events)]);
        expect(await sessions.find(`ses_${index}`)).toEqual(c.folded(events));
      }
      const bare = [
        s.started({
          id: 'ses_bare',
          title: null,
          agent: null,
          client: null,
          clientSessionId: null,
          worktree: null,
          branch: null,
          head: null,
          kind: 'game',
          predecessorId: 'ses_0',
        }),
      ] as const;
      await ledger.commit([c.session(bare)]);
      expect(await sessions.find('ses_bare')).toEqual(c.folded(bare));
    });

    it('are found by id, else by the id of the client: the newest session with it', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([
        c.project(),
        at(2, 'ses_2', { clientSessionId: 'mine' }),
        at(3, 'ses_3', { clientSessionId: 'mine' }),
        at(1, 'ses_1', { clientSessionId: 'mine' }),
        at(9, 'ses_9', { clientSessionId: 'ses_1' }),
      ]);
      expect((await sessions.find('mine'))?.id).toBe('ses_3');
      expect((await sessions.find('ses_1'))?.id).toBe('ses_1');
      expect(await sessions.find('unknown')).toBeUndefined();
      expect(await sessions.find('')).toBeUndefined();
    });

    it('are listed by the id of the client, newest first, in any project', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        at(2, 'ses_2', { clientSessionId: 'mine' }),
        at(3, 'ses_3', { clientSessionId: 'mine', projectId: 'prj_2' }),
        at(1, 'ses_1', { clientSessionId: 'mine' }),
        at(9, 'ses_9', { clientSessionId: 'ses_1' }),
        at(9, 'ses_bare', { clientSessionId: null }),
      ]);
      const listed = async (id: string, limit: number) =>
        (await sessions.listOfClient(id, limit)).map((session) => session.id);
      expect(await listed('mine', 9)).toEqual(['ses_3', 'ses_2', 'ses_1']);
      expect(await listed('mine', 2)).toEqual(['ses_3', 'ses_2']);
      expect(await listed('', 9)).toEqual([]);
    });

    it('are found by their transcript within a project, the newest first', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        at(1, 'ses_1', {}, readFrom('/t.jsonl')),
        at(2, 'ses_2', {}, readFrom('/t.jsonl')),
        at(3, 'ses_3', {}, readFrom('/other.jsonl')),
        at(4, 'ses_4', { projectId: 'prj_2' }, readFrom('/t.jsonl')),
      ]);
      expect(await sessions.findOfTranscript('/t.jsonl', 'prj_1')).toMatchObject({ id: 'ses_2' });
      expect(await sessions.findOfTranscript('/none.jsonl', 'prj_1')).toBeUndefined();
    });

    it('the newest paused one is of the same project and worktree', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        at(0, 'old', { worktree: '/a' }, s.paused(10)),
        at(5, 'new', { worktree: '/a' }, s.paused(20)),
        at(6, 'active', { worktree: '/a' }),
        at(7, 'ended', { worktree: '/a' }, s.ended(30)),
        at(8, 'elsewhere', { worktree: '/b' }, s.paused(40)),
        at(9, 'nowhere', { worktree: null }, s.paused(50)),
        at(9, 'foreign', { projectId: 'prj_2', worktree: '/a' }, s.paused(60)),
      ]);
      expect((await sessions.findNewestPaused('prj_1', '/a'))?.id).toBe('new');
      expect((await sessions.findNewestPaused('prj_1', null))?.id).toBe('nowhere');
      expect(await sessions.findNewestPaused('prj_1', '/c')).toBeUndefined();
    });

    it('the last one left is the last seen of those ended, closed, lost or silent, in the given worktree if one is given', async () => {
      const { ledger, sessions } = opened().store;
      const left = async (worktree?: string, silentBefore = NOBODY) =>
        (await sessions.findNewestLeft('prj_1', worktree, silentBefore))?.id;
      await ledger.commit([c.project(), at(1, 'active', { worktree: '/a' })]);
      expect(await left()).toBeUndefined();
      await ledger.commit([at(6, 'silent', { worktree: '/c' })]);
      await ledger.commit([at(2, 'lost', { worktree: '/a' }, s.lost(s.hours(13)))]);
      expect(await left()).toBe('lost');
      await ledger.commit([at(3, 'ended', { worktree: '/a' }, s.ended(s.days(1)))]);
      await ledger.commit([at(4, 'closed', { worktree: '/b' }, s.closed(s.days(1)))]);
      await ledger.commit([at(5, 'paused', { worktree: '/a' }, s.paused(s.days(1)))]);
      expect(await left()).toBe('closed');
      expect(await left('/a')).toBe('ended');
      expect(await left('/c')).toBeUndefined();
      const cutoff = { withHooks: '', withoutHooks: s.after(6) };
      expect([await left(undefined, cutoff), await left('/c', cutoff)]).toEqual(['closed', 'silent']);
      await ledger.commit([at(0, 'resumed', { worktree: '/a' }, s.ended(s.days(2)))]);
      expect([await left(), await left('/a')]).toEqual(['resumed', 'resumed']);
      expect(await sessions.findNewestLeft('prj_2', undefined, cutoff)).toBeUndefined();
    });

    it('the last one left and the last one paused are those written last where a clock was ahead', async () => {
      const { ledger, sessions } = opened().store;
      const [ahead, now] = [s.days(365), s.days(1)];
      const cutoff = { ...NOBODY, ahead: s.after(now + s.hours(26)) };
      await ledger.commit([c.project()]);
      const many = Array.from({ length: 15 }, (_, index) => `ahead ${index}`);
      for (const id of many) await ledger.commit([at(ahead, id, {}, s.ended(ahead))]);
      await ledger.commit([at(ahead, 'paused ahead', { worktree: '/p' }, s.paused(ahead))]);
      await ledger.commit([at(0, 'left', {}, s.ended(now))]);
      await ledger.commit([at(1, 'paused', { worktree: '/p' }, s.paused(now))]);
      expect((await sessions.findNewestLeft('prj_1', undefined, cutoff))?.id).toBe('left');
      expect((await sessions.findNewestPaused('prj_1', '/p'))?.id).toBe('paused');
      const { items } = await sessions.list({}, cutoff, 3, null);
      expect(items.map(({ id }) => id)).toEqual(['paused', 'left', 'paused ahead']);
    });

    it('one that was last seen by a clock far ahead counts as silent', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([c.project(), at(s.days(2), 'ahead', {}), at(0, 'here', {})]);
      const cutoff = { ...NOBODY, ahead: s.after(s.hours(26)) };
      const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id);
      expect(idsOf(await sessions.listSilent('prj_1', cutoff, 9))).toEqual(['ahead']);
      expect(idsOf(await sessions.listAlive('prj_1', cutoff, 9))).toEqual(['here']);
    });

    it('that await a successor are listed oldest first until they have one, and limited', async () => {
      const { ledger, sessions } = opened().store;
      const required = (ms: number) => s.closed(ms, 'successor_required');
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        at(0, 'later', {}, required(30)),
        at(1, 'sooner', {}, required(20)),
        at(2, 'allowed', {}, s.closed(10)),
        at(3, 'continued', {}, required(10), s.succeeded(11)),
        at(4, 'foreign', { projectId: 'prj_2' }, required(5)),
        at(5, 'last', {}, required(40)),
      ]);
      const ids = async (limit: number) =>
        (await sessions.listAwaitingSuccessor('prj_1', limit)).map(({ id }) => id);
      expect(await ids(10)).toEqual(['sooner', 'later', 'last']);
      expect(await ids(2)).toEqual(['sooner', 'later']);
    });
  });
}
