import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/app/ports/ledger.ts';
import type { Store } from '../../../src/app/ports/store.ts';
import type { RecordEvent } from '../../../src/domain/record/events.ts';
import { resolveRecord, supersedeRecord, type ThroughlineRecord } from '../../../src/domain/record/record.ts';
import { asJournaled, replayEvents, type SessionEvent } from '../../../src/domain/session/events.ts';
import { aRecord } from '../../domain/record/a-record.ts';
import { anyCommands, run, type Timed } from '../../domain/session/any-commands.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import { evolveRecord, type RecordMark } from '../../support/replay-record-events.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const eventOf = <Event>({ type, at, data }: JournalEntry) => ({ type, at, ...(data as object) }) as Event;
const ofStream = (entries: readonly JournalEntry[], id: string) =>
  entries.filter(({ stream }) => stream === id);

/** One commit per step, as the use cases do it. */
async function play(store: Store, id: string, commands: readonly Timed[]): Promise<void> {
  const start = s.started({ id });
  const events: SessionEvent[] = [];
  await store.ledger.commit([c.session([start])]);
  for (const step of run(commands).steps) {
    if (step.events.length === 0) continue;
    const stored = 1 + events.length;
    events.push(...step.events);
    await store.ledger.commit([c.session([start, ...events], stored)]);
  }
}

const anyFates = fc.array(fc.record({ id: fc.nat(3), fate: fc.constantFrom('resolve', 'supersede') }), {
  maxLength: 8,
});

