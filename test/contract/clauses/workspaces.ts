import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, findIn, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const IDS = ['one', 'One', 'one ', '', 'default/one', "o'ne", '東京', '__proto__', '\ufffd', 'one\ufffd'];
/** An engine that stored these would store another id. */
const UNSTORABLE_IDS = ['one\u0000', '\u0000', 'one\u0000other', 'one\ud800', '\udfffone'];
const STOPPING = 'unavailable: store_stopping';

const streamsOf = async (store: Store) => (await c.readAll(store)).map(({ stream }) => stream);
const isThere = async ({ projects }: Store) => (await projects.find('prj_1')) !== undefined;

/** Two entries in one commit. */
const pair = (name: string): readonly Change[] => [
  c.project({ id: `${name} first` }),
  c.project({ id: `${name} second` }),
];

/** Commits `count` pairs at once in each of the workspaces, and returns the names of those of one workspace. */
async function commitAtOnce(stores: readonly Store[], count: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, index) => `commit ${index}`);
  await Promise.all(names.flatMap((name) => stores.map(({ ledger }) => ledger.commit(pair(name)))));
  return names;
}

export function workspaceClauses(newFixture: NewFixture): void {
  describe('workspaces', () => {
    const opened = useFixture(newFixture);

    it('are the same object for the same id, and another one for another id', () => {
      const { workspace } = opened();
      const stores = IDS.map((id) => workspace(id));
      expect(IDS.map((id) => workspace(id))).toEqual(stores);
      for (const [index, id] of IDS.entries()) expect(workspace(id), id).toBe(stores[index]);
      expect(new Set(stores).size).toBe(IDS.length);
    });

    it('differ if any character of their ids differs', async () => {
      const { workspace, reopen } = opened();
      for (const id of IDS) await workspace(id).ledger.commit([c.project({ name: id })]);
      for (const id of IDS) {
        expect((await workspace(id).projects.find('prj_1'))?.name).toBe(id);
        expect((await (await reopen(id)).projects.list(9)).map(({ project }) => project.name)).toEqual([id]);
      }
    });

    it.each(UNSTORABLE_IDS)('are refused if their id cannot be stored as it is: %j', (id) => {
      const { workspace } = opened();
      expect(() => workspace(id)).toThrow(expect.objectContaining({ code: 'workspace_invalid' }));
    });

    it('are refused if their id is longer than 200 characters, and kept apart by the last of 200', async () => {
      const { workspace } = opened();
      const long = '東'.repeat(199);
      expect(() => workspace(`${long}ab`)).toThrow(expect.objectContaining({ code: 'workspace_invalid' }));
      const [one, other] = [workspace(`${long}a`), workspace(`${long}b`)];
      await one.ledger.commit([c.project(), c.record({ content: 'heron' })]);
      expect((await findIn(one, 'records', EVERYTHING)).frequency.count).toBe(1);
      expect((await findIn(other, 'records', EVERYTHING)).frequency.count).toBe(0);
    });

    it('accept concurrent commits, each as a whole', async () => {
      const { workspace } = opened();
      const stores = [workspace('one'), workspace('other')];
      const names = await commitAtOnce(stores, 12);
      for (const store of stores) {
        const streams = await streamsOf(store);
        expect(streams.toSorted()).toEqual(
          names.flatMap((name) => [`${name} first`, `${name} second`]).toSorted(),
        );
        for (const name of names)
          expect(streams[streams.indexOf(`${name} first`) + 1]).toBe(`${name} second`);
      }
    });

    it('accept concurrent commits from two open stores', async () => {
      const { workspace, reopen } = opened();
      const stores = [workspace('one'), await reopen('other')];
      const names = await commitAtOnce(stores, 6);
      for (const store of stores) expect(await streamsOf(store)).toHaveLength(2 * names.length);
    });

    it('let exactly one of two commits of the same version through in each of them', async () => {
      const { workspace } = opened();
      const stores = [workspace('one'), workspace('other')];
      const race = stores.flatMap(({ ledger }) => [1, 2].map(() => c.outcome(ledger.commit([c.project()]))));
      const [first, second, third, fourth] = await Promise.all(race);
      for (const outcomes of [
        [first, second],
        [third, fourth],
      ])
        expect(outcomes.toSorted()).toEqual(['committed', c.CONFLICT]);
    });

    it('have a journal each, of their own entries in their own order', async () => {
      const { workspace } = opened();
      const [one, other] = [workspace('one'), workspace('other')];
      for (let index = 0; index < 6; index += 1) {
        await one.ledger.commit([c.project({ id: `one ${index}` })]);
        await other.ledger.commit([c.project({ id: `other ${index}`, createdAt: s.after(index) })]);
      }
      for (const [store, name] of [
        [one, 'one'],
        [other, 'other'],
      ] as const) {
        const streams: string[] = [];
        let page = await store.ledger.read(0, 4);
        while (page.length > 0) {
          streams.push(...page.map(({ stream }) => stream));
          page = await store.ledger.read(page.at(-1)?.position ?? 0, 4);
        }
        expect(streams).toEqual(Array.from({ length: 6 }, (_, index) => `${name} ${index}`));
      }
      expect([await one.ledger.lastAt(), await other.ledger.lastAt()]).toEqual([s.T0, s.after(5)]);
    });

    it('accept a record that must be the only one with its text although another workspace has the same text', async () => {
      const { workspace } = opened();
      const only = { ...c.record(), isOnlyOne: true } as Change;
      for (const id of ['one', 'other'])
        expect(await c.outcome(workspace(id).ledger.commit([c.project(), only]))).toBe('committed');
      const again = { ...c.record({ id: 'rec_2' }), isOnlyOne: true } as Change;
      expect(await c.outcome(workspace('one').ledger.commit([again]))).toBe(c.CONFLICT);
    });

    it('count only their own texts, exactly or as an estimate', async () => {
      const { workspace } = opened();
      const records = (count: number) =>
        Array.from({ length: count }, (_, index) =>
          c.record({ id: `r${index}`, content: index % 2 === 0 ? 'heron' : 'quartz' }),
        );
      await workspace('large').ledger.commit([c.project(), ...records(900)]);
      const own = workspace('small');
      await own.ledger.commit([c.project(), ...records(60)]);
      const frequencyOf = async (query: typeof EVERYTHING, limit: number) =>
        (await findIn(own, 'records', query, {}, limit)).frequency;
      expect(await frequencyOf(word('heron'), 30)).toEqual({ count: 30, isEstimate: false });
      expect(await frequencyOf(EVERYTHING, 60)).toEqual({ count: 60, isEstimate: false });
      const estimate = await frequencyOf(word('heron'), 10);
      expect(estimate.isEstimate).toBe(true);
      expect(estimate.count).toBeGreaterThan(20);
      expect(estimate.count).toBeLessThan(45);
    });

    it('count the same whatever other workspaces write before, between and after their own texts', async () => {
      const { workspace } = opened();
      const words = (index: number) =>
        ['heron', 'quartz', 'violin'].filter((_, at) => index % (at + 2) !== 0).join(' ');
      const records = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, index) =>
          c.record({ id: `r${from + index}`, content: `${words(from + index)} ${from + index}` }),
        );
      const [undisturbed, own, foreign] = [workspace('undisturbed'), workspace('own'), workspace('foreign')];
      await undisturbed.ledger.commit([c.project(), ...records(0, 700)]);
      await foreign.ledger.commit([c.project(), ...records(0, 300)]);
      await own.ledger.commit([c.project(), ...records(0, 600)]);
      await foreign.ledger.commit(records(300, 2_300));
      await own.ledger.commit(records(600, 700));
      await foreign.ledger.commit(records(2_300, 2_600));
      const requests = [
        word('heron'),
        word('600'),
        { all: [word('heron'), word('violin')] },
        EVERYTHING,
      ].flatMap((query) =>
        [1, 50, 200].map((limit) => ({ query, sources: ['records'] as const, scope: {}, limit })),
      );
      const frequencies = async ({ search }: Store) =>
        (await search.find(requests)).map(({ frequency }) => frequency);
      const found = await frequencies(own);
      expect(found).toEqual(await frequencies(undisturbed));
      expect(found.slice(-3)).toEqual([700, 700, 700].map((count) => ({ count, isEstimate: true })));
    });
  });

  describe('an open store', () => {
    const opened = useFixture(newFixture);
    const both = () => [opened().workspace('one'), opened().workspace('other')];
    const commit = ({ ledger }: Store, id = 'prj_1') => c.outcome(ledger.commit([c.project({ id })]));

    it('declares truthfully whether others can write to it, in plain values', async () => {
      const { openStore, store, reopen } = opened();
      const { capabilities } = openStore;
      expect(JSON.parse(JSON.stringify(capabilities))).toEqual(capabilities);
      await (await reopen()).ledger.commit([c.project()]);
      expect(capabilities).toEqual({
        hasOtherWriters: await isThere(store),
        hasFileBackups: await isThere(store),
      });
    });

    it('closes all of its workspaces, and what they acknowledged is there when it is opened again', async () => {
      const { openStore, workspace, reopen } = opened();
      for (const store of both()) expect(await commit(store)).toBe('committed');
      await openStore.close();
      for (const store of [...both(), workspace('opened later')]) {
        expect(await c.outcome(store.projects.find('prj_1'))).toBe(STOPPING);
        expect(await commit(store, 'prj_2')).toBe(STOPPING);
      }
      for (const id of ['one', 'other']) {
        const store = await reopen(id);
        expect([await isThere(store), await streamsOf(store)]).toEqual([true, ['prj_1']]);
      }
    });

    it('can be closed twice, and does not close what others opened', async () => {
      const { openStore, reopen } = opened();
      const other = await reopen('one');
      await openStore.close();
      await openStore.close();
      expect(await commit(other)).toBe('committed');
      expect(await isThere(other)).toBe(true);
    });

    it.each(['stop', 'close'] as const)(
      'refuses the waiting commits of all workspaces on %s, and writes nothing of them',
      async (how) => {
        const { openStore, holdWriteLock, reopen } = opened();
        for (const store of both()) await commit(store);
        const release = holdWriteLock();
        const waiting = both().map((store) => commit(store, 'prj_late'));
        await openStore[how]();
        expect(await Promise.all(waiting)).toEqual([STOPPING, STOPPING]);
        release();
        for (const id of ['one', 'other']) expect(await streamsOf(await reopen(id))).toEqual(['prj_1']);
      },
    );

    it('still reads in all workspaces after stop, and commits where it does not have to wait', async () => {
      const { openStore } = opened();
      openStore.stop();
      for (const store of both()) {
        expect(await commit(store)).toBe('committed');
        expect(await isThere(store)).toBe(true);
      }
    });
  });
}
