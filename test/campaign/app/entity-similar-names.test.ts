import { describe, expect, it } from 'vitest';
import { aGame, namesOf, refused } from './create-game.ts';

describe('a name of somebody or something that differs only in case, spacing, width or a leading article', () => {
  it.each(['mill', 'the  mill', 'A Mill', 'Ｔｈｅ Ｍｉｌｌ'])('%j finds what there is', async (name) => {
    const game = await aGame();
    const { entity } = await game.save({ kind: 'location', name: 'The Mill' });
    const again = await game.save({ kind: 'location', name, fields: { description: 'Old.' } });
    expect(again).toMatchObject({ isNew: false, entity: { id: entity.id, name: 'The Mill' } });
    await game.play({ action: 'I go in.', changes: [{ kind: 'place', location: name }] });
    expect((await game.store.campaigns.find(game.id))?.state.location).toBe('The Mill');
    expect(await namesOf(game)).toEqual(['Mira', 'The Mill']);
  });

  it('makes one thing where a turn spells a new name in two ways', async () => {
    const game = await aGame();
    await game.play({
      action: 'I go down to the docks.',
      changes: [
        { kind: 'place', location: 'The Docks' },
        { kind: 'place', location: 'docks' },
      ],
    });
    expect(await namesOf(game)).toEqual(['Mira', 'The Docks']);
  });

  it('is a conflict where something else is renamed to it, and may be taken by itself', async () => {
    const game = await aGame();
    const mill = await game.save({ kind: 'location', name: 'The Mill' });
    const barn = await game.save({ kind: 'location', name: 'Barn' });
    const error = await refused(game.save({ kind: 'location', id: barn.entity.id, name: 'mill' }));
    expect(error.code).toBe('entity_name_taken');
    const own = await game.save({ kind: 'location', id: mill.entity.id, name: 'Mill' });
    expect(own.entity).toMatchObject({ id: mill.entity.id, name: 'Mill' });
  });

  it('makes another one on purpose with make_new; both are found by their exact names', async () => {
    const game = await aGame();
    const one = await game.save({ kind: 'location', name: 'The Mill' });
    const other = await game.save({ kind: 'location', name: 'Mill', make_new: true });
    expect(other.isNew).toBe(true);
    const found = async (name: string) => (await game.save({ kind: 'location', name })).entity.id;
    expect([await found('the mill'), await found('MILL')]).toEqual([one.entity.id, other.entity.id]);
    const error = await refused(game.save({ kind: 'location', name: 'a mill' }));
    expect(error).toMatchObject({ code: 'entity_ambiguous', allowed: ['The Mill', 'Mill'] });
    await game.services.addEvent(game.caller, {
      campaign: game.id,
      event_type: 'world',
      description: 'It burns.',
      location: 'a mill',
    });
  });

  it('hides a hidden name from the players in whatever spelling an event says it', async () => {
    const game = await aGame();
    await game.save({ kind: 'npc', name: 'The Drowned King', visibility: 'dm_only' });
    await game.services.addEvent(game.caller, {
      campaign: game.id,
      event_type: 'social',
      description: 'Somebody laughs.',
      characters_involved: ['drowned  king', 'Mira'],
    });
    const { events } = await game.services.getEvents(game.caller, { campaign: game.id, as_player: true });
    expect(events[0]?.characters_involved).toEqual(['Mira']);
  });
});
