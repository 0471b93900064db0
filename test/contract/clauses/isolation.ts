import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/app/ports/store.ts';
import * as s from '../../domain/session/a-session.ts';
import * as g from './campaign-changes.ts';
import { dropped } from './capture-changes.ts';
import * as c from './changes.ts';
import { fillWorkspace } from './filled-workspace.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';
import { CHECKS, type Check, WRITES } from './workspace-calls.ts';

const ENTRIES = Object.entries(CHECKS).flatMap(([port, methods]) =>
  Object.entries(methods).map(([method, check]) => [`${port}.${method}`, check] as const),
);
const READERS = ENTRIES.flatMap(([name, check]): [string, Check][] => {
  if (check === WRITES) return [];
  return [[name, typeof check === 'function' ? { read: check } : check]];
});
const namesWith = (wanted: (check: unknown) => boolean) =>
  ENTRIES.flatMap(([name, check]) => (wanted(check) ? [name] : []));

/** What every method that reads returns, by its name. */
async function readEverything(store: Store, words: string): Promise<ReadonlyMap<string, unknown>> {
  const results = new Map<string, unknown>();
  for (const [name, { read }] of READERS) results.set(name, await read(store, words));
  return results;
}

const unpacked = (_: string, value: unknown) =>
  value instanceof Map || value instanceof Set ? [...value] : value;
const textOf = (value: unknown) => JSON.stringify(value, unpacked);

/** The names of methods that returned these words. */
const showing = (results: ReadonlyMap<string, unknown>, words: string): readonly string[] =>
  [...results].flatMap(([name, result]) => (textOf(result)?.includes(words) ? [name] : []));

/** The names of methods that returned something else than before. */
const changed = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) =>
  [...after].flatMap(([name, result]) => (textOf(before.get(name)) === textOf(result) ? [] : [name]));

/** The same store, which adds the name of each method that is called to `called`. */
function recording(store: Store, called: Set<string>): Store {
  const ports = Object.entries(store).map(([port, methods]) => {
    const recorded = Object.entries(methods).map(([method, run]) => [
      method,
      (...args: readonly unknown[]) => {
        called.add(`${port}.${method}`);
        return (run as (...given: readonly unknown[]) => unknown)(...args);
      },
    ]);
    return [port, Object.fromEntries(recorded)];
  });
  return Object.fromEntries(ports) as Store;
}

export function isolationClauses(newFixture: NewFixture): void {
  describe('the checks of isolation', () => {
    const opened = useFixture(newFixture);

    it('include every method of every port', () => {
      const methods = Object.entries(opened().store).flatMap(([port, names]) =>
        Object.keys(names).map((name) => `${port}.${name}`),
      );
      expect(namesWith(() => true).toSorted()).toEqual(methods.toSorted());
    });

    it('fill a workspace through every method that writes', async () => {
      const called = new Set<string>();
      await fillWorkspace(recording(opened().store, called), 'alpha');
      expect([...called].toSorted()).toEqual(namesWith((check) => check === WRITES).toSorted());
    });

    it('read something of a filled workspace through every method that reads', async () => {
      const { store } = opened();
      const empty = await readEverything(store, 'alpha');
      await fillWorkspace(store, 'alpha');
      const expected = READERS.filter(([, { sameWhenEmpty }]) => sameWhenEmpty === undefined);
      expect(changed(empty, await readEverything(store, 'alpha'))).toEqual(expected.map(([name]) => name));
    });
  });

  describe.each([
    ['of one open store', 'default'],
    ['of a store that is opened twice', 'reopened'],
  ])('a workspace %s', (_, how) => {
    const opened = useFixture(newFixture);
    let one: Store;
    let other: Store;
    beforeEach(async () => {
      const { workspace, reopen } = opened();
      one = workspace('one');
      other = how === 'reopened' ? await reopen('other') : workspace('other');
    });

    it('is empty while another is filled', async () => {
      const empty = await readEverything(other, 'alpha');
      await fillWorkspace(one, 'alpha');
      const after = await readEverything(other, 'alpha');
      expect(changed(empty, after)).toEqual([]);
      expect(showing(after, 'rec_')).toEqual([]);
    });

    it('can hold the same ids, keys, names and texts as another, and both read their own', async () => {
      await fillWorkspace(one, 'alpha');
      const before = await readEverything(one, 'alpha');
      await fillWorkspace(other, 'omega');
      expect(changed(before, await readEverything(one, 'alpha'))).toEqual([]);
      expect(showing(before, 'omega')).toEqual([]);
      expect(showing(await readEverything(other, 'omega'), 'alpha')).toEqual([]);
      await fillWorkspace(opened().workspace('same words'), 'alpha');
      expect(changed(before, await readEverything(one, 'alpha'))).toEqual([]);
    });

    it('shows nothing to who asks for the words of another', async () => {
      await fillWorkspace(one, 'alpha');
      await fillWorkspace(other, 'omega');
      // It returns one of the sessions it is given, and these have the words that were asked for.
      const given = ['sessions.findLastHeard'];
      expect(showing(await readEverything(other, 'alpha'), 'alpha')).toEqual(given);
    });

    it('keeps what it holds when another changes, withholds, deletes or drops the same ids', async () => {
      await fillWorkspace(one, 'alpha');
      await fillWorkspace(other, 'alpha');
      const before = await readEverything(one, 'alpha');
      const [record] = await other.records.findAll(['rec_global']);
      if (record === undefined) throw new Error('not stored');
      await other.ledger.commit([
        c.project({ name: 'omega', kind: 'game', version: 2 }),
        c.record({ version: 2, status: 'resolved', content: 'omega' }),
        c.note({ version: 2, summary: 'omega' }),
        c.session([s.started({ title: 'alpha' }), s.turn(1), s.ended(2)], 2),
        g.played({ name: 'omega', version: 3, turn: 1 }, { unmade: ['ent_1'] }),
        { kind: 'withhold', sessionId: 'ses_1', types: ['open_loop'] },
        { kind: 'forget', record, at: s.T0 },
        { kind: 'capture_summary', captureId: 'cap_1', summary: 'omega', at: s.T0 },
        dropped('cap_1'),
        c.files(['omega.ts']),
      ]);
      expect(changed(before, await readEverything(one, 'alpha'))).toEqual([]);
    });

    it.each([
      ['a project', c.project({ version: 2 })],
      ['a session', c.session([s.started(), s.turn(1), s.ended(2)], 2)],
      ['a record', c.record({ version: 2 })],
      ['a note', c.note({ version: 2 })],
      ['a campaign', g.played({ version: 3 })],
    ])('does not satisfy the version that another expects of %s', async (_what, next) => {
      await fillWorkspace(one, 'alpha');
      await other.ledger.commit([c.project({ id: 'prj_9' })]);
      expect(await c.outcome(other.ledger.commit([next]))).toBe(c.CONFLICT);
    });
  });
}
