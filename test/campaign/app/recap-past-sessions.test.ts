import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import { client } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

const sit = async ({ services }: Game, caller = client()) =>
  (await services.startClaudmasterSession(caller, { campaign_name: CAMPAIGN })).session.session_id;
const act = ({ services, caller }: Game, session_id: string, ...changes: Change[]) =>
  services.playerAction(caller, { campaign: CAMPAIGN, session_id, action: 'I go on.', changes });
const recapOf = async ({ services, caller }: Game, session_id: string) =>
  (await services.recapSession(caller, { campaign: CAMPAIGN, session_id })).text;
const summaryOf = async ({ services, caller }: Game, session_id: string) =>
  (await services.endClaudmasterSession(caller, { session_id, mode: 'end' })).summary;

const at = (location: string, day: string): Change[] => [
  { kind: 'place', location },
  { kind: 'time', in_game_date: day },
];
const hurt = (set: number): Change => ({ kind: 'hit_points', character: 'Mira', set });

describe('the recap of one session', () => {
  it('shows the state at the end of that session, though play went on', async () => {
    const game = await aGame();
    const first = await sit(game);
    await act(game, first, ...at('Inn', 'Day 2'), hurt(7));
    await summaryOf(game, first);
    const second = await sit(game, client());
    await act(game, second, ...at('Cave', 'Day 9'), hurt(3));
    const recap = await recapOf(game, first);
    expect(recap).toMatch(
      /\nAt the end:\n- location: Inn \[evt_.*\n- date: Day 2 \[evt_.*\n- Mira: HP 7 of 12 \[evt_/,
    );
    expect(recap).not.toMatch(/Cave|Day 9|3 of 12/);
    expect(await recapOf(game, second)).toMatch(
      /\nNow:\n- location: Cave \[evt_.*\n- date: Day 9 \[evt_.*\n- Mira: HP 3 of 12 \[evt_/,
    );
  });

  it('does not show what was set after another session began, though nobody has played there', async () => {
    const game = await aGame();
    const first = await sit(game);
    await act(game, first, ...at('Inn', 'Day 2'));
    await summaryOf(game, first);
    game.pass(60_000);
    await sit(game, client());
    await game.services.updateGameState(game.caller, { campaign: CAMPAIGN, location: 'Cave' });
    expect(await recapOf(game, first)).toMatch(/\nAt the end:\n- location: Inn \[.*\n- date: Day 2 \[/);
  });

  it('shows its own session where two are played at once', async () => {
    const game = await aGame();
    const [one, other] = [await sit(game), await sit(game, client())];
    await act(game, one, ...at('Inn', 'Day 2'), hurt(7));
    await act(game, other, ...at('Cave', 'Day 9'), hurt(3));
    const recap = await summaryOf(game, one);
    expect(recap).toMatch(/\n- location: Inn \[evt_.*\n- date: Day 2 \[evt_.*\n- Mira: HP 7 of 12 \[evt_/);
    expect(recap).not.toMatch(/Cave|3 of 12/);
  });

  it('cites no event for what was changed by hand after it', async () => {
    const game = await aGame();
    const only = await sit(game);
    await act(game, only, hurt(7));
    await game.save({
      kind: 'character',
      name: 'Mira',
      fields: { hit_points: { current: 2, max: 12, temporary: 0 } },
    });
    expect(await summaryOf(game, only)).toMatch(/\n- Mira: HP 2 of 12$/m);
  });
});
