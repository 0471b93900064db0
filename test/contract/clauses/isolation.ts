import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/app/ports/store.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import { dropped } from './capture-changes.ts';
import * as c from './changes.ts';
import { changeWorkspace, fillWorkspace, SAME } from './filled-workspace.ts';
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

type Replacer = (name: string, value: unknown) => unknown;
const unpacked: Replacer = (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value);
/** Workspaces may share positions and sequences, and keys are the engine's own. */
const NUMBERS = ['position', 'seq', 'sequence', 'key', 'anchor', 'receipts.findPosition'];
const withoutNumbers: Replacer = (name, value) => (NUMBERS.includes(name) ? null : unpacked(name, value));
const textOf = (value: unknown, replacer = unpacked) => JSON.stringify(value, replacer);

/** The names of methods that returned these words. */
const showing = (results: ReadonlyMap<string, unknown>, words: string): readonly string[] =>
  [...results].flatMap(([name, result]) => (textOf(result)?.includes(words) ? [name] : []));

/** The names of methods that returned something else than before. */
function changed(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  replacer = unpacked,
): readonly string[] {
  const textIn = (results: ReadonlyMap<string, unknown>, name: string) =>
    textOf({ [name]: results.get(name) }, replacer);
  return [...after.keys()].filter((name) => textIn(before, name) !== textIn(after, name));
}

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

    it('returns the same for words of another workspace as for unknown words', async () => {
      await fillWorkspace(one, 'alpha');
      await fillWorkspace(other, 'omega');
      const [known, unknown] = [await readEverything(other, 'alpha'), await readEverything(other, 'sigma')];
      // It returns one of the sessions it is given, and these have the words that were asked for.
      expect(changed(unknown, known)).toEqual(['sessions.findLastSeen']);
    });

    it('keeps its data when another changes, withholds, deletes or drops the same ids', async () => {
      await fillWorkspace(one, 'alpha');
      await fillWorkspace(other, 'alpha');
      const before = await readEverything(one, 'alpha');
      await changeWorkspace(other, 'alpha');
      expect(changed(before, await readEverything(one, 'alpha'))).toEqual([]);
      await other.ledger.commit([dropped('cap_1')]);
      expect(changed(before, await readEverything(one, 'alpha'))).toEqual([]);
      const again = one.ledger.commit([
        { kind: 'hook_call', digest: SAME.digest, at: s.T0, forgetBefore: s.T0 },
      ]);
      expect(await c.outcome(again)).toBe('conflict: hook_repeated');
    });

    it('reads and writes beside others as it does alone in a store', async () => {
      await fillWorkspace(one, 'omega');
      await changeWorkspace(one, 'omega');
      await fillWorkspace(opened().workspace('same words'), 'alpha');
      const fixture = await newFixture();
      onTestFinished(() => fixture.destroy());
      const alone = (await fixture.open()).workspace('other');
      for (const change of [fillWorkspace, changeWorkspace]) {
        for (const store of [other, alone]) await change(store, 'alpha');
        const [beside, expected] = [
          await readEverything(other, 'alpha'),
          await readEverything(alone, 'alpha'),
        ];
        expect(changed(expected, beside, withoutNumbers)).toEqual([]);
      }
    });

    it.each([
      ['a project', c.project({ version: 2 })],
      ['a session', c.session([s.started(), s.turn(1), s.ended(2)], 2)],
      ['a record', c.record({ version: 2 })],
      ['a note', c.note({ version: 2 })],
      ['a campaign', g.played({ version: 3 })],
      ['a record that stays unchanged', { kind: 'unchanged', record: aRecord() } as const],
      ['a record to delete', { kind: 'forget', record: aRecord(), at: s.T0 } as const],
    ])('does not satisfy the version that another expects of %s', async (_what, next) => {
      await fillWorkspace(one, 'alpha');
      await other.ledger.commit([c.project({ id: 'prj_9' })]);
      expect(await c.outcome(other.ledger.commit([next]))).toBe(c.CONFLICT);
    });
  });
}
