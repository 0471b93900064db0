import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/app/ports/store.ts';
import { silentBefore } from '../../../src/app/time-context.ts';
import { plusMs } from '../../../src/domain/instant.ts';
import { statusAt } from '../../../src/domain/session/session.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const NOW = s.moment(s.days(1));
const CUTOFF = silentBefore(NOW);

/** Heard a moment before the cut-off, exactly at it, and a moment after it; with hooks and without. */
const STARTS = [-1, 0, 1].flatMap((ms) => [
  s.started({ id: `plain${ms}`, at: plusMs(CUTOFF.withoutHooks, ms) }),
  s.started({ id: `hooks${ms}`, at: plusMs(CUTOFF.withHooks, ms), hasHooks: true }),
]);

export function silenceClauses(newFixture: NewFixture): void {
  describe('silence', () => {
    const opened = useFixture(newFixture);
    let sessions: Store['sessions'];
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

    beforeEach(async () => {
      const { store } = opened();
      sessions = store.sessions;
      await store.ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        ...STARTS.map((start) => c.session([start])),
        c.session([s.started({ id: 'paused' }), s.paused(1)]),
        c.session([s.started({ id: 'ended' }), s.ended(1)]),
        c.session([s.started({ id: 'noticed' }), s.lost(s.hours(13))]),
        c.session([s.started({ id: 'foreign', projectId: 'prj_2' })]),
      ]);
    });

    it('begins exactly at the cut-off, for the store as for the domain', async () => {
      const domain = STARTS.filter(
        (start) => statusAt(c.folded([start]), NOW.now, NOW.lostAfter) === 'lost',
      ).map(({ id }) => id);
      expect(domain.toSorted()).toEqual(['hooks-1', 'hooks0', 'plain-1', 'plain0']);
      expect(ids(await sessions.listSilent('prj_1', CUTOFF, 10)).toSorted()).toEqual(domain.toSorted());
    });

    it('that nobody noticed is listed oldest first, and limited', async () => {
      expect(ids(await sessions.listSilent('prj_1', CUTOFF, 10))).toEqual([
        'plain-1',
        'plain0',
        'hooks-1',
        'hooks0',
      ]);
      expect(ids(await sessions.listSilent('prj_1', CUTOFF, 3))).toEqual(['plain-1', 'plain0', 'hooks-1']);
    });

    it('excludes a session from the live ones, which are listed newest first, and limited', async () => {
      expect(ids(await sessions.listAlive('prj_1', CUTOFF, 10))).toEqual(['hooks1', 'plain1']);
      expect(ids(await sessions.listAlive('prj_1', CUTOFF, 1))).toEqual(['hooks1']);
    });

    it('makes a session lost in the list of all, noticed or not', async () => {
      const listed = async (status: 'active' | 'lost') =>
        ids((await sessions.list({ projectId: 'prj_1', status }, CUTOFF, 20, null)).items).toSorted();
      expect(await listed('lost')).toEqual(['hooks-1', 'hooks0', 'noticed', 'plain-1', 'plain0']);
      expect(await listed('active')).toEqual(['hooks1', 'plain1']);
    });
  });
}
