import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import {
  effectiveStatus,
  type RecordType,
  resolveRecord,
  supersedeRecord,
  type ThroughlineRecord,
} from '../../../src/domain/record/record.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const TYPES = ['open_loop', 'constraint', 'decision'] as const;
const PROJECTS = ['prj_1', 'prj_2', null] as const;

const anyStep = fc.record({
  id: fc.nat(5),
  what: fc.constantFrom('store', 'resolve', 'supersede', 'move', 'withhold'),
  type: fc.constantFrom(...TYPES),
  projectId: fc.constantFrom(...PROJECTS),
  expiresAt: fc.constantFrom(null, s.after(5), s.after(50)),
  sessionId: fc.constantFrom('ses_1', 'ses_2'),
});
type LiveStep = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** What the store should hold after a step, and the change that takes it there; undefined when there is none. */
function apply(model: Map<string, ThroughlineRecord>, step: LiveStep): Change | undefined {
  if (step.what === 'withhold') {
    for (const [id, record] of model) {
      const isHit = record.sessionId === step.sessionId && record.type === step.type;
      if (isHit && record.status === 'active') model.set(id, { ...record, isWithheld: true });
    }
    return { kind: 'withhold', sessionId: step.sessionId, types: [step.type] };
  }
  const known = model.get(`rec_${step.id}`);
  if (known === undefined) {
    const { type, projectId, sessionId, expiresAt } = step;
    const stored = aRecord({ id: `rec_${step.id}`, type, projectId, sessionId, expiresAt });
    model.set(stored.id, stored);
    return c.record(stored);
  }
  const next = changed(known, step);
  if (next === known) return undefined;
  // Withheld says of an active record that it is held back; once resolved there is nothing to hold.
  model.set(next.id, next.status === 'active' ? next : { ...next, isWithheld: false });
  return c.record(next);
}

function changed(record: ThroughlineRecord, step: LiveStep): ThroughlineRecord {
  if (step.what === 'resolve') return resolveRecord(record, null, s.T0);
  if (step.what === 'supersede') return supersedeRecord(record, 'rec_z', s.T0);
  return { ...record, projectId: step.projectId, version: record.version + 1 };
}

const isLive = (record: ThroughlineRecord, projectId: string, type: RecordType, now: string) =>
  (record.projectId === projectId || record.projectId === null) &&
  record.type === type &&
  !record.isWithheld &&
  effectiveStatus(record, now) === 'active';