export function journalClauses(newFixture: NewFixture): void {
  describe('the journal', () => {
    const opened = useFixture(newFixture);

    it('holds what happened in the order it was committed, one entry per event', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project(), c.session([s.started(), s.turn(1)]), c.record()]);
      await store.ledger.commit([c.note(), c.session([s.started(), s.turn(1), s.ended(2)], 2)]);
      const entries = await c.readAll(store);
      expect(entries.map(({ stream, type }) => `${stream} ${type}`)).toEqual([
        'prj_1 project.created',
        'ses_1 session.started',
        'ses_1 turn.taken',
        'rec_1 record.stored',
        'not_1 note.added',
        'ses_1 session.ended',
      ]);
      expect(entries.at(-1)).toMatchObject({ at: s.after(2) });
    });

    it('gives later entries higher positions, and answers the position of the last one written', async () => {
      const { store } = opened();
      const first = await store.ledger.commit([c.project(), c.session([s.started()])]);
      const second = await store.ledger.commit([c.session([s.started(), s.turn(1)], 1)]);
      const positions = (await c.readAll(store)).map(({ position }) => position);
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(positions).size).toBe(3);
      expect([first, second]).toEqual([positions[1], positions[2]]);
      expect(positions[0]).toBeGreaterThan(0);
    });

    it('is read from after a position, oldest first, at most as much as asked for', async () => {
      const { store } = opened();
      await store.ledger.commit([c.project()]);
      for (let index = 0; index < 9; index += 1)
        await store.ledger.commit([c.record({ id: `rec_${index}` })]);
      const all = await c.readAll(store);
      expect(await store.ledger.read(0, 4)).toEqual(all.slice(0, 4));
      expect(await store.ledger.read(all[3]?.position ?? 0, 4)).toEqual(all.slice(4, 8));
      expect(await store.ledger.read(all[9]?.position ?? 0, 4)).toEqual([]);
      expect(await store.ledger.read(0, 0)).toEqual([]);
    });

    it('has an end: earlier commits are at or before it, later ones after it', async () => {
      const { store, workspace } = opened();
      expect(await store.ledger.end()).toBe(0);
      const committed = await store.ledger.commit([c.project(), c.session([s.started(), s.turn(9)])]);
      expect(await store.ledger.end()).toBe(committed);
      const other = workspace('other');
      await other.ledger.commit([c.project()]);
      const end = await store.ledger.end();
      expect(await store.ledger.read(end, 10)).toEqual([]);
      await store.ledger.commit([c.record()]);
      expect(await store.ledger.read(end, 10)).toHaveLength(1);
    });

    it('has the time of its newest entry, and none before the first', async () => {
      const { ledger } = opened().store;
      expect(await ledger.lastAt()).toBeUndefined();
      await ledger.commit([c.project(), c.session([s.started(), s.turn(9)])]);
      expect(await ledger.lastAt()).toBe(s.after(9));
      await ledger.commit([c.session([s.started({ id: 'ses_2', at: s.after(5) })])]);
      expect(await ledger.lastAt()).toBe(s.after(5));
      expect(await opened().workspace('other').ledger.lastAt()).toBeUndefined();
    });

    it('shows a follower every entry once, however many writers there are', async () => {
      const { store, reopen } = opened();
      await store.ledger.commit([c.project()]);
      const writers = await Promise.all([reopen(), reopen(), reopen()]);
      const writing = writers.map(async (writer, w) => {
        for (let n = 0; n < 8; n += 1) await writer.ledger.commit([c.record({ id: `rec_${w}_${n}` })]);
      });
      const seen: string[] = [];
      let position = 0;
      const follow = async () => {
        const entries = await store.ledger.read(position, 3);
        for (const entry of entries) seen.push(entry.stream);
        position = entries.at(-1)?.position ?? position;
        return entries.length;
      };
      let isWritten = false;
      void Promise.all(writing).then(() => {
        isWritten = true;
      });
      while (!isWritten) {
        await follow();
        await new Promise(setImmediate);
      }
      while ((await follow()) > 0);
      expect(seen).toHaveLength(25);
      expect(new Set(seen).size).toBe(25);
    });

    it('contains ids and digests, and no stored text', async () => {
      const { store } = opened();
      const words = 'swordfish';
      await store.ledger.commit([
        c.project({ name: words }),
        c.session([
          s.started({ title: words }),
          { type: 'session.closed', at: s.T0, reason: words, epitaph: words, policy: 'successor_allowed' },
        ]),
        c.record({ content: words, subject: words, tags: [words], aliases: [words] }),
        c.note({ summary: words, title: words, notes: words, events: [words] }),
        c.turn(1, words),
        c.files([words]),
      ]);
      expect(JSON.stringify(await c.readAll(store))).not.toContain(words);
    });

    it('folds to the stored session after any commits', async () => {
      const { store, workspace } = opened();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(anyCommands, anyCommands, async (one, other) => {
          count += 1;
          const own = workspace(`w${count}`);
          await own.ledger.commit([c.project()]);
          await Promise.all([play(own, 'ses_1', one), play(own, 'ses_2', other)]);
          const entries = await c.readAll(own);
          for (const id of ['ses_1', 'ses_2']) {
            const stored = await own.sessions.find(id);
            const events = ofStream(entries, id).map((entry) => eventOf<SessionEvent>(entry));
            expect(stored && asJournaled(stored)).toEqual(replayEvents(events));
          }
        }),
        { numRuns: 15 },
      );
      expect(await c.readAll(store)).toEqual([]);
    });

    it('gives digest, status and version of every record', async () => {
      const { workspace } = opened();
      let count = 0;
      await fc.assert(
        fc.asyncProperty(anyFates, async (fates) => {
          count += 1;
          const own = workspace(`w${count}`);
          const records = new Map<string, ThroughlineRecord>();
          for (let id = 0; id < 4; id += 1) records.set(`rec_${id}`, aRecord({ id: `rec_${id}` }));
          await own.ledger.commit([c.project(), ...[...records.values()].map((record) => c.record(record))]);
          for (const { id, fate } of fates) {
            const before = records.get(`rec_${id}`) ?? aRecord();
            const next =
              fate === 'resolve' ? resolveRecord(before, 'so', s.T0) : supersedeRecord(before, 'rec_z', s.T0);
            if (next === before) continue;
            records.set(next.id, next);
            await own.ledger.commit([c.record(next)]);
          }
          const entries = await c.readAll(own);
          for (const stored of await own.records.findAll([...records.keys()])) {
            const { digest, status, version } = stored;
            const marks = ofStream(entries, stored.id).map((entry) => eventOf<RecordEvent>(entry));
            const mark = marks.reduce<RecordMark | undefined>(evolveRecord, undefined);
            expect(mark).toEqual({ digest, status, version });
            expect(stored).toEqual(records.get(stored.id));
          }
        }),
        { numRuns: 20 },
      );
    });
  });
}
