import { describe, expect, it } from 'vitest';
import { aGame, type Game } from './create-game.ts';

const found = async (game: Game, character: string, as_player: boolean | string = false) =>
  (await game.services.getEvents(game.caller, { campaign: game.id, character, as_player })).events
    .map(({ description }) => description)
    .toReversed();

async function anEvening(): Promise<Game> {
  const game = await aGame();
  await game.save({ kind: 'npc', name: 'Al' });
  await game.save({ kind: 'npc', name: 'The Drowned King', visibility: 'dm_only' });
  return game;
}

describe('get_events of a character', () => {
  it('finds turns that name them in action, narration, dice or notes, or do something to them', async () => {
    const game = await anEvening();
    await game.play({ action: 'I ask AL for the key.' });
    await game.play({ action: 'I knock.', narration: 'Al’s dog barks.' });
    await game.play({
      action: 'I hide.',
      rolls: [{ notation: '1d20', total: 4, label: 'Stealth against Al' }],
    });
    await game.play({ action: 'I strike.', changes: [{ kind: 'hit_points', character: 'Al', delta: -2 }] });
    await game.play({ action: 'I look.', changes: [{ kind: 'npc', npc: 'Al', attitude: 'wary' }] });
    await game.play({ action: 'I wait.', context: 'Al is lying.' });
    await game.services.addEvent(game.caller, {
      campaign: game.id,
      event_type: 'social',
      description: 'A feast.',
      characters_involved: ['al'],
    });
    await game.play({ action: 'Also, I call the hall; finally all is calm.' });
    await game.play({ action: 'I read of Al-Hazred.' });
    const open = ['I ask AL for the key.', 'I knock.', 'I hide.', 'I strike.', 'I look.'];
    expect(await found(game, 'Al')).toEqual([...open, 'I wait.', 'A feast.']);
    expect(await found(game, 'Al', true)).toEqual([...open, 'A feast.']);
  });

  it('finds them by every name they had, where the name was theirs at the time', async () => {
    const game = await anEvening();
    const { entity } = await game.save({ kind: 'npc', name: 'Stranger' });
    await game.play({ action: 'The Stranger bows.' });
    await game.save({ kind: 'npc', id: entity.id, name: 'Prince Aldric' });
    await game.play({ action: 'Prince Aldric laughs.' });
    const other = await game.save({ kind: 'npc', name: 'Stranger', make_new: true });
    await game.play({ action: 'Another Stranger comes in.' });
    for (const as_player of [false, true]) {
      expect(await found(game, 'Prince Aldric', as_player)).toEqual([
        'The Stranger bows.',
        'Prince Aldric laughs.',
      ]);
      expect(await found(game, 'Stranger', as_player)).toEqual(['Another Stranger comes in.']);
    }
    await game.save({ kind: 'npc', id: other.entity.id, remove: true });
    expect(await found(game, 'stranger')).toContain('Prince Aldric laughs.');
  });

  it('finds them by the first word of their name, unless it is also in the name of something else', async () => {
    const game = await anEvening();
    await game.save({ kind: 'npc', name: 'Gruk the Goblin' });
    await game.play({ action: 'Gruk snarls.' });
    await game.play({ action: 'I hit the goblin Gruk.' });
    await game.play({ action: 'A goblin grukked by.' });
    const all = ['Gruk snarls.', 'I hit the goblin Gruk.'];
    for (const reader of [false, true]) expect(await found(game, 'Gruk the Goblin', reader)).toEqual(all);
    await game.save({ kind: 'npc', name: 'Gruk the Elder', visibility: 'dm_only' });
    expect(await found(game, 'Gruk the Goblin')).toEqual([]);
    expect(await found(game, 'Gruk the Goblin', true)).toEqual(all);
  });

  it('finds them for the game master in any spelling, as every other call does', async () => {
    const game = await anEvening();
    await game.play({
      action: 'A bell.',
      changes: [{ kind: 'npc', npc: 'drowned  king', attitude: 'calm' }],
    });
    expect(await found(game, 'drowned king')).toEqual(['A bell.']);
  });

  it('shows players no hidden entity under any current or former name', async () => {
    const game = await anEvening();
    const { entity } = await game.save({ kind: 'npc', name: 'Old Man', visibility: 'dm_only' });
    await game.play({ action: 'The Old Man waves.' });
    await game.save({ kind: 'npc', id: entity.id, name: 'Malvane' });
    await game.play({
      action: 'A shadow passes.',
      changes: [{ kind: 'npc', npc: 'Malvane', learned: 'He is near.', visibility: 'dm_only' }],
    });
    await game.play({ action: 'Malvane whispers.', visibility: 'dm_only' });
    await game.play({ action: 'We rest.', context: 'Malvane listens.' });
    expect(await found(game, 'Malvane')).toEqual([
      'The Old Man waves.',
      'A shadow passes.',
      'Malvane whispers.',
      'We rest.',
    ]);
    for (const reader of [true, 'Mira']) expect(await found(game, 'Malvane', reader)).toEqual([]);
  });

  it('finds a name that nobody has in what is written, and pages through all of it', async () => {
    const game = await anEvening();
    for (let turn = 0; turn < 5; turn += 1) await game.play({ action: `Zoë sings ${turn}.` });
    const asked = { campaign: game.id, character: 'ZOE\u0308', limit: 2 };
    const first = await game.services.getEvents(game.caller, asked);
    expect(first).toMatchObject({ remaining: 3, events: [{}, {}] });
    const next = await game.services.getEvents(game.caller, { ...asked, cursor: first.next_cursor ?? '' });
    expect(next.events.map(({ description }) => description)).toEqual(['Zoë sings 2.', 'Zoë sings 1.']);
  });
});
