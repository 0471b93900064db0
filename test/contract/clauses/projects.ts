import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const ids = (projects: readonly { id: string }[]) => projects.map(({ id }) => id);

export function projectClauses(newFixture: NewFixture): void {
  describe('projects', () => {
    const opened = useFixture(newFixture);

    it('are found by id and by each of their keys, those added later included', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit([c.project({}, ['git:/old', 'dir:/old'])]);
      await ledger.commit([c.project({ version: 2, anchorPath: '/new' }, ['git:/new'])]);
      const moved = c.aProject({ version: 2, anchorPath: '/new' });
      expect(await projects.find('prj_1')).toEqual(moved);
      for (const key of ['git:/old', 'dir:/old', 'git:/new']) {
        expect(await projects.findByKey(key)).toEqual(moved);
      }
      expect(await projects.find('prj_2')).toBeUndefined();
      expect(await projects.findByKey('git:/other')).toBeUndefined();
    });

    it('are found several at once, each once, and those that do not exist are left out', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit([c.project(), c.project({ id: 'prj_2' }), c.project({ id: 'prj_3' })]);
      const found = await projects.findAll(['prj_3', 'nobody', 'prj_1', 'prj_3']);
      expect(ids(found).toSorted()).toEqual(['prj_1', 'prj_3']);
      expect(found).toContainEqual(c.aProject());
      expect(await projects.findAll([])).toEqual([]);
    });

    it('take over a key from the project that had it before', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit([c.project({}, ['git:/here', 'git:/there'])]);
      await ledger.commit([c.project({ id: 'prj_2' }, ['git:/here'])]);
      expect((await projects.findByKey('git:/here'))?.id).toBe('prj_2');
      expect((await projects.findByKey('git:/there'))?.id).toBe('prj_1');
    });

    it('are found by fingerprint, and an empty fingerprint finds none', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit([c.project({ fingerprint: '1:2:3' }), c.project({ id: 'prj_2', fingerprint: '' })]);
      expect((await projects.findByFingerprint('1:2:3'))?.id).toBe('prj_1');
      expect(await projects.findByFingerprint('9:9:9')).toBeUndefined();
      expect(await projects.findByFingerprint('')).toBeUndefined();
      await ledger.commit([c.project({ fingerprint: '4:5:6', version: 2 })]);
      expect(await projects.findByFingerprint('1:2:3')).toBeUndefined();
    });

    it('are listed by name without regard to case, oldest first', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit([
        c.project({ id: 'prj_2', name: 'ÄRGER', createdAt: s.after(2) }),
        c.project({ id: 'prj_1', name: 'Ärger', createdAt: s.after(1) }),
        c.project({ id: 'prj_3', name: 'ärgerlich', createdAt: s.after(3) }),
      ]);
      expect(ids(await projects.listNamed('ärger'))).toEqual(['prj_1', 'prj_2']);
      expect(await projects.listNamed('ärg')).toEqual([]);
      expect(await projects.listNamed('%')).toEqual([]);
      await ledger.commit([c.project({ id: 'prj_3', name: 'Ärger', createdAt: s.after(3), version: 2 })]);
      expect(ids(await projects.listNamed('ärger'))).toEqual(['prj_1', 'prj_2', 'prj_3']);
    });

    it('are journaled when they are created and renamed, without the name', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project({ name: 'alpha' })]);
      await store.ledger.commit([c.project({ name: 'alpha', anchorPath: '/new', version: 2 })]);
      const renaming = { ...c.project({ name: 'omega', version: 3 }), renamedAt: s.after(5) };
      await store.ledger.commit([renaming as Change]);
      const journal = await c.readAll(store);
      expect(journal.map(({ stream, type, at }) => [stream, type, at])).toEqual([
        ['prj_1', 'project.created', s.T0],
        ['prj_1', 'project.renamed', s.after(5)],
      ]);
      expect(JSON.stringify(journal)).not.toMatch(/alpha|omega/);
    });

    it('are named newest first, at most as many as asked for', async () => {
      const { ledger, projects } = opened().store;
      await ledger.commit(
        [2, 0, 1].map((age) => c.project({ id: `prj_${age}`, name: `P${age}`, createdAt: s.after(age) })),
      );
      expect(await projects.listNames(10)).toEqual(['P2', 'P1', 'P0']);
      expect(await projects.listNames(2)).toEqual(['P2', 'P1']);
    });
  });
}
