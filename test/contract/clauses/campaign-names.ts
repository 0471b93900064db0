import { describe, expect, it } from 'vitest';
import type { Patch } from '../../../src/campaign/domain/patch.ts';
import type { CampaignImport } from '../../../src/campaign/ports/campaign-store.ts';
import * as s from '../../domain/session/session-fixtures.ts';
import * as g from './campaign-changes.ts';
import * as c from './changes.ts';
import { type NewFixture, useFixture } from './store-fixture.ts';

const game = c.project({ kind: 'game' });

const renamed = (target: string, from: string, to: string): Patch => ({
  target,
  before: { name: from },
  after: { name: to },
});

export function campaignNameClauses(newFixture: NewFixture): void {
  describe('former names', () => {
    const opened = useFixture(newFixture);

    it('are found by kind and key, and listed, with where they were given up', async () => {
      const { ledger, campaigns } = opened().store;
      const [mira, bram] = [g.anEntity({ name: 'Vex' }), g.anEntity({ id: 'ent_2', name: 'Bram' })];
      const npc = g.anEntity({ id: 'ent_3', kind: 'npc', name: 'Old Elise' });
      await ledger.commit([game, g.begun({ entities: [mira, bram, npc], patches: [g.aPatch()] })]);
      const updatedAt = s.after(7);
      await ledger.commit([
        g.played(
          { version: 2, turn: 4, updatedAt },
          {
            patches: [
              g.aPatch('state', { location: 'Mill' }),
              renamed('ent_1', '  ÉLISE  the Bold', 'Vex'),
              renamed('ent_3', 'Élise the bold', 'Old Elise'),
            ],
          },
        ),
      ]);
      await ledger.commit([
        g.played({ version: 3, turn: 2, branchId: 'fork' }, { patches: [renamed('ent_2', 'Élise', 'Bram')] }),
      ]);
      const place = { branchId: 'main', turn: 4, number: 2, at: updatedAt };
      const bearers = (kind: 'character' | 'npc', key: string) =>
        campaigns.listFormerHolders('prj_1', kind, key);
      expect(await bearers('character', 'élise the bold')).toEqual([{ entity: mira, ...place }]);
      expect(await bearers('npc', 'élise the bold')).toMatchObject([{ entity: npc, number: 3 }]);
      expect(await bearers('character', 'élise')).toMatchObject([
        { entity: bram, branchId: 'fork', turn: 2 },
      ]);
      expect(await bearers('character', 'vex')).toEqual([]);
      expect(await campaigns.listFormerHolders('prj_2', 'character', 'élise')).toEqual([]);
      const listed = (await campaigns.listFormerNames('prj_1')).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(listed).toMatchObject([
        { id: 'ent_1', name: '  ÉLISE  the Bold', ...place },
        { id: 'ent_2', name: 'Élise', branchId: 'fork' },
        { id: 'ent_3', name: 'Élise the bold' },
      ]);
    });

    it('lead to no entity that was removed or whose creation was undone', async () => {
      const { ledger, campaigns } = opened().store;
      const patches = [renamed('ent_1', 'Mira', 'Vex'), renamed('ent_2', 'Mira', 'Bram')];
      const gone = g.anEntity({ id: 'ent_2', name: 'Bram', isRemoved: true });
      await ledger.commit([game, g.begun({ entities: [g.anEntity({ name: 'Vex' }), gone], patches })]);
      const ids = async () =>
        (await campaigns.listFormerHolders('prj_1', 'character', 'mira')).map(({ entity }) => entity.id);
      expect(await ids()).toEqual(['ent_1']);
      await ledger.commit([g.played({ version: 2 }, { removedEntityIds: ['ent_1'] })]);
      expect(await ids()).toEqual([]);
    });

    it('are imported with a campaign', async () => {
      const { ledger, campaigns } = opened().store;
      const imported: CampaignImport = {
        kind: 'campaign_import',
        campaign: g.aCampaign({ version: 9 }),
        branches: [g.aBranch()],
        entities: [g.anEntity({ name: 'Vex' })],
        patches: [
          { ...renamed('ent_1', 'Mira', 'Vex'), branchId: 'main', turn: 0, number: 1, at: s.after(1) },
        ],
        events: [],
        at: s.after(2),
      };
      await ledger.commit([game, imported]);
      expect(await campaigns.listFormerHolders('prj_1', 'character', 'mira')).toMatchObject([
        { entity: { id: 'ent_1', name: 'Vex' }, turn: 0, at: s.after(1) },
      ]);
    });

    it('are listed with their visibility, and nothing else is', async () => {
      const { ledger, campaigns } = opened().store;
      const after = { name: 'Mira', visibility: 'private', private_to: ['ent_9'] };
      const patches = [
        { target: 'ent_1', before: {}, after },
        { target: 'ent_1', before: { 'fields.notes': null }, after: { 'fields.notes': '"name": "x"' } },
        { target: 'ent_1', before: { visibility: 'private' }, after: { visibility: 'public' } },
      ];
      await ledger.commit([game, g.begun({ patches })]);
      const showings = (await campaigns.listNameChanges('prj_1')).toSorted((a, b) => a.number - b.number);
      expect(showings).toMatchObject([
        { id: 'ent_1', branchId: 'main', turn: 0, number: 1, ...after },
        { id: 'ent_1', number: 3, name: undefined, visibility: 'public', private_to: undefined },
      ]);
      expect(showings).toHaveLength(2);
      expect(await campaigns.listNameChanges('prj_2')).toEqual([]);
    });

    it('of one workspace find nothing in another', async () => {
      const { workspace } = opened();
      const [one, other] = [workspace('one'), workspace('other')];
      const entities = [g.anEntity({ name: 'Vex' })];
      await one.ledger.commit([game, g.begun({ entities, patches: [renamed('ent_1', 'Mira', 'Vex')] })]);
      await other.ledger.commit([game, g.begun({ entities })]);
      expect(await one.campaigns.listFormerHolders('prj_1', 'character', 'mira')).toHaveLength(1);
      expect(await other.campaigns.listFormerHolders('prj_1', 'character', 'mira')).toEqual([]);
      expect(await other.campaigns.listFormerNames('prj_1')).toEqual([]);
    });
  });
}
