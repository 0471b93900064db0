import { describe, expect, it } from 'vitest';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

export function turnClauses(newFixture: NewFixture): void {
  describe('turns and files', () => {
    const opened = useFixture(newFixture);

    it('are the last ones before a turn, oldest first', async () => {
      const { ledger, sessions } = opened().store;
      const turns = Array.from({ length: 12 }, (_, index) => c.turn(index + 1));
      await ledger.commit([c.project(), c.session([s.started()]), ...turns, c.turn(99, 'x', 'ses_2')]);
      const numbers = async (limit: number, before: number | null) =>
        (await sessions.listTurns('ses_1', limit, before)).map(({ number }) => number);
      expect(await numbers(3, null)).toEqual([10, 11, 12]);
      expect(await numbers(3, 10)).toEqual([7, 8, 9]);
      expect(await numbers(50, 4)).toEqual([1, 2, 3]);
      expect(await numbers(5, 1)).toEqual([]);
      expect(await numbers(0, null)).toEqual([]);
    });

    it('come back whole', async () => {
      const { ledger, sessions } = opened().store;
      const turn = { sessionId: 'ses_1', number: 1, at: s.after(5), who: null, what: 'Said «hi»\n' };
      await ledger.commit([c.project(), c.session([s.started()]), { kind: 'turn', turn }]);
      expect(await sessions.listTurns('ses_1', 1, null)).toEqual([turn]);
    });

    it('say where in a game they were played', async () => {
      const { ledger, sessions } = opened().store;
      const event = g.anEvent({ branchId: 'fork', turn: 7, sessionId: 'ses_1' });
      const turn = {
        sessionId: 'ses_1',
        number: 1,
        at: s.T0,
        who: 'Mira',
        what: 'Looks.',
        eventId: event.id,
      };
      const lost = { ...turn, number: 2, eventId: 'evt_gone' };
      await ledger.commit([
        c.project({ kind: 'game' }),
        c.session([s.started()]),
        g.begun({ events: [event] }),
        { kind: 'turn', turn },
        { kind: 'turn', turn: lost },
      ]);
      expect(await sessions.listTurns('ses_1', 9, null)).toEqual([
        { ...turn, played: { branchId: 'fork', turn: 7 } },
        lost,
      ]);
    });

    it('name each file once, at most as many as asked for', async () => {
      const { ledger, sessions } = opened().store;
      await ledger.commit([c.project(), c.session([s.started()]), c.files(['b.ts', 'a.ts'])]);
      await ledger.commit([c.files(['b.ts', '../../etc/passwd']), c.files(['other.ts'], 'ses_2')]);
      expect((await sessions.listFiles('ses_1', 10)).toSorted()).toEqual([
        '../../etc/passwd',
        'a.ts',
        'b.ts',
      ]);
      expect(await sessions.listFiles('ses_1', 2)).toHaveLength(2);
    });
  });
}
