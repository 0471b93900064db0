import { describe, expect, it } from 'vitest';
import { type Place, place, serverIn } from '../support/server.ts';

const CAMPAIGN = 'The Salt Mill';
const ROUNDS = 8;
const CALLS = 200;
const withTools = { args: ['--toolsets', 'session,memory,campaign'] };

/** Plays as fast as it can until it is killed; answers the last turn that was acknowledged. */
async function playUntilKilled(
  here: Place,
  session_id: string,
  turnsBefore: number,
  round: number,
): Promise<number> {
  const client = await serverIn(here, withTools);
  let acknowledged = turnsBefore;
  const calls = Array.from({ length: CALLS }, () =>
    client
      .facts('player_action', {
        campaign: CAMPAIGN,
        session_id,
        action: 'Mira finds a coin',
        changes: [{ kind: 'funds', coin: 'gp', amount: 1 }],
      })
      .then(({ turn }) => {
        acknowledged = Math.max(acknowledged, turn);
        if (turn >= turnsBefore + 5 + 3 * round) void client.kill();
      })
      .catch(() => undefined),
  );
  await Promise.all(calls);
  return acknowledged;
}

describe('a game that is killed while it is played', () => {
  it('has every acknowledged turn, none half, and each numbered once', async () => {
    const here = place();
    const first = await serverIn(here, withTools);
    await first.facts('save_campaign', { name: CAMPAIGN });
    const { session } = await first.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    const { session_id } = session;
    await first.close();
    let turns = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await playUntilKilled(here, session_id, turns, round);
      expect(acknowledged).toBeGreaterThan(turns);
      const reader = await serverIn(here, withTools);
      const { game_state, session_info } = await reader.facts('get_session_state', { session_id });
      turns = game_state.turn_count;
      expect(turns).toBeGreaterThanOrEqual(acknowledged);
      expect(game_state.party_funds).toEqual({ gp: turns });
      expect(session_info.turn_count).toBe(turns);
      const { events, remaining } = await reader.facts('get_events', { campaign: CAMPAIGN, limit: 200 });
      expect(events.length + remaining).toBe(turns);
      await reader.close();
    }
  });
});
