import { describe, expect, it } from 'vitest';
import { ask, atTable, refusal } from '../../support/campaign-client.ts';

const CAMPAIGN = 'The Salt Road';

async function aTable() {
  const client = await atTable();
  await ask(client, 'save_campaign', { name: CAMPAIGN });
  await ask(client, 'save_entity', { campaign: CAMPAIGN, kind: 'character', name: 'Mira' });
  const play = (action: string, changes: readonly object[] = []) =>
    ask(client, 'player_action', { campaign: CAMPAIGN, action, changes });
  return { client, play };
}

describe('at the table', () => {
  it('a campaign is found by a name that differs in case, spacing or article, and save_campaign says so', async () => {
    const { client } = await aTable();
    const saved = await ask(client, 'save_campaign', { name: 'salt  road', dm_name: 'Ada' });
    expect(saved).toMatchObject({ name: CAMPAIGN, is_new: false });
    expect(saved.notices.join()).toContain(`is the existing campaign "${CAMPAIGN}"`);
    const started = await ask(client, 'start_claudmaster_session', { campaign_name: 'SALT ROAD' });
    expect(started.campaign).toMatchObject({ name: CAMPAIGN, campaign_id: saved.campaign_id });
    const { campaigns } = await ask(client, 'get_campaign');
    expect(campaigns).toHaveLength(1);
  });

  it('a coin is one coin in any letter case', async () => {
    const { client, play } = await aTable();
    await play('Loot.', [{ kind: 'funds', coin: 'GP', amount: 5 }]);
    await play('Loot.', [{ kind: 'funds', coin: 'gp', amount: 2 }]);
    const { campaign } = await ask(client, 'get_campaign', { name: CAMPAIGN });
    expect(campaign.game_state.party_funds).toEqual({ gp: 7 });
    const error = await refusal(client, 'update_game_state', {
      campaign: CAMPAIGN,
      party_funds: { GP: 1, gp: 2 },
    });
    expect(error).toMatchObject({ code: 'arguments_contradict' });
  });

  it('an NPC takes damage like a character, and an unknown name is refused with the steps that create either', async () => {
    const { client, play } = await aTable();
    await ask(client, 'save_entity', {
      campaign: CAMPAIGN,
      kind: 'npc',
      name: 'Goblin',
      fields: { hit_points: { current: 7, max: 7 }, conditions: ['prone'] },
    });
    const { applied } = await play('I strike.', [{ kind: 'hit_points', character: 'Goblin', delta: -5 }]);
    expect(applied).toMatchObject([{ kind: 'hit_points', who: 'Goblin', from: 7, to: 2, max: 7 }]);
    const { entities } = await ask(client, 'get_campaign', { name: CAMPAIGN, section: 'npcs' });
    expect(entities[0].fields).toMatchObject({ hit_points: { current: 2 }, conditions: ['prone'] });
    const error = await refusal(client, 'player_action', {
      campaign: CAMPAIGN,
      action: 'I strike.',
      changes: [{ kind: 'hit_points', character: 'Dragon', delta: -5 }],
    });
    expect(error).toMatchObject({ code: 'entity_not_found', hint: expect.stringContaining('kind npc') });
    expect(error.hint).toMatch(
      /Call save_entity kind=npc name=\S+, or save_entity kind=character name=\S+\.$/,
    );
  });

  it('get_events finds the turns that name somebody in their text', async () => {
    const { client, play } = await aTable();
    await play('I ask Al.');
    await play('Also, I wait.');
    const { events } = await ask(client, 'get_events', { campaign: CAMPAIGN, character: 'Al' });
    expect(events.map(({ description }: { description: string }) => description)).toEqual(['I ask Al.']);
  });

  it('players know the name of a hidden place into which the party openly goes', async () => {
    const { client, play } = await aTable();
    await ask(client, 'save_entity', {
      campaign: CAMPAIGN,
      kind: 'location',
      name: 'Sunken Crypt',
      visibility: 'dm_only',
      fields: { description: 'Three ghouls wait.' },
    });
    await play('We go down.', [{ kind: 'place', location: 'Sunken Crypt' }]);
    const seen = await ask(client, 'get_campaign', { name: CAMPAIGN, as_player: true, section: 'locations' });
    expect(seen.campaign.game_state.location).toBe('Sunken Crypt');
    expect(seen.entities).toMatchObject([{ name: 'Sunken Crypt', fields: { description: null } }]);
    const recap = await ask(client, 'recap_session', { campaign: CAMPAIGN, player_safe: true });
    expect(JSON.stringify(recap)).toContain('Sunken Crypt');
    expect(JSON.stringify([seen, recap])).not.toContain('ghouls');
  });
});
