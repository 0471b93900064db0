import { describe, expect, it } from 'vitest';
import {
  ask,
  atTable,
  CAMPAIGN_TOOLS,
  createCampaignWithEntities,
  type Facts,
  refusal,
} from '../../support/campaign-client.ts';

describe('refused by name is', () => {
  it('an enum, with what it allows', async () => {
    const client = await atTable();
    for (const [tool, args, field, allowed] of [
      ['save_entity', { kind: 'monster', name: 'x' }, 'kind', 'character'],
      ['add_event', { event_type: 'weather', description: 'x' }, 'event_type', 'combat'],
      ['get_campaign', { name: 'Bellwood', section: 'monsters' }, 'section', 'npcs'],
      ['recap_session', { length: 'epic' }, 'length', 'brief'],
      ['end_claudmaster_session', { session_id: 'x', mode: 'stop' }, 'mode', 'pause'],
      ['player_action', { action: 'x', visibility: 'hidden' }, 'visibility', 'dm_only'],
      ['player_action', { action: 'x', changes: [{ kind: 'weather' }] }, 'changes[0].kind', 'hit_points'],
      [
        'player_action',
        { action: 'x', changes: [{ kind: 'npc', npc: 'Oda', status: 'undead' }] },
        'changes[0].status',
        'dead',
      ],
      ['save_entity', { kind: 'npc', name: 'x', fields: { status: 'undead' } }, 'fields.status', 'dead'],
    ] as const) {
      const refused = await refusal(client, tool, args);
      expect(refused, tool).toMatchObject({
        code: 'invalid_arguments',
        kind: 'invalid',
        fields: [{ field }],
      });
      expect(refused.allowed).toContain(allowed);
    }
  });

  it('an argument that a tool does not have', async () => {
    const client = await atTable();
    for (const tool of CAMPAIGN_TOOLS) {
      const { fields } = await refusal(client, tool, { sesion_id: 'x' });
      expect(fields, tool).toContainEqual({ field: 'sesion_id', problem: 'is not an argument of this tool' });
    }
  });

  it('a part that a change or a field does not have', async () => {
    const client = await atTable();
    for (const [tool, args, field] of [
      [
        'player_action',
        { action: 'x', changes: [{ kind: 'place', location: 'x', why: 'y' }] },
        'changes[0].why',
      ],
      ['save_entity', { kind: 'npc', name: 'x', fields: { hit_points: 3 } }, 'fields.hit_points'],
      [
        'save_entity',
        { kind: 'quest', name: 'x', fields: { objectives: [{ text: 'x', done: 1 }] } },
        'fields.objectives[0].done',
      ],
    ] as const) {
      const refused = await refusal(client, tool, args);
      expect(refused.fields.map((one: Facts) => one.field)).toContain(field);
    }
  });

  it('a field of no entity, with the one that was meant', async () => {
    const client = await atTable();
    const refused = await refusal(client, 'save_entity', {
      kind: 'npc',
      name: 'x',
      fields: { attitud: 'y' },
    });
    expect(refused).toMatchObject({ code: 'unknown_argument', hint: expect.stringContaining('attitude') });
    expect(refused.allowed).toContain('truth');
  });

  it('what is out of bounds', async () => {
    const client = await atTable();
    for (const [tool, args, field] of [
      [
        'save_entity',
        { kind: 'character', name: 'x', fields: { hit_points: { current: 9, max: 4 } } },
        'fields.hit_points.current',
      ],
      [
        'save_entity',
        { kind: 'character', name: 'x', fields: { hit_points: { max: 4 } } },
        'fields.hit_points.current',
      ],
      [
        'save_entity',
        { kind: 'character', name: 'x', fields: { classes: [{ name: 'Bard', level: 1.5 }] } },
        'fields.classes[0].level',
      ],
      ['save_entity', { kind: 'npc', name: 'x', fields: { known: 'x'.repeat(100_001) } }, 'fields.known'],
      [
        'save_entity',
        { kind: 'character', name: 'x', fields: { conditions: Array(501).fill('x') } },
        'fields.conditions',
      ],
      ['save_entity', { kind: 'npc', name: 'x', fields: 'none' }, 'fields'],
      ['player_action', { action: '  ' }, 'action'],
      [
        'player_action',
        { action: 'x', changes: [{ kind: 'funds', coin: 'gp', amount: 1e9 }] },
        'changes[0].amount',
      ],
      ['add_event', { event_type: 'world', description: 'x', importance: 6 }, 'importance'],
      ['rewind_session', { to_turn: 0.5 }, 'to_turn'],
      ['roll_dice', { notation: '' }, 'notation'],
    ] as const) {
      const refused = await refusal(client, tool, args);
      expect(refused, field).toMatchObject({ code: 'invalid_arguments', fields: [{ field }] });
    }
  });

  it('a name that nobody has, with the nearest ones', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const named = (tool: string, args: object) => refusal(client, tool, args);
    for (const [tool, args] of [
      ['start_claudmaster_session', { campaign_name: 'Belwood' }],
      ['get_campaign', { name: 'Belwood' }],
      ['get_events', { campaign: 'Belwood' }],
    ] as const)
      expect(await named(tool, args)).toMatchObject({ code: 'campaign_not_found', allowed: ['Bellwood'] });
    const campaign = 'Bellwood';
    for (const [tool, args] of [
      ['player_action', { action: 'x', character_name: 'Mirra' }],
      ['player_action', { action: 'x', changes: [{ kind: 'hit_points', character: 'Mirra', delta: 1 }] }],
      ['recap_session', { for_character: 'Mirra' }],
      ['add_event', { event_type: 'world', description: 'x', private_to: ['Mirra'] }],
    ] as const)
      expect(await named(tool, { ...args, campaign })).toMatchObject({
        code: 'entity_not_found',
        allowed: ['Mira'],
      });
    expect((await ask(client, 'get_events', { campaign })).events).toEqual([]);
    expect(await named('get_events', {})).toMatchObject({
      code: 'campaign_required',
      hint: 'Pass campaign, or start a session in a campaign. Call get_campaign, or start_claudmaster_session.',
    });
  });

  it('a stale expected_version, with what is current, and nothing is written', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const { version } = (await ask(client, 'get_campaign', { name: 'Bellwood' })).campaign;
    const args = { action: 'Mira waits.', campaign: 'Bellwood', expected_version: version };
    await ask(client, 'player_action', args);
    const refused = await refusal(client, 'player_action', args);
    expect(refused).toMatchObject({
      code: 'campaign_changed',
      kind: 'conflict',
      allowed: [String(version + 1)],
    });
    const state = { in_combat: true, campaign: 'Bellwood', expected_version: version };
    expect((await refusal(client, 'update_game_state', state)).code).toBe('campaign_changed');
    expect((await ask(client, 'get_campaign', { name: 'Bellwood' })).campaign).toMatchObject({
      turn: 1,
      version: version + 1,
      game_state: { in_combat: false },
    });
  });

  it('what a call cannot do, with the tool that can', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const { session_id } = (await ask(client, 'start_session', { project: 'Ledger' })).session;
    const { campaign_id } = (await ask(client, 'get_campaign', { name: 'Bellwood' })).campaign;
    const campaign = 'Bellwood';
    for (const [tool, args, call] of [
      ['end_claudmaster_session', { session_id }, `end_session session_id=${session_id}`],
      ['player_action', { session_id, action: 'x' }, 'get_campaign, or start_claudmaster_session'],
      ['get_events', { campaign: 'x'.repeat(300) }, 'get_campaign, or save_campaign'],
      [
        'player_action',
        { campaign, action: 'x', changes: [{ kind: 'slot', character: 'Mira', level: '9', delta: 1 }] },
        'save_entity kind=character name=Mira',
      ],
      [
        'save_entity',
        { campaign, kind: 'item', id: 'ent_none' },
        `get_campaign name=${campaign_id} section=items`,
      ],
      [
        'rewind_session',
        { campaign, to_turn: 0, branch: 'brn_x' },
        `get_campaign name=${campaign_id} section=branches`,
      ],
      ['update_game_state', { campaign, expected_version: 0 }, `get_campaign name=${campaign_id}`],
    ] as const) {
      const { hint } = await refusal(client, tool, args);
      expect(hint.endsWith(` Call ${call}.`), `${tool}: ${hint}`).toBe(true);
      expect(hint).not.toContain('`');
    }
  });

  it('a turn with one wrong change, and nothing is written', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const refused = await refusal(client, 'player_action', {
      action: 'Mira buys the inn.',
      campaign: 'Bellwood',
      changes: [
        { kind: 'hit_points', character: 'Mira', delta: -3 },
        { kind: 'funds', coin: 'gp', amount: -1000 },
      ],
    });
    expect(refused).toMatchObject({ code: 'change_invalid', fields: [{ field: 'changes[1].amount' }] });
    const { campaign, party } = await ask(client, 'get_campaign', { name: 'Bellwood' });
    expect(campaign.turn).toBe(0);
    expect(party[0].hit_points.current).toBe(20);
  });

  it('what no store can hold', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    for (const [tool, args] of [
      ['save_campaign', { name: 'a\0b' }],
      ['save_campaign', { name: 'Ash', rules: { 'a\0b': 'x' } }],
      ['save_entity', { kind: 'npc', name: 'x', fields: { truth: 'a\0b' } }],
      ['save_entity', { kind: 'character', name: 'x', fields: { abilities: { 'a\0b': 1 } } }],
      ['player_action', { action: 'a\0b' }],
      ['player_action', { action: 'x', changes: [{ kind: 'flag', name: 'x', value: 'a\ud800b' }] }],
      ['update_game_state', { flags: { 'a\0b': true } }],
      ['add_event', { event_type: 'world', description: 'a\0b' }],
      ['rewind_session', { to_turn: -1, reason: 'a\0b' }],
    ] as const) {
      const target = tool === 'save_campaign' ? {} : { campaign: 'Bellwood' };
      const refused = await refusal(client, tool, { ...args, ...target });
      expect(refused.kind).toBe('invalid');
      expect(refused.code, tool).toMatch(/^text_has_|^invalid_arguments$/);
    }
  });
});
