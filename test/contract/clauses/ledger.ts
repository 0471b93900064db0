import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const WHOLE: readonly Change[] = [
  c.project(),
  c.session([s.started(), s.turn(1_000)]),
  c.turn(1),
  c.record(),
  c.record({ id: 'rec_2', type: 'constraint', content: 'Never force-push.' }),
  c.note(),
  c.handoff({}, 'key-1'),
  c.files(['src/a.ts']),
];

/** All that any window shows of the changes above. */
async function seen({ projects, sessions, records, notes, handoffs, ledger }: Store) {
  const live = await records.listLive('prj_1', 'constraint', 10, 100, s.T0);
  return {
    project: await projects.find('prj_1'),
    byKey: await projects.findByKey(c.aProject().key),
    session: await sessions.find('ses_1'),
    turns: await sessions.listTurns('ses_1', 10, null),
    files: await sessions.listFiles('ses_1', 10),
    records: await records.findAll(['rec_1', 'rec_2']),
    live,
    note: await notes.find('not_1'),
    handoff: await handoffs.find('hnd_1'),
    keyed: await handoffs.findByIdempotencyKey('key-1'),
    found: (await sessions.list({ query: 'dragon' }, NOBODY_SILENT, 10, null)).items.map(({ id }) => id),
    journal: await ledger.read(0, 100),
  };
}

const NOBODY_SILENT = { withHooks: '', withoutHooks: '' };

const STALE: readonly (readonly [string, Change])[] = [
  ['a project', { ...c.project({ version: 6 }), expectedVersion: 5 } as Change],
  ['a session', c.session([s.started({ id: 'ses_x' }), s.turn(1)], 1)],
  ['a record', c.record({ id: 'rec_x', version: 3 })],
  ['a note', c.note({ id: 'not_x', version: 2 })],
];

export function ledgerClauses(newFixture: NewFixture): void {
  describe('commit', () => {
    const opened = useFixture(newFixture);

    it('makes all of its changes visible when it resolves', async () => {
      const { store } = opened();
      await store.ledger.commit(WHOLE);
      expect(await seen(store)).toMatchObject({
        project: c.aProject(),
        byKey: c.aProject(),
        session: c.folded([s.started(), s.turn(1_000)]),
        turns: [{ number: 1, what: 'turn 1' }],
        files: ['src/a.ts'],
        records: [{ id: 'rec_1' }, { id: 'rec_2' }],
        live: { total: 1 },
        note: c.aNote(),
        handoff: c.aHandoff(),
        keyed: c.aHandoff(),
        found: ['ses_1'],
      });
    });

    it.each(STALE)('leaves no trace of anything when %s in the middle is stale', async (_, stale) => {
      const { store, reopen } = opened();
      const nothing = await seen(store);
      const middle = Math.floor(WHOLE.length / 2);
      const changes = [...WHOLE.slice(0, middle), stale, ...WHOLE.slice(middle)];
      expect(await c.outcome(store.ledger.commit(changes))).toBe(c.CONFLICT);
      expect(await seen(store)).toEqual(nothing);
      expect(nothing.journal).toEqual([]);
      expect(await seen(await reopen())).toEqual(nothing);
    });

    it('leaves no trace wherever the stale change is in the list, and works afterwards', async () => {
      const { store } = opened();
      const nothing = await seen(store);
      const places = fc.nat(WHOLE.length);
      await fc.assert(
        fc.asyncProperty(places, fc.constantFrom(...STALE), async (place, [, stale]) => {
          const changes = [...WHOLE.slice(0, place), stale, ...WHOLE.slice(place)];
          expect(await c.outcome(store.ledger.commit(changes))).toBe(c.CONFLICT);
          expect(await seen(store)).toEqual(nothing);
        }),
        { numRuns: 40 },
      );
      expect(await c.outcome(store.ledger.commit(WHOLE))).toBe('committed');
    });

    it.each([
      ['project', c.project(), c.project({ version: 2 }), c.project({ version: 3 })],
      [
        'session',
        c.session([s.started()]),
        c.session([s.started(), s.turn(1)], 1),
        c.session([s.started(), s.turn(1), s.turn(2)], 2),
      ],
      ['record', c.record(), c.record({ version: 2 }), c.record({ version: 3 })],
      ['note', c.note(), c.note({ version: 2 }), c.note({ version: 3 })],
    ])(
      'takes a %s at the version it expects only; 0 means it must not exist yet',
      async (_, first, second, third) => {
        const { store } = opened();
        if (first.kind !== 'project') await store.ledger.commit([c.project()]);
        const commitOne = (change: Change) => c.outcome(store.ledger.commit([change]));
        expect(await commitOne(second)).toBe(c.CONFLICT);
        expect(await commitOne(first)).toBe('committed');
        expect(await commitOne(first)).toBe(c.CONFLICT);
        expect(await commitOne(third)).toBe(c.CONFLICT);
        expect(await commitOne(second)).toBe('committed');
        expect(await commitOne(second)).toBe(c.CONFLICT);
        expect(await commitOne(third)).toBe('committed');
      },
    );

    it('lets exactly one of two writers holding the same version through', async () => {
      const { store, reopen } = opened();
      const other = await reopen();
      await store.ledger.commit([c.project(), c.session([s.started()])]);
      const ends = [s.ended(1_000), s.paused(2_000)].map((event) => c.session([s.started(), event], 1));
      const race = ends.map((end, index) => c.outcome((index === 0 ? store : other).ledger.commit([end])));
      expect((await Promise.all(race)).toSorted()).toEqual(['committed', c.CONFLICT]);
      const types = (await c.readAll(store)).map(({ type }) => type);
      expect(types.filter((type) => /ended|paused/.test(type))).toHaveLength(1);
    });

    it('lets exactly one of many writers create a thing', async () => {
      const { store, reopen } = opened();
      await store.ledger.commit([c.project()]);
      const writers = await Promise.all(Array.from({ length: 5 }, () => reopen()));
      const race = writers.map((writer, index) =>
        c.outcome(writer.ledger.commit([c.session([s.started()]), c.record({ id: `rec_${index}` })])),
      );
      expect((await Promise.all(race)).filter((outcome) => outcome === 'committed')).toHaveLength(1);
      const ids = ['rec_0', 'rec_1', 'rec_2', 'rec_3', 'rec_4'];
      expect(await store.records.findAll(ids)).toHaveLength(1);
    });

    it('refuses a turn number or an idempotency key that is taken', async () => {
      const { store } = opened();
      await store.ledger.commit(WHOLE);
      const before = await seen(store);
      const again = [c.record({ id: 'rec_3' }), c.turn(1, 'another')];
      expect(await c.outcome(store.ledger.commit(again))).toBe(c.CONFLICT);
      const key = [c.record({ id: 'rec_3' }), c.handoff({ id: 'hnd_2' }, 'key-1')];
      expect(await c.outcome(store.ledger.commit(key))).toBe(c.CONFLICT);
      expect(await seen(store)).toEqual(before);
      expect(await store.records.findAll(['rec_3'])).toEqual([]);
    });

    it('is durable when it resolves: another process that opens the store finds it', async () => {
      const { store, openStore, reopen } = opened();
      await store.ledger.commit(WHOLE);
      const before = await seen(store);
      expect(await seen(await reopen())).toEqual(before);
      await openStore.close();
      expect(await seen(await reopen())).toEqual(before);
    });
  });
}
