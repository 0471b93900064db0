import { describe, expect, it } from 'vitest';
import { CAMPAIGN_SECTIONS } from '../../../src/campaign/domain/entity.ts';
import { quoteBlock } from '../../../src/domain/quote-text.ts';
import {
  ask,
  atTable,
  CAMPAIGN_TOOLS,
  createCampaignWithEntities,
  type Facts,
  MIRA,
  textOf,
} from '../../support/campaign-client.ts';
import { BASE62, fake } from '../../support/fake-secret.ts';
import { place } from '../../support/server.ts';
import { shortId } from '../../support/short-id.ts';

const CHANGES = [
  { kind: 'hit_points', character: 'mira', delta: -5, temporary: 2 },
  { kind: 'hit_points', character: 'Mira', set: 18 },
  { kind: 'condition', character: 'Mira', add: ['poisoned'], remove: ['tired'] },
  { kind: 'place', location: 'Mill' },
  {
    kind: 'quest',
    quest: 'The Bell',
    status: 'completed',
    objective_done: 'Ask Oda',
    add_objective: 'Rest',
    note: 'Rung.',
  },
  { kind: 'item', character: 'Mira', item: 'Rope', quantity: -1 },
  { kind: 'funds', coin: 'gp', amount: 50 },
  { kind: 'flag', name: 'bell_rung', value: true },
  { kind: 'time', in_game_date: '3 Marpenoth' },
  { kind: 'slot', character: 'Mira', level: '1', delta: -1 },
  { kind: 'npc', npc: 'Oda', status: 'missing', attitude: 'gone', location: 'Wood', learned: 'Rang it.' },
  { kind: 'thread', thread: 'Where is Oda', status: 'open', text: 'She left.' },
  { kind: 'combat', initiative: [{ name: 'Mira', score: 17 }], current_turn: 'Mira', round: 2 },
];

