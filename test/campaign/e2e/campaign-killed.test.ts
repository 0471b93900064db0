import { describe, expect, it } from 'vitest';
import { place, serverIn } from '../../support/server.ts';

const CAMPAIGN = 'The Salt Road';
const withTools = { args: ['--toolsets', 'session,memory,campaign'] };

describe('a game whose process is killed in the middle', () => {
  it('is resumed with its state by the next start_claudmaster_session with resume', async () => {
    const here = place();
    const first = await serverIn(here, withTools);
    await first.facts('save_campaign', { name: CAMPAIGN });
    const { session } = await first.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    await first.facts('player_action', {
      action: 'I climb the mill.',
      changes: [{ kind: 'place', location: 'Mill Loft' }],
    });
    await first.kill();
    const second = await serverIn(here, withTools);
    const again = await second.facts('start_claudmaster_session', { campaign_name: CAMPAIGN, resume: true });
    expect(again.resolution).toEqual({ outcome: 'rejoined', why: `${session.session_id} was lost` });
    expect(again.session).toMatchObject({ session_id: session.session_id, status: 'active', turn_count: 1 });
    expect(again.game_state).toMatchObject({ current_location: 'Mill Loft', turn_count: 1 });
    expect(again.recap).toContain('Mill Loft');
    expect(await second.facts('player_action', { action: 'I look out.' })).toMatchObject({
      turn: 2,
      session_id: session.session_id,
    });
  });

  it('is marked lost when a new session starts, and an active one of a living client is left alone', async () => {
    const here = place();
    const [killed, living] = [await serverIn(here, withTools), await serverIn(here, withTools)];
    await killed.facts('save_campaign', { name: CAMPAIGN });
    const begin = { campaign_name: CAMPAIGN };
    const dead = (await killed.facts('start_claudmaster_session', begin)).session.session_id;
    const alive = (await living.facts('start_claudmaster_session', begin)).session.session_id;
    await killed.kill();
    const third = await serverIn(here, withTools);
    const next = await third.facts('start_claudmaster_session', begin);
    expect([dead, alive]).not.toContain(next.session.session_id);
    const { sessions } = await third.facts('get_sessions', { project: CAMPAIGN });
    const statuses = Object.fromEntries(
      sessions.map(({ session_id, status }: Record<string, string>) => [session_id, status]),
    );
    expect(statuses).toMatchObject({
      [dead]: 'lost',
      [alive]: 'active',
      [next.session.session_id]: 'active',
    });
  });
});
