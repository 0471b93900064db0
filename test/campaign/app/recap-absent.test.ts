import { describe, expect, it } from 'vitest';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

async function aTable(): Promise<Game> {
  const game = await aGame();
  for (const name of ['Tovin', 'Grum']) await game.save({ kind: 'character', name, fields: {} });
  return game;
}

const act = (game: Game, action: string, change: object[] = []) =>
  game.play({ action, character_name: 'Mira', changes: change as never });
const missedBy = async ({ services, caller }: Game, for_character: string, more: object = {}) =>
  (
    await services.recapSession(caller, {
      campaign: CAMPAIGN,
      for_character,
      length: 'detailed',
      player_safe: true,
      ...more,
    })
  ).text;

describe('what a character missed at a real table', () => {
  it('is no fight in whose initiative they stand, though they never act in it', async () => {
    const game = await aTable();
    await act(game, 'I knock at the gate.');
    await act(game, 'I kick the gate.', [
      {
        kind: 'combat',
        initiative: [
          { name: 'Mira', score: 17 },
          { name: 'Tovin', score: 9 },
        ],
      },
    ]);
    await act(game, 'I strike the guard.');
    await act(game, 'I bind the guard.', [{ kind: 'combat', is_over: true }]);
    await game.services.addEvent(game.caller, {
      campaign: CAMPAIGN,
      event_type: 'world',
      description: 'A bell rings far away.',
    });
    await act(game, 'I search the yard.');
    const tovin = await missedBy(game, 'Tovin');
    for (const words of ['I knock at the gate.', 'A bell rings', 'I search the yard.'])
      expect(tovin).toContain(words);
    for (const seen of ['I kick the gate.', 'I strike', 'I bind']) expect(tovin).not.toContain(seen);
    const grum = await missedBy(game, 'Grum');
    for (const words of ['I kick the gate.', 'I strike', 'I bind']) expect(grum).toContain(words);
  });

  it('counts a character that was added to the initiative between turns, by its current name', async () => {
    const game = await aTable();
    await act(game, 'I knock at the gate.');
    await game.services.updateGameState(game.caller, {
      campaign: CAMPAIGN,
      in_combat: true,
      initiative: [{ name: 'Tovin', score: 9 }],
    });
    await act(game, 'I strike the guard.');
    await act(game, 'I bind the guard.', [{ kind: 'combat', is_over: true }]);
    await act(game, 'I search the yard.');
    const [tovin] = await game.store.campaigns.findNamed(game.id, 'character', ['tovin']);
    await game.save({ kind: 'character', id: tovin?.id, name: 'Boldric' });
    const missed = await missedBy(game, 'Boldric');
    expect(missed).toContain('I search the yard.');
    for (const seen of ['I strike', 'I bind']) expect(missed).not.toContain(seen);
  });

  it('looks at the line being played only', async () => {
    const game = await aTable();
    await act(game, 'I knock at the gate.');
    await act(game, 'I kick the gate.', [{ kind: 'combat', initiative: [{ name: 'Tovin', score: 9 }] }]);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
    await act(game, 'I climb the wall.');
    await act(game, 'I fall asleep.', [{ kind: 'combat', initiative: [{ name: 'Grum', score: 4 }] }]);
    expect(await missedBy(game, 'Tovin')).toContain('I fall asleep.');
    expect(await missedBy(game, 'Grum')).not.toContain('I fall asleep.');
    expect(await missedBy(game, 'Grum')).toContain('I climb the wall.');
  });
});
