import { describe, expect, it } from 'vitest';
import { noteDigest } from '../../../src/domain/note/note.ts';
import * as s from '../../domain/session/a-session.ts';
import * as c from './changes.ts';
import { type StoreHouse, useHouse } from './house.ts';

const DIGEST = noteDigest(c.aNote());
const ids = (notes: readonly { id: string }[]) => notes.map(({ id }) => id);

export function noteClauses(newHouse: () => Promise<StoreHouse>): void {
  describe('notes', () => {
    const rooms = useHouse(newHouse);

    it('come back whole, and in their newest version', async () => {
      const { ledger, notes } = rooms().store;
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
      const { ledger, notes } = rooms().store;
      await ledger.commit([c.project(), c.note({ id: 'b' }), c.note({ id: 'z', sessionId: 'ses_2' })]);
      await ledger.commit([c.note({ id: 'a', createdAt: s.after(9) })]);
      expect(ids(await notes.listOf(['ses_1']))).toEqual(['b', 'a']);
      expect(ids(await notes.listOf(['ses_2', 'ses_1']))).toEqual(['z', 'b', 'a']);
      expect(await notes.listOf(['ses_9'])).toEqual([]);
      expect(await notes.listOf([])).toEqual([]);
    });

    it('are found again by exactly what they say, from an instant on, the newest', async () => {
      const { ledger, notes } = rooms().store;
      await ledger.commit([
        c.project(),
        c.note({ id: 'first', createdAt: s.after(10) }),
        c.note({ id: 'second', createdAt: s.after(20), sessionId: 'ses_2' }),
        c.note({ id: 'foreign', createdAt: s.after(30), projectId: 'prj_2' }),
      ]);
      expect((await notes.findRecent('prj_1', DIGEST, s.after(5)))?.id).toBe('second');
      expect((await notes.findRecent('prj_1', DIGEST, s.after(20)))?.id).toBe('second');
      expect(await notes.findRecent('prj_1', DIGEST, s.after(21))).toBeUndefined();
      expect(await notes.findRecent('prj_1', noteDigest(c.aNote({ notes: '' })), s.T0)).toBeUndefined();
    });

    it('are no longer found by what they used to say', async () => {
      const { ledger, notes } = rooms().store;
      await ledger.commit([c.project(), c.note()]);
      const second = c.aNote({ version: 2, summary: 'Revised.' });
      await ledger.commit([c.note(second)]);
      expect(await notes.findRecent('prj_1', DIGEST, s.T0)).toBeUndefined();
      expect(await notes.findRecent('prj_1', noteDigest(second), s.T0)).toEqual(second);
    });
  });
}