async function checkAgainst(store: Store, model: ReadonlyMap<string, ThroughlineRecord>): Promise<void> {
  for (const projectId of ['prj_1', 'prj_2']) {
    for (const type of TYPES) {
      for (const now of [s.T0, s.after(5), s.after(99)]) {
        const ids = [...model.values()]
          .filter((one) => isLive(one, projectId, type, now))
          .map(({ id }) => id);
        const live = await store.records.listLive(projectId, type, 50, 100, now);
        expect(live.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
        expect(live.total).toBe(ids.length);
      }
    }
  }
  expect((await store.records.findAll([...model.keys()])).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [...model.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
}

export function liveRecordClauses(newFixture: NewFixture): void {
  describe('live records', () => {
    const opened = useFixture(newFixture);
    const live = (type: RecordType, limit = 50, maxChars = 1_000, now = s.T0) =>
      opened().store.records.listLive('prj_1', type, limit, maxChars, now);
    const ids = async (type: RecordType, limit?: number) =>
      (await live(type, limit)).items.map(({ id }) => id);
    const at = (ms: number, facts: Partial<ThroughlineRecord>) =>
      c.record({ createdAt: s.after(ms), ...facts });

    it('are listed newest first, open loops oldest first and the newest last, the project’s and the global ones together', async () => {
      const { ledger } = opened().store;
      await ledger.commit([
        c.project(),
        c.project({ id: 'prj_2' }),
        ...(['decision', 'open_loop'] as const).flatMap((type) => [
          at(3, { id: `${type}3`, type }),
          at(1, { id: `${type}1`, type }),
          at(2, { id: `${type}2`, type, projectId: null }),
          at(4, { id: `${type}4`, type, projectId: 'prj_2' }),
        ]),
      ]);
      expect(await ids('decision')).toEqual(['decision3', 'decision2', 'decision1']);
      expect(await ids('open_loop')).toEqual(['open_loop1', 'open_loop2', 'open_loop3']);
      expect(await ids('decision', 2)).toEqual(['decision3', 'decision2']);
      expect(await ids('open_loop', 2)).toEqual(['open_loop1', 'open_loop3']);
    });

    it('include when their session was continued, if it was', async () => {
      const { ledger } = opened().store;
      await ledger.commit([
        c.project(),
        c.session([s.started(), s.ended(1), s.succeeded(2, 'ses_2')]),
        c.session([s.started({ id: 'ses_2', at: s.after(2), predecessorId: 'ses_1' })]),
        at(1, { id: 'first', type: 'checkpoint', sessionId: 'ses_1' }),
        at(2, { id: 'second', type: 'checkpoint', sessionId: 'ses_2' }),
      ]);
      const { items } = await live('checkpoint');
      expect(items.map(({ id, continuedAt }) => [id, continuedAt])).toEqual([
        ['second', undefined],
        ['first', s.after(2)],
      ]);
    });

    it('count all of them, however few are listed', async () => {
      const { ledger } = opened().store;
      const many = Array.from({ length: 30 }, (_, index) => at(index, { id: `r${index}`, type: 'lesson' }));
      await ledger.commit([c.project(), ...many]);
      expect(await live('lesson', 4)).toMatchObject({ total: 30, items: { length: 4 } });
      expect(await live('lesson', 0)).toEqual({ total: 30, items: [] });
    });

    it('of one moment keep the order they were written in', async () => {
      const { ledger } = opened().store;
      await ledger.commit([
        c.project(),
        ...['x', 'y', 'z'].flatMap((id) => [
          c.record({ id: `k${id}`, type: 'constraint' }),
          c.record({ id: `o${id}` }),
        ]),
      ]);
      expect(await ids('constraint')).toEqual(['kx', 'ky', 'kz']);
      expect(await ids('open_loop')).toEqual(['ox', 'oy', 'oz']);
    });

    it('include at most as many characters as asked for, and the whole length', async () => {
      const { ledger } = opened().store;
      const texts = { plain: 'abcdefghij', wide: '😀😁😂🤣😃😄😅😆😉😊', mixed: 'ä漢e\u0301שלום!!' };
      await ledger.commit([
        c.project(),
        ...Object.entries(texts).map(([id, content]) => c.record({ id, type: 'warning', content })),
      ]);
      const { items } = await live('warning', 10, 4);
      for (const { id, text, length } of items) {
        const whole = texts[id as keyof typeof texts];
        expect(whole.startsWith(text)).toBe(true);
        expect([...text].length).toBeLessThanOrEqual(4);
        expect(text.isWellFormed()).toBe(true);
        expect(length).toBe(whole.length);
      }
      expect(items.find(({ id }) => id === 'plain')?.text).toBe('abcd');
      expect((await live('warning', 10, 40)).items.map(({ text }) => text).toSorted()).toEqual(
        Object.values(texts).toSorted(),
      );
    });

    it('include their source, session and author', async () => {
      const { ledger } = opened().store;
      const facts = {
        subject: 'build',
        importance: 9,
        source: 'end_session',
        worktree: '/w',
        branch: 'main',
      };
      await ledger.commit([c.project(), c.session([s.started({ agent: 'ada' })])]);
      await ledger.commit([c.record(facts), c.record({ id: 'rec_2', sessionId: null })]);
      const { items } = await live('open_loop');
      expect(items[0]).toMatchObject({ ...facts, sessionId: 'ses_1', author: 'ada', createdAt: s.T0 });
      expect(items[1]).toMatchObject({ sessionId: null, author: null });
    });

    it('end at the instant they expire', async () => {
      const { ledger } = opened().store;
      await ledger.commit([c.project(), c.record({ expiresAt: s.after(10) })]);
      expect((await live('open_loop', 5, 10, s.after(9))).total).toBe(1);
      expect(await live('open_loop', 5, 10, s.after(10))).toEqual({ items: [], total: 0 });
    });

    it('leave out what was withheld with its session, of the named types only', async () => {
      const { ledger, records } = opened().store;
      await ledger.commit([
        c.project(),
        c.record({ id: 'loop' }),
        c.record({ id: 'rule', type: 'constraint' }),
        c.record({ id: 'other', sessionId: 'ses_2' }),
      ]);
      await ledger.commit([{ kind: 'withhold', sessionId: 'ses_1', types: ['open_loop', 'decision'] }]);
      expect(await live('open_loop')).toMatchObject({ total: 1, items: [{ id: 'other' }] });
      expect(await ids('constraint')).toEqual(['rule']);
      expect(await records.findAll(['loop'])).toMatchObject([
        { status: 'active', isWithheld: true, version: 1 },
      ]);
    });

    it('and their counters agree with the records, after any changes', async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { minLength: 1, maxLength: 25 }),
          fc.nat(4),
          async (steps, size) => {
            count += 1;
            const store = opened().workspace(`w${count}`);
            await store.ledger.commit([c.project(), c.project({ id: 'prj_2' })]);
            const model = new Map<string, ThroughlineRecord>();
            for (let from = 0; from < steps.length; from += size + 1) {
              const batch = steps.slice(from, from + size + 1).flatMap((step) => apply(model, step) ?? []);
              await store.ledger.commit(batch);
            }
            await checkAgainst(store, model);
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
