import { describe, expect, it } from 'vitest';
import { notice } from '../../../src/domain/next-step.ts';
import { client, hours, minutes } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

const infoOf = async ({ services }: Game, session_id: string) =>
  (await services.getSessionState(client(), { session_id, detail_level: 'minimal' })).state.session_info;

/** A session that was played for ten minutes before its process was killed. */
async function aKilledTable() {
  const game = await aGame();
  const { session } = await game.services.startClaudmasterSession(game.caller, { campaign_name: CAMPAIGN });
  game.pass(minutes(10));
  await game.play({ action: 'I wait.' });
  return { game, id: session.session_id };
}

describe('the duration of a session', () => {
  it('of one that nobody ended is the time until its last turn, whenever it is read', async () => {
    const { game, id } = await aKilledTable();
    game.pass(hours(5));
    expect(await infoOf(game, id)).toMatchObject({ status: 'active', duration_minutes: 10 });
    game.pass(hours(9));
    expect(await infoOf(game, id)).toMatchObject({ status: 'lost', duration_minutes: 10 });
  });

  it.each<[string, (game: Game, session_id: string) => Promise<unknown>]>([
    [
      'by sitting down to it again',
      ({ services }, session_id) =>
        services.startClaudmasterSession(client(), { campaign_name: CAMPAIGN, session_id }),
    ],
    [
      'by playing on',
      ({ services }, session_id) => services.playerAction(client(), { session_id, action: 'On.' }),
    ],
  ])('leaves out the silence of a killed one that is resumed %s', async (_, resume) => {
    for (const silence of [hours(5), hours(30)]) {
      const { game, id } = await aKilledTable();
      game.pass(silence);
      await resume(game, id);
      game.pass(minutes(5));
      await game.services.playerAction(client(), { session_id: id, action: 'And on.' });
      expect(await infoOf(game, id)).toMatchObject({ status: 'active', duration_minutes: 15 });
      const { ended } = await game.services.endClaudmasterSession(client(), { session_id: id, mode: 'end' });
      expect((await infoOf(game, ended.session.id)).duration_minutes).toBe(15);
    }
  });

  it('ends with the last turn if the session is ended hours later', async () => {
    const { game, id } = await aKilledTable();
    game.pass(hours(5));
    await game.services.endClaudmasterSession(client(), { session_id: id });
    expect(await infoOf(game, id)).toMatchObject({ status: 'paused', duration_minutes: 10 });
  });

  it('leaves out a pause that a turn ends, and the turn reports that it resumed the session', async () => {
    const { game, id } = await aKilledTable();
    await game.services.endClaudmasterSession(game.caller, { session_id: id });
    game.pass(hours(1));
    const played = await game.play({ action: 'Where were we?' });
    expect(played).toMatchObject({ isResumed: true, session: { id, status: 'active' } });
    expect(played.notices).toEqual([notice(`Session ${id} was paused; this turn resumed it.`)]);
    game.pass(minutes(3));
    const next = await game.play({ action: 'On.' });
    expect([next.isResumed, next.notices]).toEqual([false, []]);
    expect((await infoOf(game, id)).duration_minutes).toBe(13);
    game.pass(hours(13));
    expect(await game.play({ action: 'Still there?' })).toMatchObject({
      isResumed: true,
      notices: [notice(`Session ${id} was lost; this turn resumed it.`)],
    });
  });

  it('continues while events and rolls are added without a turn', async () => {
    const { game, id } = await aKilledTable();
    game.pass(minutes(25));
    await game.services.addEvent(game.caller, { event_type: 'world', description: 'Snow.', session_id: id });
    game.pass(minutes(25));
    await game.services.rollDice(game.caller, { notation: 'd20', session_id: id });
    game.pass(minutes(25));
    expect(await infoOf(game, id)).toMatchObject({ status: 'active', duration_minutes: 85 });
  });
});
