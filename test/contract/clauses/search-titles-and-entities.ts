import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/app/ports/ledger.ts';
import { type Entity, NEW_FIELDS } from '../../../src/campaign/domain/entity.ts';
import type { CampaignImport } from '../../../src/campaign/ports/campaign-store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import * as c from './changes.ts';
import { EVERYTHING, foundIn, keysIn, readKeys, word } from './found.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const GRIMBOLD = g.anEntity({
  id: 'ent_npc',
  kind: 'npc',
  name: 'Grimbold',
  fields: { ...NEW_FIELDS.npc, known: 'He sells lanterns.', faction: 'Tinkers', truth: 'He is a wyvern.' },
});
const MILL = g.anEntity({
  id: 'ent_mill',
  kind: 'quest',
  name: 'The Lost Mill',
  fields: {
    ...NEW_FIELDS.quest,
    giver: 'Old Tam',
    description: 'Find the mill.',
    objectives: [{ text: 'Cross the ford.', is_done: false }],
  },
});

const renamed = (entity: Entity, from: string, turn: number): Change =>
  g.played(
    { version: turn + 1, turn },
    {
      entities: [entity],
      patches: [{ target: entity.id, before: { name: from }, after: { name: entity.name } }],
    },
  );

export function searchTitleAndEntityClauses(newFixture: NewFixture): void {
  describe('search of titles of sessions and entities of games', () => {
    const opened = useFixture(newFixture);
    const found = (text: string) => foundIn(opened().store, 'texts', word(text));
    const commit = (...changes: readonly Change[]) => opened().store.ledger.commit(changes);
    const readAll = async () => {
      const { store } = opened();
      return readKeys(store, await keysIn(store, 'texts', EVERYTHING));
    };
    const begin = (...entities: readonly Entity[]) =>
      commit(c.project({ kind: 'game' }), g.begun({ entities }));

    it('finds a session by its title and by how it was closed', async () => {
      await commit(
        c.project(),
        c.session([s.started({ title: 'Wyvern census' }), s.closed(2)]),
        c.session([s.started({ id: 'ses_2', title: null })]),
      );
      expect(await found('wyverns')).toEqual(['ses_1']);
      expect((await readAll()).filter(({ kind }) => kind === 'session')).toMatchObject([
        { id: 'ses_1', sessionId: 'ses_1', projectId: 'prj_1', part: 0, text: 'Wyvern census', at: s.T0 },
      ]);
    });

    it('finds an entity by its name, its kind and all that is known', async () => {
      await begin(GRIMBOLD, MILL);
      for (const name of ['grimbold', 'lanterns', 'tinkers', 'npc'])
        expect(await found(name), name).toEqual(expect.arrayContaining(['ent_npc']));
      for (const name of ['mill', 'tam', 'ford', 'quest'])
        expect(await found(name), name).toEqual(['ent_mill']);
      expect(await readAll()).toMatchObject([
        { kind: 'entity', id: 'ent_mill', entityKind: 'quest', subjects: ['The Lost Mill'], isSecret: false },
        { kind: 'entity', id: 'ent_npc', part: 1, entityKind: 'npc', subjects: [], isSecret: true },
        { kind: 'entity', id: 'ent_npc', part: 0, names: ['Grimbold'], sessionId: null, isSecret: false },
      ]);
    });

    it('keeps the secret of an entity in a text of its own, and marks hidden entities as secret', async () => {
      await begin(GRIMBOLD, { ...MILL, visibility: 'dm_only' });
      const texts = await readAll();
      const saying = (words: string) => texts.filter(({ text }) => text.includes(words));
      expect(saying('wyvern').map(({ isSecret }) => isSecret)).toEqual([true]);
      expect(saying('lanterns').map(({ isSecret }) => isSecret)).toEqual([false]);
      expect(saying('ford').map(({ isSecret }) => isSecret)).toEqual([true]);
    });

    it('finds a changed entity by its current text', async () => {
      await begin(GRIMBOLD);
      const fields = { ...NEW_FIELDS.npc, known: 'He sells candles.' };
      await commit(g.played({ version: 2 }, { entities: [{ ...GRIMBOLD, fields }] }));
      expect(await found('lanterns')).toEqual([]);
      expect(await found('wyvern')).toEqual([]);
      expect(await found('candles')).toEqual(['ent_npc']);
    });

    it('finds a renamed entity by its former names', async () => {
      await begin({ ...GRIMBOLD, name: 'The Stranger' });
      await commit(renamed(GRIMBOLD, 'The Stranger', 1));
      expect(await found('stranger')).toEqual(['ent_npc']);
      expect((await readAll()).find(({ part }) => part === 0)?.subjects).toEqual([
        'Grimbold',
        'The Stranger',
      ]);
    });

    it('forgets a name that was rewound', async () => {
      await begin({ ...GRIMBOLD, name: 'The Stranger' });
      await commit(renamed(GRIMBOLD, 'The Stranger', 1));
      const fork = g.aBranch({ id: 'brn_2', parentId: 'main', forkedAt: 0 });
      const back = g.played(
        { version: 3, turn: 0, branchId: 'brn_2' },
        { event: 'campaign.rewound', branches: [fork], entities: [{ ...GRIMBOLD, name: 'The Stranger' }] },
      );
      await commit(back);
      expect(await found('grimbold')).toEqual([]);
      expect((await readAll()).find(({ part }) => part === 0)?.subjects).toEqual(['The Stranger']);
    });

    it('does not find entities that were removed or whose creation was rewound', async () => {
      await begin(GRIMBOLD, MILL);
      await commit(
        g.played(
          { version: 2 },
          { entities: [{ ...GRIMBOLD, isRemoved: true }], removedEntityIds: ['ent_mill'] },
        ),
      );
      expect(await readAll()).toEqual([]);
    });

    it('keeps the text of an entity that a turn changes in other ways', async () => {
      await begin(MILL);
      const [before] = await readAll();
      await commit(g.played({ version: 2, turn: 1 }, { entities: [{ ...MILL, updatedAt: s.after(9) }] }));
      expect(await readAll()).toEqual([before]);
    });

    it('finds the entities of an imported campaign', async () => {
      const imported: CampaignImport = {
        kind: 'campaign_import',
        campaign: g.aCampaign(),
        branches: [g.aBranch()],
        entities: [GRIMBOLD],
        patches: [],
        events: [],
        at: s.T0,
      };
      await commit(c.project({ kind: 'game' }), imported);
      expect(await found('lanterns')).toEqual(['ent_npc']);
    });
  });
}
