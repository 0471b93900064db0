import { describe, expect, it } from 'vitest';
import type { SearchScope, SearchText, TextSource } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/a-session.ts';
import * as c from './changes.ts';
import { EVERYTHING, placesIn } from './found.ts';
import { type StoreHouse, useHouse } from './house.ts';

const idsOf = (texts: readonly SearchText[]) => texts.map(({ id }) => id);

export function searchReadingClauses(newHouse: () => Promise<StoreHouse>): void {
  describe('what search reads', () => {
    const rooms = useHouse(newHouse);
    const everyPlace = (source: TextSource) => placesIn(rooms().store, source, EVERYTHING);
    const readAll = async (source: TextSource, scope: SearchScope = {}) =>
      rooms().store.search.read(source, await everyPlace(source), scope);

    it('is as much of a record as it takes to judge it', async () => {
      const { store } = rooms();
      await store.ledger.commit([
        c.project(),
        c.record({
          subject: 'Build',
          tags: ['ci', 'slow'],
          aliases: ['pipeline'],
          occurredAt: s.after(5),
          importance: 9,
          supersedes: ['rec_0'],
          supersededBy: 'rec_9',
        }),
        c.record({ id: 'rec_2', projectId: null, sessionId: null, type: 'memory', content: 'Tea.' }),
      ]);
      expect(await readAll('records')).toEqual([
        {
          place: expect.any(Number),
          kind: 'record',
          id: 'rec_2',
          part: 0,
          projectId: null,
          sessionId: null,
          text: 'Tea.',
          names: [],
          speaker: null,
          at: s.T0,
          importance: 7,
          type: 'memory',
          supersedes: [],
          supersededBy: null,
          isSecret: false,
        },
        {
          place: expect.any(Number),
          kind: 'record',
          id: 'rec_1',
          part: 0,
          projectId: 'prj_1',
          sessionId: 'ses_1',
          text: 'Why does the build hang?',
          names: ['Build', 'ci', 'slow', 'pipeline'],
          speaker: null,
          at: s.after(5),
          importance: 9,
          type: 'open_loop',
          supersedes: ['rec_0'],
          supersededBy: 'rec_9',
          isSecret: false,
        },
      ]);
    });

    it('comes in the order of the places, each as often as it is asked for, and nothing for a place that is none', async () => {
      const { store } = rooms();
      await store.ledger.commit([c.project(), c.record({ id: 'a' }), c.record({ id: 'b' })]);
      const [b = 0, a = 0] = await everyPlace('records');
      expect(idsOf(await store.search.read('records', [a, b], {}))).toEqual(['a', 'b']);
      expect(idsOf(await store.search.read('records', [b, 9_999, a], {}))).toEqual(['b', 'a']);
      expect(await store.search.read('records', [], {})).toEqual([]);
    });

    it.each<[string, SearchScope, readonly string[]]>([
      ['project', { projectIds: ['prj_2'] }, ['away']],
      ['what is global', { projectIds: [null] }, ['all']],
      ['no project', { projectIds: [] }, []],
      ['what holds', { isLiveAt: s.after(10) }, ['away', 'all', 'far']],
      ['what no longer holds', { isPast: true }, ['gone']],
      ['type', { types: ['decision'] }, ['far']],
      ['category', { categories: ['general'] }, ['all']],
      ['when it happened', { since: s.after(1), until: s.after(2) }, ['brief', 'far']],
      ['when it was written', { writtenBy: s.after(1) }, ['gone', 'far']],
    ])('is filtered by %s, whatever the index said', async (_, scope, ids) => {
      const { store } = rooms();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'far', type: 'decision', createdAt: s.after(1) }),
        c.record({ id: 'gone', status: 'resolved' }),
        c.record({ id: 'brief', expiresAt: s.after(10), createdAt: s.after(2) }),
        c.record({ id: 'all', projectId: null, category: 'general', createdAt: s.after(3) }),
        c.record({ id: 'away', projectId: 'prj_2', createdAt: s.after(4) }),
      ]);
      expect(idsOf(await readAll('records', scope))).toEqual(ids);
    });

    it('may be records by their ids, in that order, within the scope and the workspace', async () => {
      const { store, house } = rooms();
      const records = [
        c.record({ id: 'a' }),
        c.record({ id: 'b', status: 'resolved' }),
        c.record({ id: 'c' }),
      ];
      await store.ledger.commit([c.project(), ...records]);
      expect(idsOf(await store.search.readRecords(['c', 'nobody', 'b', 'a'], {}))).toEqual(['c', 'b', 'a']);
      expect(idsOf(await store.search.readRecords(['b', 'a'], { isLiveAt: s.T0 }))).toEqual(['a']);
      expect(await store.search.readRecords([], {})).toEqual([]);
      expect(await store.search.readRecords(['a'], {})).toEqual((await readAll('records')).slice(-1));
      expect(await (await house.open('elsewhere')).search.readRecords(['a'], {})).toEqual([]);
    });

    it('is filtered by project and time where it is no record', async () => {
      const { store } = rooms();
      await store.ledger.commit([
        c.project(),
        c.note({ id: 'near', createdAt: s.after(1) }),
        c.note({ id: 'away', projectId: 'prj_2', createdAt: s.after(2) }),
        c.note({ id: 'told', createdAt: s.after(3), occurredAt: s.after(9) }),
      ]);
      expect(idsOf(await readAll('texts', { projectIds: ['prj_2'] }))).toEqual(['away']);
      expect(idsOf(await readAll('texts', { since: s.after(2) }))).toEqual(['told', 'away']);
      expect(idsOf(await readAll('texts', { since: s.after(9) }))).toEqual(['told']);
      expect(idsOf(await readAll('texts', { until: s.after(2) }))).toEqual(['away', 'near']);
    });
  });

  describe('what stands around a text', () => {
    const rooms = useHouse(newHouse);
    /** In this order, all at once: their places are neighbours. */
    const filled = async (...sessions: (string | null)[]) => {
      const { store } = rooms();
      const records = sessions.map((sessionId, index) =>
        c.record({ id: `r${index}`, sessionId, content: `number ${index}` }),
      );
      await store.ledger.commit([c.project(), ...records]);
      const texts = await store.search.read('records', await placesIn(store, 'records', EVERYTHING), {});
      const around = async (ids: readonly string[], reach: number, scope: SearchScope = {}) =>
        idsOf(
          await store.search.readAround(
            'records',
            texts.filter(({ id }) => ids.includes(id)),
            reach,
            scope,
          ),
        ).toSorted();
      return { store, around };
    };

    it('is of the same session, within reach, and not the text itself', async () => {
      const { around } = await filled('a', 'b', 'a', 'a', 'b', 'a', null, 'a');
      expect(await around(['r3'], 2)).toEqual(['r2', 'r5']);
      expect(await around(['r3'], 4)).toEqual(['r0', 'r2', 'r5', 'r7']);
      expect(await around(['r4'], 9)).toEqual(['r1']);
      expect(await around(['r3'], 0)).toEqual([]);
    });

    it('is told once where two of them are neighbours', async () => {
      const { around } = await filled('a', 'a', 'a', 'a', 'a');
      expect(await around(['r1', 'r3'], 1)).toEqual(['r0', 'r2', 'r4']);
    });

    it('is not of a session that only another text is from', async () => {
      const { around } = await filled('a', 'b', 'a', 'x', 'x', 'x', 'x', 'b');
      expect(await around(['r0', 'r7'], 2)).toEqual(['r2']);
    });

    it('is nothing where there is no session', async () => {
      const { around } = await filled(null, null, null);
      expect(await around(['r1'], 5)).toEqual([]);
    });

    it('is within the scope', async () => {
      const { store, around } = await filled('a', 'a', 'a');
      await store.ledger.commit([c.record({ id: 'r2', sessionId: 'a', version: 2, status: 'resolved' })]);
      expect(await around(['r1'], 2)).toEqual(['r0', 'r2']);
      expect(await around(['r1'], 2, { isLiveAt: s.T0 })).toEqual(['r0']);
      expect(await around(['r1'], 2, { projectIds: ['prj_2'] })).toEqual([]);
    });

    it('is of one workspace alone', async () => {
      const { store, house } = rooms();
      const other = await house.open('elsewhere');
      await store.ledger.commit([c.record({ id: 'mine' })]);
      await other.ledger.commit([c.record({ id: 'theirs' })]);
      const mine = await store.search.read('records', await placesIn(store, 'records', EVERYTHING), {});
      expect(await store.search.readAround('records', mine, 5, {})).toEqual([]);
    });
  });

  describe('earlier wordings', () => {
    const rooms = useHouse(newHouse);

    it('are looked through newest first, in any case, and name the record', async () => {
      const { store, house } = rooms();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'one', content: 'The Heron flies' }),
        c.record({ id: 'two', content: 'The heron sleeps' }),
        c.record({ id: 'same', content: 'A heron stays' }),
      ]);
      await store.ledger.commit([
        c.record({ id: 'one', content: 'The stork flies', version: 2 }),
        c.record({ id: 'two', content: 'The stork sleeps', version: 2 }),
      ]);
      await store.ledger.commit([c.record({ id: 'two', content: 'Nothing', version: 3 })]);
      expect([...(await store.search.findReworded('heron', 100))].sort()).toEqual(['one', 'two']);
      expect(await store.search.findReworded('stork', 100)).toEqual(['two']);
      expect(await store.search.findReworded('heron', 1)).toEqual([]);
      for (const name of ['updatedat', 'content', 'sha256', 'prj_1'])
        expect(await store.search.findReworded(name, 100), name).toEqual([]);
      expect(await (await house.open('elsewhere')).search.findReworded('heron', 100)).toEqual([]);
    });
  });

  describe('letters inside of words', () => {
    const rooms = useHouse(newHouse);
    const inside = async (letters: string, scope: SearchScope = {}, depth = 100) => {
      const { search } = rooms().store;
      const places = await search.findInside('records', letters, scope, depth);
      return idsOf(await search.read('records', places, scope));
    };
    const filled = () =>
      rooms().store.ledger.commit([
        c.project(),
        c.record({ id: 'old', content: 'The Datenbankverbindung fails' }),
        c.record({ id: 'new', content: 'another verbindung', createdAt: s.after(5) }),
        c.record({ id: 'away', content: 'verbindungslos', projectId: 'prj_2', createdAt: s.after(6) }),
        c.record({ id: 'gone', content: 'bankverbindung', status: 'retracted', createdAt: s.after(7) }),
      ]);

    it('are found in any case, newest first, within the scope', async () => {
      await filled();
      expect(await inside('verbind')).toEqual(['gone', 'away', 'new', 'old']);
      expect(await inside('verbind', { projectIds: ['prj_1', null], isLiveAt: s.T0 })).toEqual([
        'new',
        'old',
      ]);
      expect(await inside('bankver')).toEqual(['gone', 'old']);
      expect(await inside('%')).toEqual([]);
      expect(await inside('nothing')).toEqual([]);
    });

    it('are found in any script, whatever their case and accents', async () => {
      await rooms().store.ledger.commit([
        c.project(),
        c.record({ id: 'umlaut', content: 'Die DATENÜBERGABE fehlt' }),
        c.record({ id: 'accent', content: 'la prétraitement' }),
        c.record({ id: 'greek', content: 'ΑΝΑΦΟΡΑΚΑΤΑΣΤΑΣΗΣ' }),
      ]);
      expect(await inside('übergabe')).toEqual(['umlaut']);
      expect(await inside('ubergab')).toEqual(['umlaut']);
      expect(await inside('etrait')).toEqual(['accent']);
      expect(await inside('αφορακ')).toEqual(['greek']);
      expect(await inside('ubergang')).toEqual([]);
    });

    it('are looked for among the newest that the scope lets through, and no deeper', async () => {
      await filled();
      expect(await inside('verbind', {}, 3)).toEqual(['gone', 'away', 'new']);
      expect(await inside('datenbank', {}, 3)).toEqual([]);
      expect(await inside('datenbank', { projectIds: ['prj_1'], isLiveAt: s.T0 }, 2)).toEqual(['old']);
      expect(await inside('datenbank', { until: s.after(1) }, 1)).toEqual(['old']);
    });

    it('are found in notes too', async () => {
      const { store } = rooms();
      await store.ledger.commit([c.project(), c.note({ summary: 'Die Drachenhöhle' })]);
      expect(await store.search.findInside('texts', 'achenh', {}, 10)).toHaveLength(1);
    });
  });
}
