import { describe, expect, it } from 'vitest';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const ids = (notes: readonly { id: string }[]) => notes.map(({ id }) => id);

export function noteClauses(newFixture: NewFixture): void {
  describe('notes', () => {
    const opened = useFixture(newFixture);

    it('come back whole, and in their newest version', async () => {
      const { ledger, notes } = opened().store;
      const bare = c.aNote({ id: 'not_2', title: null, sessionNumber: null, experienceGained: null });
      await ledger.commit([c.project(), c.note(), c.note(bare)]);
      expect(await notes.find('not_1')).toEqual(c.aNote());
      expect(await notes.find('not_2')).toEqual(bare);
      expect(await notes.find('not_9')).toBeUndefined();
      const second = c.aNote({ version: 2, summary: 'Twice.', updatedAt: s.after(5), visibility: 'public' });
      await ledger.commit([c.note(second)]);
      expect(await notes.find('not_1')).toEqual(second);
      expect(await notes.listOf(['ses_1'])).toEqual([second, bare]);
    });

    it('are listed by session, oldest first', async () => {
      const { ledger, notes } = opened().store;
      await ledger.commit([c.project(), c.note({ id: 'b' }), c.note({ id: 'z', sessionId: 'ses_2' })]);
      await ledger.commit([c.note({ id: 'a', createdAt: s.after(9) })]);
      expect(ids(await notes.listOf(['ses_1']))).toEqual(['b', 'a']);
      expect(ids(await notes.listOf(['ses_2', 'ses_1']))).toEqual(['z', 'b', 'a']);
      expect(await notes.listOf(['ses_9'])).toEqual([]);
      expect(await notes.listOf([])).toEqual([]);
    });
  });
}
