import { describe, expect, it } from 'vitest';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

export function handoffClauses(newFixture: NewFixture): void {
  describe('handoffs', () => {
    const opened = useFixture(newFixture);

    it('come back exactly as they were committed, by id and by key', async () => {
      const { ledger, handoffs } = opened().store;
      const bare = c.aHandoff({ id: 'hnd_2', isDerived: true, stored: {}, resolvedLoopIds: [], noteId: 'n' });
      await ledger.commit([c.project(), c.session([s.started()]), c.handoff({}, 'key'), c.handoff(bare)]);
      expect(await handoffs.find('hnd_1')).toEqual(c.aHandoff());
      expect(await handoffs.find('hnd_2')).toEqual(bare);
      expect(await handoffs.findByIdempotencyKey('key')).toEqual(c.aHandoff());
      expect(await handoffs.findByIdempotencyKey('Key')).toBeUndefined();
      expect(await handoffs.find('hnd_9')).toBeUndefined();
    });

    it('are found again by digest from an instant on, the newest of the project', async () => {
      const { ledger, handoffs } = opened().store;
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        c.session([s.started()]),
        c.session([s.started({ id: 'ses_2' }), s.ended(1)]),
        c.session([s.started({ id: 'ses_3', projectId: 'prj_2' })]),
        c.handoff({ id: 'first', createdAt: s.after(10) }),
        c.handoff({ id: 'second', createdAt: s.after(20), sessionId: 'ses_2' }),
        c.handoff({ id: 'foreign', createdAt: s.after(30), sessionId: 'ses_3', projectId: 'prj_2' }),
      ]);
      const find = async (since: string, digest = 'sha256:a') =>
        (await handoffs.findRecent('prj_1', digest, since))?.id;
      expect(await find(s.after(5))).toBe('second');
      expect(await find(s.after(20))).toBe('second');
      expect(await find(s.after(21))).toBeUndefined();
      expect(await find(s.T0, 'sha256:b')).toBeUndefined();
    });

    it('of a closed session are not found for a repeated call', async () => {
      const { ledger, handoffs } = opened().store;
      const newest = c.session([s.started({ id: 'ses_2' })]);
      await ledger.commit([c.project(), c.session([s.started()]), newest]);
      await ledger.commit([
        c.handoff({ id: 'open', createdAt: s.after(10) }),
        c.handoff({ id: 'closed', createdAt: s.after(20), sessionId: 'ses_2' }),
        c.session([s.started({ id: 'ses_2' }), s.closed(30)], 1),
      ]);
      expect((await handoffs.findRecent('prj_1', 'sha256:a', s.T0))?.id).toBe('open');
      await ledger.commit([c.session([s.started(), s.closed(40)], 1)]);
      expect(await handoffs.findRecent('prj_1', 'sha256:a', s.T0)).toBeUndefined();
    });
  });
}
