import { describe, expect, it } from 'vitest';
import { exportNamed } from './campaign-file.ts';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

/** Two turns, then what only the branch that is left behind knows, then back to the first turn. */
async function leftBehind(game: Game, there: () => Promise<unknown>) {
  const { services, caller } = game;
  await game.play({ action: 'I look around.' });
  await game.play({ action: 'I listen.' });
  await there();
  await services.rewindSession(caller, { campaign: CAMPAIGN, to_turn: 1 });
}

const note = ({ services, caller }: Game, names: readonly string[]) =>
  services.addSessionNote(caller, {
    session_id: String(caller.connection?.sessionId),
    note: {
      summary: 'They were here.',
      npcsEncountered: names,
      charactersPresent: names,
      questUpdates: Object.fromEntries(names.map((name) => [name, 'on'])),
    },
  });

/** All that a reader is given, by every way there is. */
async function allShown(game: Game, reader: boolean | string): Promise<string> {
  const { services, caller } = game;
  const { json, markdown } = await exportNamed(game, CAMPAIGN, reader);
  const events = await services.getEvents(caller, { campaign: CAMPAIGN, as_player: reader });
  const recap = await services.recapSession(caller, {
    campaign: CAMPAIGN,
    player_safe: true,
    ...(typeof reader === 'string' ? { for_character: reader } : {}),
  });
  return [json, markdown, JSON.stringify(events), recap.text].join('\n');
}

const READERS = [true, 'Mira'];

describe('a name that was used on a branch that was left', () => {
  it('is hidden from players if its entity is hidden', async () => {
    const game = await aGame();
    const vex = await game.save({ kind: 'npc', name: 'Vex', visibility: 'dm_only' });
    const plot = await game.save({ kind: 'quest', name: 'Plot', visibility: 'dm_only' });
    await leftBehind(game, async () => {
      await game.save({ kind: 'npc', id: vex.entity.id, name: 'Umbra' });
      await game.save({ kind: 'quest', id: plot.entity.id, name: 'Ruse' });
      await note(game, ['Umbra', 'Ruse']);
    });
    await game.services.addEvent(game.caller, {
      campaign: CAMPAIGN,
      event_type: 'world',
      description: 'Something stirs.',
      characters_involved: ['Umbra', 'Mira'],
    });
    for (const reader of READERS) expect(await allShown(game, reader)).not.toMatch(/Umbra|Ruse/);
    expect((await exportNamed(game, CAMPAIGN)).markdown).toMatch(/Umbra/);
  });

  it('is hidden if its entity was created there as hidden', async () => {
    const game = await aGame();
    await leftBehind(game, async () => {
      await game.save({ kind: 'location', name: 'Undercroft', visibility: 'dm_only' });
      await game.save({ kind: 'npc', name: 'Gloam', visibility: 'public' });
      await game.save({ kind: 'npc', name: 'Gloam', visibility: 'dm_only' });
      await game.save({ kind: 'npc', name: 'Pell', visibility: 'dm_only' });
      await game.save({ kind: 'npc', name: 'Pell', visibility: 'public' });
    });
    await game.services.addEvent(game.caller, {
      campaign: CAMPAIGN,
      event_type: 'world',
      description: 'Something stirs.',
      location: 'Undercroft',
      characters_involved: ['Gloam', 'Pell'],
    });
    for (const reader of READERS) {
      const shown = await allShown(game, reader);
      expect(shown).not.toMatch(/Undercroft|Gloam/);
      expect(shown).toMatch(/Pell/);
    }
  });

  it('is hidden if it was hidden only there, even if players know the entity by another name', async () => {
    const game = await aGame();
    const { entity } = await game.save({ kind: 'npc', name: 'The Stranger' });
    await leftBehind(game, async () => {
      await game.save({ kind: 'npc', id: entity.id, name: 'Umbra', visibility: 'dm_only' });
      await game.save({ kind: 'npc', id: entity.id, name: 'Night', visibility: 'dm_only' });
      await note(game, ['Umbra', 'Night', 'The Stranger']);
    });
    for (const reader of READERS) {
      const shown = await allShown(game, reader);
      expect(shown).not.toMatch(/Umbra|Night/);
      expect(shown).toMatch(/The Stranger/);
    }
  });

  it('stays where something has it that is known on the line being played', async () => {
    const game = await aGame();
    const vex = await game.save({ kind: 'npc', name: 'Vex', visibility: 'dm_only' });
    await leftBehind(game, async () => {
      await game.save({ kind: 'npc', id: vex.entity.id, name: 'Umbra' });
      await note(game, ['Umbra']);
    });
    await game.save({ kind: 'npc', name: 'Umbra' });
    for (const reader of READERS) expect(await allShown(game, reader)).toMatch(/Umbra/);
  });
});
