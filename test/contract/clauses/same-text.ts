import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { ThroughlineRecord } from '../../../src/domain/record/record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const onlyOne = (facts: Partial<ThroughlineRecord>): Change =>
  ({ ...c.record(facts), isOnlyOne: true }) as Change;

const OLD: Partial<ThroughlineRecord> = { id: 'rec_old' };

export function sameTextClauses(newFixture: NewFixture): void {
  describe('a record that must be the only one with its text', () => {
    const opened = useFixture(newFixture);

    it('is accepted once when two with the same text arrive at once', async () => {
      const { store, reopen } = opened();
      await store.ledger.commit([c.project()]);
      const other = await reopen();
      const outcomes = await Promise.all([
        c.outcome(store.ledger.commit([onlyOne({ id: 'rec_a' })])),
        c.outcome(other.ledger.commit([onlyOne({ id: 'rec_b' })])),
      ]);
      expect(outcomes.toSorted()).toEqual(['committed', c.CONFLICT]);
      expect((await store.records.list({}, 5, null)).items).toHaveLength(1);
    });

    it.each<[string, Partial<ThroughlineRecord>, string]>([
      ['another holds', OLD, c.CONFLICT],
      ['another holds until later', { ...OLD, expiresAt: s.after(1) }, c.CONFLICT],
      ['another has expired', { ...OLD, expiresAt: s.T0 }, 'committed'],
      ['another was resolved', { ...OLD, status: 'resolved' }, 'committed'],
      ['another is of another type', { ...OLD, type: 'decision' }, 'committed'],
      ['another is of another project', { ...OLD, projectId: 'prj_2' }, 'committed'],
      ['another is global', { ...OLD, projectId: null }, 'committed'],
      ['another says something else', { ...OLD, digest: c.sha('else') }, 'committed'],
      ['another is of another worktree', { ...OLD, worktree: '/elsewhere' }, c.CONFLICT],
    ])('when %s', async (_, old, outcome) => {
      const { ledger } = opened().store;
      await ledger.commit([c.project(), c.project({ id: 'prj_2' }), c.record(old)]);
      expect(await c.outcome(ledger.commit([onlyOne({ id: 'rec_new' })]))).toBe(outcome);
    });

    it('is accepted beside a checkpoint of another worktree, not beside one of its own', async () => {
      const { ledger } = opened().store;
      const checkpoint = { type: 'checkpoint', worktree: '/here' } as const;
      await ledger.commit([c.project(), c.record({ ...OLD, ...checkpoint })]);
      const elsewhere = onlyOne({ ...checkpoint, id: 'rec_there', worktree: '/there' });
      expect(await c.outcome(ledger.commit([elsewhere]))).toBe('committed');
      const nowhere = onlyOne({ ...checkpoint, id: 'rec_nowhere', worktree: null });
      expect(await c.outcome(ledger.commit([nowhere]))).toBe('committed');
      expect(await c.outcome(ledger.commit([onlyOne({ ...checkpoint, id: 'rec_new' })]))).toBe(c.CONFLICT);
    });

    it('is accepted if the same commit supersedes the other first', async () => {
      const { ledger } = opened().store;
      await ledger.commit([c.project(), c.record(OLD)]);
      const gone = c.record({ ...OLD, status: 'superseded', version: 2 });
      expect(await c.outcome(ledger.commit([gone, onlyOne({ id: 'rec_new' })]))).toBe('committed');
    });

    it('is accepted beside a withheld one, and beside itself', async () => {
      const { ledger } = opened().store;
      await ledger.commit([c.project(), c.record(OLD)]);
      await ledger.commit([{ kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] }]);
      expect(await c.outcome(ledger.commit([onlyOne({ id: 'rec_new' })]))).toBe('committed');
      const again = onlyOne({ id: 'rec_new', importance: 2, version: 2 });
      expect(await c.outcome(ledger.commit([again]))).toBe('committed');
    });

    it('refuses a commit that rests on a record which was changed or deleted meanwhile', async () => {
      const { ledger, records } = opened().store;
      await ledger.commit([c.project(), c.record(OLD)]);
      const [record] = await records.findAll(['rec_old']);
      if (record === undefined) throw new Error('not stored');
      const resting: Change[] = [{ kind: 'unchanged', record }, c.record({ id: 'rec_new' })];
      await ledger.commit([c.record({ ...OLD, importance: 2, version: 2 })]);
      expect(await c.outcome(ledger.commit(resting))).toBe(c.CONFLICT);
      expect(await records.findAll(['rec_new'])).toEqual([]);
      const now: Change = { kind: 'unchanged', record: { ...record, version: 2 } };
      expect(await c.outcome(ledger.commit([now]))).toBe('committed');
      expect(await records.findAll(['rec_old'])).toMatchObject([{ version: 2 }]);
      await ledger.commit([{ kind: 'forget', record: { ...record, version: 2 }, at: s.T0 }]);
      expect(await c.outcome(ledger.commit([now]))).toBe(c.CONFLICT);
    });

    it('does not affect records without the flag', async () => {
      const { ledger } = opened().store;
      await ledger.commit([c.project(), c.record(OLD)]);
      expect(await c.outcome(ledger.commit([c.record({ id: 'rec_new' })]))).toBe('committed');
    });
  });
}
