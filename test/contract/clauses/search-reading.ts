import { describe, expect, it } from 'vitest';
import type { SearchScope, SearchText, TextSource } from '../../../src/app/ports/search-index.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as c from './changes.ts';
import { EVERYTHING, foundIn, keysIn, readKeys, readOne } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const idsOf = (texts: readonly SearchText[]) => texts.map(({ id }) => id);

export function searchReadingClauses(newFixture: NewFixture): void {
  describe('what search reads', () => {
    const opened = useFixture(newFixture);
    const everyKey = (source: TextSource) => keysIn(opened().store, source, EVERYTHING);
    const readAll = async (source: TextSource, scope: SearchScope = {}) =>
      readKeys(opened().store, await everyKey(source), scope);
    const readRecords = async (recordIds: readonly string[], scope: SearchScope = {}) =>
      (await readOne(opened().store, { texts: { recordIds }, scope })).texts;

    it('is as much of a record as it takes to judge it', async () => {
      const { store } = opened();
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
          key: expect.any(String),
          source: 'records',
          sequence: expect.any(Number),
          kind: 'record',
          id: 'rec_2',
          part: 0,
          projectId: null,
          sessionId: null,
          text: 'Tea.',
          names: [],
          subjects: [],
          entityKind: null,
          speaker: null,
          at: s.T0,
          importance: 7,
          type: 'memory',
          supersedes: [],
          supersededBy: null,
          isSecret: false,
          predecessors: [],
        },
        {
          key: expect.any(String),
          source: 'records',
          sequence: expect.any(Number),
          kind: 'record',
          id: 'rec_1',
          part: 0,
          projectId: 'prj_1',
          sessionId: 'ses_1',
          text: 'Why does the build hang?',
          names: ['Build', 'ci', 'slow', 'pipeline'],
          subjects: ['Build', 'pipeline'],
          entityKind: null,
          speaker: null,
          at: s.after(5),
          importance: 9,
          type: 'open_loop',
          supersedes: ['rec_0'],
          supersededBy: 'rec_9',
          isSecret: false,
          predecessors: [],
        },
      ]);
    });

    it('comes in the order of the keys, of whatever source, each as often as it is asked for', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a' }),
        c.record({ id: 'b' }),
        c.note({ id: 'n' }),
      ]);
      const [b, a, n] = [...(await everyKey('records')), ...(await everyKey('texts'))];
      if (a === undefined || b === undefined || n === undefined) throw new Error('a text is missing');
      expect(idsOf(await readKeys(store, [a, b]))).toEqual(['a', 'b']);
      expect(idsOf(await readKeys(store, [a, n, b, a]))).toEqual(['a', 'n', 'b', 'a']);
      expect(await readKeys(store, [])).toEqual([]);
    });

    it('answers each request by itself, in their order', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.record({ id: 'a' }),
        c.record({ id: 'b', status: 'resolved' }),
      ]);
      const keys = await everyKey('records');
      const results = await store.search.read([
        { texts: { keys }, scope: { isPast: true } },
        { texts: { recordIds: ['nobody'] }, scope: {} },
        { texts: { keys }, scope: { isLiveAt: s.T0 } },
      ]);
      expect(results.map(({ texts }) => idsOf(texts))).toEqual([['b'], [], ['a']]);
      expect(await store.search.read([])).toEqual([]);
    });

    it('is the beginning of a very long text, unless it is one of the first that are asked for whole', async () => {
      const { store } = opened();
      const long = (id: string) => c.record({ id, content: `${id} ${'x'.repeat(20_000)}` });
      await store.ledger.commit([c.project(), long('a'), long('b'), c.note({ summary: 'x'.repeat(20_000) })]);
      const keys = [...(await everyKey('texts')), ...(await everyKey('records'))];
      const sizes = async (whole?: number | 'all') => {
        const { texts } = await readOne(store, {
          texts: { keys },
          scope: {},
          ...(whole === undefined ? {} : { whole }),
        });
        return texts.map(({ text }) => text.length > 20_000);
      };
      expect(await sizes()).toEqual([false, false, false]);
      expect(await sizes(1)).toEqual([true, true, false]);
      expect(await sizes('all')).toEqual([true, true, true]);
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
      const { store } = opened();
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
      const { store, workspace } = opened();
      const records = [
        c.record({ id: 'a' }),
        c.record({ id: 'b', status: 'resolved' }),
        c.record({ id: 'c' }),
      ];
      await store.ledger.commit([c.project(), ...records]);
      expect(idsOf(await readRecords(['c', 'nobody', 'b', 'a']))).toEqual(['c', 'b', 'a']);
      expect(idsOf(await readRecords(['b', 'a'], { isLiveAt: s.T0 }))).toEqual(['a']);
      expect(await readRecords([])).toEqual([]);
      expect(await readRecords(['a'])).toEqual((await readAll('records')).slice(-1));
      const other = workspace('elsewhere');
      expect((await readOne(other, { texts: { recordIds: ['a'] }, scope: {} })).texts).toEqual([]);
    });

    it('is filtered by project and time where it is no record', async () => {
      const { store } = opened();
      await store.ledger.commit([
        c.project(),
        c.note({ id: 'near', createdAt: s.after(1) }),
        c.note({ id: 'away', projectId: 'prj_2', createdAt: s.after(2) }),
        c.note({ id: 'dated', createdAt: s.after(3), occurredAt: s.after(9) }),
      ]);
      expect(idsOf(await readAll('texts', { projectIds: ['prj_2'] }))).toEqual(['away']);
      expect(idsOf(await readAll('texts', { since: s.after(2) }))).toEqual(['dated', 'away']);
      expect(idsOf(await readAll('texts', { since: s.after(9) }))).toEqual(['dated']);
      expect(idsOf(await readAll('texts', { until: s.after(2) }))).toEqual(['away', 'near']);
    });
  });

  describe('earlier versions', () => {
    const opened = useFixture(newFixture);

    it('are looked through newest first, in any case, and name the record', async () => {
      const { store, workspace } = opened();
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
      const former = (inPastVersions: string, depth = 100, scope: SearchScope = {}) =>
        foundIn(store, 'records', { inPastVersions, depth }, scope);
      expect([...(await former('heron'))].sort()).toEqual(['one', 'two']);
      expect(await former('stork')).toEqual(['two']);
      expect(await former('heron', 1)).toEqual([]);
      for (const name of ['updatedat', 'content', 'sha256', 'prj_1'])
        expect(await former(name), name).toEqual([]);
      expect(await former('heron', 100, { projectIds: ['prj_2'] })).toEqual([]);
      expect(await former('heron', 100, { exceptProjectIds: ['prj_1'] })).toEqual([]);
      expect(await foundIn(store, 'texts', { inPastVersions: 'heron', depth: 100 })).toEqual([]);
      const other = workspace('elsewhere');
      expect(await keysIn(other, 'records', { inPastVersions: 'heron', depth: 100 })).toEqual([]);
    });
  });

  describe('letters inside of words', () => {
    const opened = useFixture(newFixture);
    const inside = async (letters: string, scope: SearchScope = {}, depth = 100) => {
      const { store } = opened();
      return foundIn(store, 'records', { inside: letters, depth }, scope);
    };
    const filled = () =>
      opened().store.ledger.commit([
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
      await opened().store.ledger.commit([
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
      const { store } = opened();
      await store.ledger.commit([c.project(), c.note({ summary: 'Die Drachenhöhle' })]);
      expect(await keysIn(store, 'texts', { inside: 'achenh', depth: 10 })).toHaveLength(1);
    });
  });
}
