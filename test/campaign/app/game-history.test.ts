import { describe, expect, it } from 'vitest';
import { client, openTestApp } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game } from './create-game.ts';

async function historyOf({ services, caller }: Game, more: object = {}) {
  const { state } = await services.getSessionState(caller, more);
  return state;
}

const linesOf = (turns: Awaited<ReturnType<typeof historyOf>>['recent_history']) =>
  (turns ?? []).map(({ turn, what, is_rewound }) => `${turn} ${what}${is_rewound ? ' (back)' : ''}`);

async function playAll(game: Game, ...actions: readonly string[]) {
  for (const action of actions) await game.play({ action });
}

describe('the history of a game', () => {
  it('counts as the campaign does, and marks the turns that were taken back', async () => {
    const game = await aGame();
    await playAll(game, 'go', 'look', 'fight');
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 1 });
    await playAll(game, 'flee');
    const { recent_history, session_info, game_state } = await historyOf(game);
    expect(linesOf(recent_history)).toEqual(['1 go', '2 look (back)', '3 fight (back)', '2 flee']);
    expect([session_info.turn_count, game_state?.turn_count]).toEqual([4, 2]);
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: 0, branch: 'main' });
    expect(linesOf((await historyOf(game)).recent_history)).toEqual([
      '1 go',
      '2 look',
      '3 fight',
      '2 flee (back)',
    ]);
  });

  it('continues the turn numbers in the next session, and pages through one that was rewound', async () => {
    const game = await aGame();
    await playAll(game, 'a', 'b');
    await game.services.startClaudmasterSession(game.caller, { campaign_name: CAMPAIGN });
    await playAll(game, 'c', 'd');
    await game.services.rewindSession(game.caller, { campaign: CAMPAIGN, to_turn: -2 });
    await playAll(game, 'e');
    const last = await historyOf(game, { history_limit: 2 });
    expect([linesOf(last.recent_history), last.remaining]).toEqual([['4 d (back)', '3 e'], 1]);
    const first = await historyOf(game, { history_limit: 2, cursor: last.next_cursor });
    expect([linesOf(first.recent_history), first.remaining, first.next_cursor]).toEqual([
      ['3 c (back)'],
      0,
      null,
    ]);
  });

  it('of work counts the session’s own turns, and marks none', async () => {
    const { services } = openTestApp();
    const me = client();
    await services.storeMemory(me, { content: 'One.', category: 'general' } as never);
    await services.storeMemory(me, { content: 'Two.', category: 'general' } as never);
    const { state } = await services.getSessionState(me, {});
    expect(state.recent_history?.map((turn) => [turn.turn, 'is_rewound' in turn])).toEqual([
      [1, false],
      [2, false],
    ]);
  });
});
