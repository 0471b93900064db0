import { describe, expect, it, vi } from 'vitest';
import { allServices } from '../../../src/main/compose.ts';
import { client, openTestApp, refusal } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, namesOf, picture } from './create-game.ts';

describe('names', () => {
  const LONG = 'n'.repeat(10_240);
  const ODD = [
    '🐉',
    '🐉🐉',
    '🏳️‍🌈',
    'Mira!',
    'Mi ra',
    'Mïra',
    'mira.',
    '../Mira',
    '①',
    '1',
    'x²',
    'x2',
    '\u200b',
    '!!!',
    LONG,
    `${LONG}m`,
    '__proto__',
    'NULL',
  ];

  it('of symbols only, alike when stripped, or of 10 KB are each somebody of their own', async () => {
    const game = await aGame();
    const ids = new Set<string>();
    for (const [index, name] of ODD.entries()) {
      const { entity, isNew } = await game.save({ kind: 'npc', name, fields: { known: String(index) } });
      expect([isNew, entity.name]).toEqual([true, name]);
      ids.add(entity.id);
    }
    expect(ids.size).toBe(ODD.length);
    for (const [index, name] of ODD.entries()) {
      const again = await game.save({ kind: 'npc', name, fields: { known: String(index) } });
      expect([again.isNew, again.isChanged]).toEqual([false, false]);
      await game.play({ action: 'x', changes: [{ kind: 'npc', npc: name, attitude: `of ${index}` }] });
    }
    const entities = await game.store.campaigns.listEntities(game.id, ['npc'], 500, 0);
    expect(entities.map(({ entity }) => [entity.name, entity.fields])).toMatchObject(
      ODD.map((name, index) => [name, { known: String(index), attitude: `of ${index}` }]),
    );
  });

  it('that somebody takes while another asks for it mean that one, unless a new one was asked for', async () => {
    const game = await aGame();
    const otherProcess = allServices(() => game.deps);
    const { campaigns } = game.store;
    const look = campaigns.findNamed.bind(campaigns);
    const takenMeanwhile = (name: string) =>
      vi.spyOn(campaigns, 'findNamed').mockImplementationOnce(async (...asked) => {
        const found = await look(...asked);
        const theirs = { campaign: CAMPAIGN, kind: 'npc', name, fields: { known: 'Quicker.' } } as const;
        await otherProcess.saveEntity(client(), theirs);
        return found;
      });
    takenMeanwhile('Orsk');
    const second = await game.save({ kind: 'npc', name: 'Orsk', fields: { attitude: 'wary' } });
    expect(second).toMatchObject({
      isNew: false,
      entity: { fields: { known: 'Quicker.', attitude: 'wary' } },
    });
    takenMeanwhile('Hanne');
    const third = await refusal(game.save({ kind: 'npc', name: 'Hanne', make_new: true }));
    expect(third).toBe('conflict: entity_name_taken');
  });

  it('of campaigns made of symbols only are campaigns of their own, and none touches another', async () => {
    const { services, store } = openTestApp();
    const caller = client();
    const names = ['🐉', '🐉🐉', '!!!', '...', '__proto__', '§', 'The Road', 'The  Road!', '../The Road'];
    const ids: string[] = [];
    for (const name of names)
      ids.push((await services.saveCampaign(caller, { name, description: name })).campaign.id);
    expect(new Set(ids).size).toBe(names.length);
    for (const name of names) {
      await services.saveEntity(caller, {
        campaign: name,
        kind: 'character',
        name: 'Mira',
        fields: { notes: name },
      });
      await services.playerAction(caller, { campaign: name, action: `in ${name}` });
    }
    for (const [index, id] of ids.entries()) {
      expect(await store.campaigns.find(id)).toMatchObject({
        name: names[index],
        description: names[index],
        turn: 1,
      });
      expect(await store.campaigns.listEntities(id, undefined, 9, 0)).toMatchObject([
        { entity: { fields: { notes: names[index] } } },
      ]);
    }
  });

  it('find somebody in any case and spacing without renaming them', async () => {
    const game = await aGame();
    const { entity, isNew } = await game.save({
      kind: 'character',
      name: '  MIRA ',
      fields: { race: 'elf' },
    });
    expect([isNew, entity.name]).toEqual([false, 'Mira']);
    expect(await game.save({ kind: 'character', id: entity.id, name: 'MIRA' })).toMatchObject({
      isChanged: true,
      entity: { name: 'MIRA', fields: { race: 'elf', hit_points: { current: 10 } } },
    });
  });

  it('of inventory items are compared as all names are', async () => {
    const game = await aGame();
    const inventory = [
      { name: 'Rope', quantity: 1, notes: null },
      { name: ' ROPE', quantity: 2, notes: 'wet' },
    ];
    const { entity } = await game.save({ kind: 'character', name: 'Mira', fields: { inventory } });
    expect(entity.fields).toMatchObject({ inventory: [{ name: 'Rope', quantity: 3, notes: 'wet' }] });
    await game.save({ kind: 'item', name: 'Silk' });
    const silk = (await game.save({ kind: 'item', name: 'rope', fields: { owner: 'mira' } })).entity;
    await game.play({
      action: 'x',
      changes: [{ kind: 'item', character: 'Mira', item: 'Cord', quantity: 1 }],
    });
    await game.save({ kind: 'item', id: silk.id, name: 'cord' });
    const [mira] = await game.store.campaigns.findNamed(game.id, 'character', ['mira']);
    expect(mira?.fields).toMatchObject({ inventory: [{ name: 'cord', quantity: 4, notes: 'wet' }] });
  });

  it('that are given up are free; those that are taken are refused, and nothing is overwritten', async () => {
    const game = await aGame();
    const mira = (await game.save({ kind: 'character', name: 'Mira' })).entity;
    const bram = (await game.save({ kind: 'character', name: 'Bram', fields: { notes: 'old' } })).entity;
    const before = await picture(game);
    expect(await refusal(game.save({ kind: 'character', id: bram.id, name: 'mira' }))).toBe(
      'conflict: entity_name_taken',
    );
    expect(await picture(game)).toEqual(before);
    await game.save({ kind: 'character', id: mira.id, name: 'Mira the Old' });
    await game.save({ kind: 'character', id: bram.id, name: 'mira' });
    expect(await namesOf(game)).toEqual(['Mira the Old', 'mira']);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0, branch: 'main' });
    expect(await namesOf(game)).toEqual(['Mira the Old', 'mira']);
  });

  it('of those removed are made again as others, who keep apart; the removed come back by id, if the name is free', async () => {
    const game = await aGame();
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { entity } = await game.save({
        kind: 'item',
        name: 'Lamp',
        fields: { description: `lamp ${round}` },
      });
      ids.push(entity.id);
      await game.play({ action: `round ${round}` });
      await game.save({ kind: 'item', name: 'lamp', remove: true });
    }
    expect(new Set(ids).size).toBe(3);
    const back = await game.save({ kind: 'item', id: ids[0] });
    expect(back.entity).toMatchObject({ isRemoved: false, fields: { description: 'lamp 0' } });
    expect(await refusal(game.save({ kind: 'item', id: ids[1] }))).toBe('conflict: entity_name_taken');
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 2 });
    expect(await game.store.campaigns.findNamed(game.id, 'item', ['lamp'])).toMatchObject([{ id: ids[2] }]);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: -1 });
    expect(await game.store.campaigns.findNamed(game.id, 'item', ['lamp'])).toMatchObject([{ id: ids[1] }]);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0, branch: 'main' });
    expect(await game.store.campaigns.findNamed(game.id, 'item', ['lamp'])).toMatchObject([{ id: ids[0] }]);
  });

  it.each([
    ['', undefined],
    ['  ', undefined],
    [undefined, undefined],
    [' ', 'ent_1'],
  ])('must be there: %j', async (name, id) => {
    const game = await aGame();
    expect(await refusal(game.save({ kind: 'npc', name, id }))).toBe('invalid: name_required');
  });

  it('of a campaign change together with the rest of the call, or not at all', async () => {
    const game = await aGame();
    const { services, caller, store, id } = game;
    await services.saveCampaign(caller, { name: 'Taken' });
    const before = await picture(game);
    const rename = (new_name: string) =>
      services.saveCampaign(caller, { name: CAMPAIGN, new_name, description: 'Rain.' });
    expect(await refusal(rename('taken'))).toBe('conflict: project_name_taken');
    expect(await refusal(rename('*'))).toBe('invalid: project_name_reserved');
    expect(await refusal(rename('n'.repeat(201)))).toBe('invalid: text_too_long');
    expect(await picture(game)).toEqual(before);
    expect(await rename('The Short Road')).toMatchObject({
      isNew: false,
      isChanged: true,
      campaign: { name: 'The Short Road', version: 3 },
    });
    expect(await store.campaigns.find(id)).toMatchObject({ name: 'The Short Road', description: 'Rain.' });
    const again = await services.saveCampaign(caller, {
      name: 'The Short Road',
      new_name: 'The Short Road',
      description: 'Rain.',
    });
    expect(again).toMatchObject({ isChanged: false, campaign: { version: 3 } });
    expect((await game.play({ action: 'by its old name' })).campaign.id).toBe(id);
  });
});