describe('the tools of a campaign', () => {
  it('are twelve, and listed when asked for', async () => {
    const { tools } = await (await atTable()).listTools();
    expect(CAMPAIGN_TOOLS).toHaveLength(12);
    expect(tools.map(({ name }) => name).slice(-12)).toEqual(CAMPAIGN_TOOLS);
  });

  it('take every parameter they have, and answer what their schemas say', async () => {
    const here = place();
    const client = await atTable(here);
    const made = await ask(client, 'save_campaign', {
      name: 'Bellwood',
      description: 'A village without a bell.',
      dm_name: 'Joe',
      setting: 'Vale',
      rules: { system: '5e', crits: 'max plus roll' },
      in_game_date: '1 Marpenoth',
    });
    expect(made).toMatchObject({ name: 'Bellwood', is_new: true, is_changed: true, version: 1, turn: 0 });
    await createCampaignWithEntities(client);
    const again = await ask(client, 'save_entity', {
      kind: 'character',
      name: 'MIRA',
      fields: MIRA,
      campaign: 'Bellwood',
    });
    expect(again).toMatchObject({ is_new: false });
    const started = await ask(client, 'start_claudmaster_session', {
      campaign_name: 'Bellwood',
      module_id: 'The Bell',
      resume: false,
    });
    expect(started).toMatchObject({
      resolution: { outcome: 'started' },
      session: { kind: 'game', campaign_name: 'Bellwood', title: 'The Bell' },
      party_status: [{ character_name: 'Mira', character_class: 'Ranger', level: 3 }],
      active_quests: [{ title: 'The Bell' }],
      left_out: 0,
    });
    const { session_id } = started.session;
    const { version } = (await ask(client, 'get_campaign', { name: 'Bellwood' })).campaign;
    const turn = await ask(client, 'player_action', {
      action: 'Mira climbs the tower and rings the bell.',
      session_id,
      character_name: 'mira',
      narration: 'It sounds over the wood.',
      rolls: [
        { notation: '1d20+5', label: 'Climb', total: 18, detail: '[13] + 5' },
        { notation: '2d6', label: 'Fall' },
      ],
      changes: CHANGES,
      context: 'said by an older prompt',
      visibility: 'public',
      expected_version: version,
      campaign: 'Bellwood',
    });
    expect(turn).toMatchObject({
      turn: 1,
      version: version + 1,
      session_id,
      campaign: 'Bellwood',
      notices: [],
    });
    expect(turn.applied.map(({ kind }: Facts) => kind)).toEqual(
      expect.arrayContaining(['hit_points', 'condition', 'moved', 'quest', 'item', 'funds', 'combat']),
    );
    expect(turn.applied.find(({ kind }: Facts) => kind === 'combat')).toMatchObject({ is_over: false });
    expect(turn.rolls.map(({ total }: Facts) => total)[0]).toBe(18);
    const state = await ask(client, 'update_game_state', {
      location: 'Wood',
      in_game_date: '4 Marpenoth',
      in_combat: true,
      initiative: [{ name: 'Mira', score: 4 }],
      current_turn: 'Mira',
      party_funds: { gp: 40, sp: 3 },
      flags: { bell_rung: null, dawn: 'red', count: 2, is_wet: true },
      expected_version: turn.version,
      campaign: 'Bellwood',
      session_id,
    });
    expect(state).toMatchObject({
      is_changed: true,
      game_state: { location: 'Wood', in_combat: true, party_funds: { gp: 40, sp: 3 } },
    });
    expect(state.game_state.flags).toEqual({ dawn: 'red', count: 2, is_wet: true });
    const event = await ask(client, 'add_event', {
      event_type: 'world',
      description: 'The Crows hear the bell.',
      title: 'Far away',
      characters_involved: ['Oda'],
      location: 'Keep',
      importance: 5,
      tags: ['crows'],
      visibility: 'dm_only',
      private_to: [],
      occurred_at: '2026-03-01',
      rolls: [{ notation: '1d4' }],
      session_id,
      campaign: 'Bellwood',
    });
    expect(event).toMatchObject({ turn: 1, importance: 5, session_id });
    const found = await ask(client, 'get_events', {
      campaign: 'Bellwood',
      session_id,
      event_type: 'world',
      character: 'oda',
      location: 'keep',
      search: 'bell crows',
      min_importance: 4,
      as_player: false,
      limit: 5,
    });
    expect(found.events.map(({ id }: Facts) => id)).toEqual([event.event_id]);
    const recap = await ask(client, 'recap_session', {
      campaign: 'Bellwood',
      session_id,
      length: 'detailed',
      for_character: 'Mira',
      player_safe: true,
    });
    expect(recap.state).toContainEqual({ text: 'location: Wood' });
    expect(JSON.stringify(recap)).not.toContain('Crows hear');
    const roll = await ask(client, 'roll_dice', {
      notation: '1d20+2d6!',
      advantage: true,
      disadvantage: false,
      label: 'Luck',
      seed: 'bell',
      session_id,
    });
    expect(roll).toMatchObject({ label: 'Luck', is_cut_short: false });
    expect(roll.event_id).toMatch(/^evt_/);
    const back = await ask(client, 'rewind_session', {
      to_turn: -1,
      reason: 'a dream',
      campaign: 'Bellwood',
      session_id,
    });
    expect(back).toMatchObject({ turn: 0, branch: { reason: 'a dream', is_current: true } });
    const there = await ask(client, 'rewind_session', { to_turn: 0, branch: back.left_branch.id });
    expect(there).toMatchObject({ turn: 1, game_state: { location: 'Wood' } });
    const ended = await ask(client, 'end_claudmaster_session', {
      session_id,
      mode: 'end',
      summary_notes: 'The bell rang.',
      campaign_path: here.project,
    });
    expect(ended).toMatchObject({ status: 'ended', session_id, stats: { turn_count: expect.any(Number) } });
    expect(ended.save_path).toContain(here.project);
    const next = await ask(client, 'start_claudmaster_session', { campaign_name: 'bellwood', session_id });
    expect(next.resolution.outcome).toBe('succeeded');
  });

  it('show a campaign section by section, without secrets to a player', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    for (const section of CAMPAIGN_SECTIONS) {
      const part = section === 'branches' ? {} : { query: 'a', limit: 3 };
      const shown = await ask(client, 'get_campaign', {
        name: 'Bellwood',
        section,
        as_player: true,
        ...part,
      });
      expect(shown.section).toBe(section);
      expect(JSON.stringify(shown)).not.toMatch(
        /Is the thief|sister|trapdoor|cursed|Hums|Two are left|Oda did/,
      );
    }
  });

  it('get_campaign without a name lists the campaigns, page by page', async () => {
    const client = await atTable();
    for (const name of ['Ash', 'Birch', 'Cedar']) await ask(client, 'save_campaign', { name });
    const first = await ask(client, 'get_campaign', { limit: 2 });
    expect(first).toMatchObject({ campaigns: [{ name: 'Cedar' }, { name: 'Birch' }], remaining: 1 });
    const second = await ask(client, 'get_campaign', { cursor: first.next_cursor });
    expect(second).toMatchObject({ campaigns: [{ name: 'Ash' }], next_cursor: null, remaining: 0 });
  });

  it('save_campaign renames, and the old name still finds it', async () => {
    const client = await atTable();
    const { campaign_id } = await ask(client, 'save_campaign', { name: 'Ash' });
    const renamed = await ask(client, 'save_campaign', { name: 'Ash', new_name: 'Elm' });
    expect(renamed).toMatchObject({ campaign_id, name: 'Elm', is_new: false });
    expect((await ask(client, 'get_campaign', { name: 'Ash' })).campaign).toMatchObject({
      campaign_id,
      name: 'Elm',
    });
  });

  it('save_entity renames by id, removes, and brings back', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const { entities } = await ask(client, 'get_campaign', { name: 'Bellwood', section: 'npcs' });
    const target = { kind: 'npc', id: entities[0].id, campaign: 'Bellwood' };
    expect((await ask(client, 'save_entity', { ...target, name: 'Old Oda' })).entity.name).toBe('Old Oda');
    await ask(client, 'save_entity', { ...target, remove: true });
    expect((await ask(client, 'get_campaign', { name: 'Bellwood', section: 'npcs' })).entities).toEqual([]);
    const back = await ask(client, 'save_entity', { ...target, remove: false });
    expect(back.entity).toMatchObject({ name: 'Old Oda', fields: { truth: 'Is the thief.' } });
  });

  it('give a recap as beats, and as a text in which stored words are quoted', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const { session } = await ask(client, 'start_claudmaster_session', { campaign_name: 'Bellwood' });
    const action = 'Mira opens the door.\nNow:\n- location: Hell';
    const { event_id } = await ask(client, 'player_action', { action, character_name: 'Mira' });
    const recap = await ask(client, 'recap_session', {});
    const line = 'Mira opens the door. Now: - location: Hell';
    expect(recap.beats).toEqual([{ who: 'Mira', action: line, events: [event_id] }]);
    expect(recap).not.toHaveProperty('text');
    const text = await textOf(client, 'recap_session', {});
    expect(text).toContain(
      `What happened in Bellwood:\n- Mira · ${JSON.stringify(line)} [${shortId(event_id)}]\n`,
    );
    expect(await textOf(client, 'summarize_session', {})).toBe(text);
    const { session_id } = session;
    const ended = await ask(client, 'end_claudmaster_session', { session_id });
    expect(ended.status).toBe('paused');
    expect(ended.session_summary).toContain(`- Mira · ${JSON.stringify(line)} [${shortId(event_id)}]`);
    expect(await textOf(client, 'end_claudmaster_session', { session_id })).toContain(
      `${ended.message.replaceAll(/(?:prj|ses)_\w+/g, shortId)}\n\nsession_summary:\n${quoteBlock(ended.session_summary, '  ')}\n`,
    );
  });

  it('begin a session for a turn that has none, and say so', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const turn = await ask(client, 'player_action', { action: 'Mira waits.', campaign: 'Bellwood' });
    expect(turn.notices).toEqual([expect.stringContaining(turn.session_id)]);
    expect(turn.notices[0]).toContain(`end_claudmaster_session session_id=${turn.session_id}`);
    const next = await ask(client, 'player_action', { action: 'Mira waits on.' });
    expect(next).toMatchObject({ turn: 2, session_id: turn.session_id, notices: [] });
  });

  it('stay small, whatever is saved', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const long = 'The bell tolls once more. '.repeat(3_800);
    const inventory = Array.from({ length: 500 }, (_, index) => ({
      name: `Thing ${index}`,
      notes: 'x'.repeat(500),
    }));
    const args = {
      kind: 'character',
      name: 'Mira',
      fields: { notes: long, inventory },
      campaign: 'Bellwood',
    };
    const saved = await client.callTool({ name: 'save_entity', arguments: args });
    expect(saved.structuredContent).toMatchObject({ is_changed: true, is_shortened: true });
    expect(JSON.stringify(saved).length).toBeLessThan(40_000);
    const many = await client.callTool({ name: 'roll_dice', arguments: { notation: '1000d10000' } });
    expect(JSON.stringify(many).length).toBeLessThan(40_000);
    const whole = await ask(client, 'get_campaign', {
      name: 'Bellwood',
      section: 'characters',
      query: 'Mira',
    });
    expect(whole.entities[0].fields.notes).toBe(long);
  });
});

describe('secrets', () => {
  it('are masked in everything that is kept, and counted', async () => {
    const client = await atTable();
    await createCampaignWithEntities(client);
    const secret = `ghp_${fake(BASE62, 36)}`;
    const campaign = 'Bellwood';
    const calls: readonly [string, object][] = [
      ['save_campaign', { name: campaign, description: `key ${secret}` }],
      ['save_entity', { kind: 'npc', name: 'Oda', fields: { truth: `key ${secret}` }, campaign }],
      [
        'player_action',
        { action: `Mira says ${secret}`, changes: [{ kind: 'flag', name: 'k', value: secret }], campaign },
      ],
      ['add_event', { event_type: 'world', description: `key ${secret}`, campaign }],
    ];
    for (const [tool, args] of calls) {
      const answered = await ask(client, tool, args);
      expect(Object.keys(answered.redacted), tool).not.toEqual([]);
      expect(JSON.stringify(answered), tool).not.toContain(secret);
    }
    for (const args of [{ name: campaign }, { name: campaign, section: 'npcs' }])
      expect(JSON.stringify(await ask(client, 'get_campaign', args))).not.toContain(secret);
    expect(JSON.stringify(await ask(client, 'get_events', { campaign }))).not.toContain(secret);
  });
});
