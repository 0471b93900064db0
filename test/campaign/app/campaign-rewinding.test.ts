import { describe, expect, it } from 'vitest';
import { refusal } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, picture } from './create-game.ts';

describe('rewinding', () => {
  it('to where one is writes nothing', async () => {
    const game = await aGame();
    await game.play({ action: 'a' });
    const before = await picture(game);
    const result = await game.services.rewindSession(game.caller, {
      campaign: CAMPAIGN,
      to_turn: 0,
      branch: 'main',
    });
    expect(result.campaign).toEqual(before.campaign);
    expect(await picture(game)).toEqual(before);
  });

  it.each([
    [{ to_turn: 2 }, 'invalid: turn_out_of_range'],
    [{ to_turn: 3 }, 'invalid: turn_out_of_range'],
    [{ to_turn: -3 }, 'invalid: turn_out_of_range'],
    [{ to_turn: 0.5 }, 'invalid: turn_out_of_range'],
    [{ to_turn: Number.NaN }, 'invalid: turn_out_of_range'],
    [{ to_turn: 0, branch: 'none' }, 'not_found: branch_not_found'],
    [{ to_turn: 3, branch: 'main' }, 'invalid: turn_out_of_range'],
  ])('to %j is refused', async (input, result) => {
    const game = await aGame();
    for (const action of ['a', 'b']) await game.play({ action });
    const before = await picture(game);
    expect(await refusal(game.services.rewindSession(game.caller, { campaign: CAMPAIGN, ...input }))).toBe(
      result,
    );
    expect(await picture(game)).toEqual(before);
  });

  it('unties names that changed hands', async () => {
    const game = await aGame();
    const made = async (name: string) => (await game.save({ kind: 'npc', name })).entity;
    const [a, b] = [await made('A'), await made('B')];
    await game.play({ action: 'before' });
    const rename = (id: string, name: string) => game.save({ kind: 'npc', id, name });
    await game.play({ action: 'the swap' });
    await rename(a.id, 'C');
    await rename(b.id, 'A');
    await rename(a.id, 'B');
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
    expect(await game.store.campaigns.findNamed(game.id, 'npc', ['a', 'b'])).toMatchObject([
      { id: a.id },
      { id: b.id },
    ]);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0, branch: 'main' });
    expect(await game.store.campaigns.findNamed(game.id, 'npc', ['a', 'b'])).toMatchObject([
      { id: b.id },
      { id: a.id },
    ]);
  });

  it('brings back what is known of the campaign too, but not its name', async () => {
    const game = await aGame();
    const { services, caller } = game;
    await game.play({ action: 'a' });
    await game.play({ action: 'b' });
    await services.saveCampaign(caller, {
      name: CAMPAIGN,
      description: 'Rain.',
      in_game_date: 'dusk',
      new_name: 'Wet',
    });
    const { campaign } = await services.rewindSession(caller, { campaign: 'Wet', to_turn: 1 });
    expect(campaign).toMatchObject({ name: 'Wet', description: 'Dust.', state: { in_game_date: null } });
  });
});

describe('dice', () => {
  it('give the same result for the same seed, and add an event if a session is named', async () => {
    const game = await aGame();
    const { session } = await game.play({ action: 'a' });
    const roll = (seed?: string) =>
      game.services.rollDice(game.caller, { notation: '20d20', seed, session_id: session.id, label: 'Luck' });
    const [one, two, other] = [await roll('x'), await roll('x'), await roll()];
    expect(two.total).toBe(one.total);
    expect(other.detail).not.toBe(one.detail);
    const { events } = await game.services.getEvents(game.caller, { session_id: session.id });
    expect(events.find(({ id }) => id === one.eventId)).toMatchObject({
      is_turn: false,
      rolls: [{ total: one.total, label: 'Luck' }],
    });
  });
});
