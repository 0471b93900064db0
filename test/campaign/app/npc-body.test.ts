import { describe, expect, it } from 'vitest';
import { nextStep } from '../../../src/domain/next-step.ts';
import { aGame, type Game, refused } from './create-game.ts';

const strike = (character: string, delta: number) => ({ kind: 'hit_points', character, delta }) as const;

async function listed({ services, caller, id }: Game, section: 'npcs' | 'characters') {
  const found = await services.getCampaign(caller, { campaign: id, section });
  if (!('entities' in found)) throw new Error(`no ${section}`);
  return found.entities.map(({ name, fields }) => ({ name, ...fields }));
}

const npc = (game: Game) => listed(game, 'npcs');

describe('a change to an NPC that names a character', () => {
  it('says so instead of advising to make an NPC of that name', async () => {
    const game = await aGame();
    const error = await refused(
      game.play({ action: 'x', changes: [{ kind: 'npc', npc: 'Mira', status: 'dead' }] }),
    );
    expect(error).toMatchObject({
      code: 'change_invalid',
      fields: [{ field: 'changes[0].npc', problem: 'names a character of the party, not an npc' }],
    });
    expect(error.hint).toContain('hit_points');
  });
});

describe('an NPC in a fight', () => {
  it('takes damage and conditions from a turn, and no character comes into being', async () => {
    const game = await aGame();
    await game.save({ kind: 'npc', name: 'Goblin' });
    await game.save({
      kind: 'npc',
      name: 'Ogre',
      fields: { hit_points: { current: 20, max: 20, temporary: 0 } },
    });
    const { applied } = await game.play({
      action: 'I strike both.',
      changes: [
        strike('goblin', -5),
        strike('The Ogre', -8),
        { kind: 'condition', character: 'Ogre', add: ['prone'] },
      ],
    });
    expect(applied).toMatchObject([
      { kind: 'damage', who: 'Goblin', amount: 5, total: 5 },
      { kind: 'hit_points', who: 'Ogre', from: 20, to: 12, max: 20 },
      { kind: 'condition', who: 'Ogre', added: ['prone'] },
    ]);
    expect(await npc(game)).toMatchObject([
      { name: 'Goblin', hit_points: { damage: 5 } },
      { name: 'Ogre', hit_points: { current: 12, max: 20 }, conditions: ['prone'] },
    ]);
    expect((await listed(game, 'characters')).map(({ name }) => name)).toEqual(['Mira']);
    const { text } = await game.services.recapSession(game.caller, { campaign: game.id, length: 'detailed' });
    expect(text).toContain('Goblin: damage +5, total 5');
    await game.services.rewindSession(game.caller, { campaign: game.id, to_turn: 0 });
    const [goblin, ogre] = await npc(game);
    expect(goblin).not.toHaveProperty('hit_points');
    expect(ogre).toMatchObject({ hit_points: { current: 20, max: 20 } });
  });

  it('hides the effects on a hidden NPC from players, and shows a renamed one by its current name', async () => {
    const game = await aGame();
    const { entity } = await game.save({ kind: 'npc', name: 'Stranger' });
    await game.save({ kind: 'npc', name: 'Shade', visibility: 'dm_only' });
    await game.play({ action: 'I strike.', changes: [strike('Stranger', -5), strike('Shade', -3)] });
    await game.save({ kind: 'npc', id: entity.id, name: 'Prince Aldric' });
    const { events } = await game.services.getEvents(game.caller, { campaign: game.id, as_player: true });
    expect(events[0]?.effects).toMatchObject([{ kind: 'damage', who: 'Prince Aldric' }]);
    expect(events[0]?.effects).toHaveLength(1);
    const named = await game.play({ action: 'Again.', changes: [strike('Stranger', -1)] });
    expect(named.applied).toMatchObject([{ who: 'Prince Aldric', total: 6 }]);
  });

  it.each([strike('mira', -5), { kind: 'condition', character: 'Mira', add: ['prone'] } as const])(
    'that has the name of a character is not hurt in its place, nor the character: %j',
    async (change) => {
      const game = await aGame();
      const { entity } = await game.save({ kind: 'npc', name: 'Mira' });
      const [mira] = await game.store.campaigns.findNamed(game.id, 'character', ['mira']);
      const error = await refused(game.play({ action: 'I strike.', changes: [change] }));
      expect(error).toMatchObject({
        code: 'entity_ambiguous',
        kind: 'conflict',
        fields: [{ field: 'changes[0].character', problem: 'could mean either of them' }],
        allowed: [mira?.id, entity.id],
        next: [nextStep('entity.save', { kind: 'npc' })],
      });
      expect(error.hint).toContain('Give one of them another name');
      expect(await listed(game, 'characters')).toMatchObject([
        { hit_points: { current: 10 }, conditions: [] },
      ]);
      await game.save({ kind: 'npc', id: entity.id, name: 'False Mira' });
      const { applied } = await game.play({ action: 'I strike.', changes: [strike('Mira', -5)] });
      expect(applied).toMatchObject([{ who: 'Mira', to: 5 }]);
    },
  );

  it('is the one who is hurt by a former name, though a character has its name of today', async () => {
    const game = await aGame();
    const { entity } = await game.save({ kind: 'npc', name: 'Stranger' });
    await game.save({ kind: 'npc', id: entity.id, name: 'Mira' });
    await game.play({ action: 'I strike.', changes: [strike('Stranger', -5)] });
    expect(await npc(game)).toMatchObject([{ name: 'Mira', hit_points: { damage: 5 } }]);
    expect(await listed(game, 'characters')).toMatchObject([{ name: 'Mira', hit_points: { current: 10 } }]);
    const set = { kind: 'hit_points', character: 'Stranger', set: 4 } as const;
    await game.play({ action: 'It stands.', changes: [set] });
    await game.play({ action: 'I strike.', changes: [strike('Stranger', -1)] });
    const { json_path: file } = await game.services.exportCampaign(game.caller, {
      campaign: game.id,
      folder: game.folder,
    });
    const copy = await game.services.importCampaign(game.caller, { file, on_conflict: 'rename' });
    expect(await npc({ ...game, id: copy.campaign_id })).toMatchObject([
      { hit_points: { current: 3, max: 9 } },
    ]);
  });

  it('comes back from an export, with what it took and what it had', async () => {
    const game = await aGame();
    await game.save({ kind: 'npc', name: 'Goblin' });
    await game.play({ action: 'I strike.', changes: [strike('Goblin', -5)] });
    await game.play({ action: 'I strike.', changes: [{ kind: 'hit_points', character: 'Goblin', set: 4 }] });
    await game.play({
      action: 'I strike.',
      changes: [strike('Goblin', -4), { kind: 'condition', character: 'Goblin', add: ['dead', 'prone'] }],
    });
    const { json_path: file, markdown_path } = await game.services.exportCampaign(game.caller, {
      campaign: game.id,
      folder: game.folder,
    });
    expect(markdown_path).toContain('.md');
    const copy = await game.services.importCampaign(game.caller, { file, on_conflict: 'rename' });
    const wanted = {
      hit_points: { current: 0, max: 9, temporary: 0 },
      conditions: ['prone'],
      status: 'dead',
    };
    expect(await npc({ ...game, id: copy.campaign_id })).toMatchObject([{ name: 'Goblin', ...wanted }]);
    await game.services.rewindSession(game.caller, { campaign: copy.campaign_id, to_turn: 1 });
    expect(await npc({ ...game, id: copy.campaign_id })).toMatchObject([{ hit_points: { damage: 5 } }]);
  });
});

describe('a name that nobody has in a change', () => {
  it('is refused with the nearest characters and NPCs, and with how to make either', async () => {
    const game = await aGame();
    await game.save({ kind: 'npc', name: 'Goblin' });
    const near = await refused(game.play({ action: 'I strike.', changes: [strike('Gobln', -5)] }));
    expect(near).toMatchObject({ code: 'entity_not_found', allowed: ['Goblin'] });
    expect(near.message).toContain('no character or npc named "Gobln"');
    const far = await refused(game.play({ action: 'I strike.', changes: [strike('Dragon', -5)] }));
    for (const [{ hint, next }, name] of [
      [near, 'Gobln'],
      [far, 'Dragon'],
    ] as const) {
      expect(hint).toContain('kind npc');
      expect(hint).toContain('kind character');
      expect(next).toEqual([
        nextStep('entity.save', { kind: 'npc', name }),
        nextStep('entity.save', { kind: 'character', name }),
      ]);
    }
    const actor = await refused(game.play({ action: 'I strike.', character_name: 'Gobln' }));
    expect(actor).toMatchObject({ code: 'entity_not_found', allowed: ['Goblin'] });
  });
});
