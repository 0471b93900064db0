import { describe, expect, it } from 'vitest';
import { type Place, place, serverIn } from '../../support/server.ts';
import type { StdioClient } from '../../support/stdio-client.ts';

const CAMPAIGN = 'The Salt Mill';
const SECRET = 'zaffre-quill-77';
const withTools = { args: ['--toolsets', 'session,memory,campaign'] };

const open = (here: Place) => serverIn(here, withTools);

const HEROES = [
  ['Mira', 'wizard', 18],
  ['Tobin', 'fighter', 31],
  ['Ysolde', 'cleric', 26],
  ['Pim', 'rogue', 22],
] as const;

const PEOPLE = [
  'Old Hask',
  'Brenna',
  'Captain Orl',
  'The Miller',
  'Sister Ode',
  'Fenn',
  'Grub',
  'Lady Aske',
].concat(['Tamsin', 'Wat', 'The Ferryman', 'Corven']);
const PLACES = [
  'Saltmarsh',
  'The Mill',
  'Mill Cellar',
  'North Road',
  'Hask Farm',
  'The Causeway',
  'Old Chapel',
  'Ferry',
];
const QUESTS = [
  'Find the miller',
  'Light the causeway',
  'The missing salt',
  'Lady Aske’s ring',
  'Who rings the bell?',
];

async function makeWorld(client: StdioClient) {
  await client.facts('save_campaign', {
    name: CAMPAIGN,
    dm_name: 'Ada',
    setting: 'A salt coast',
    in_game_date: '3 Frost',
  });
  const campaign = CAMPAIGN;
  for (const [name, className, max] of HEROES) {
    await client.facts('save_entity', {
      campaign,
      kind: 'character',
      name,
      fields: {
        classes: [{ name: className, level: 4 }],
        hit_points: { current: max, max, temporary: 0 },
        inventory: [{ name: 'rope', quantity: 1, notes: null }],
      },
    });
  }
  for (const [index, name] of PEOPLE.entries()) {
    await client.facts('save_entity', {
      campaign,
      kind: 'npc',
      name,
      fields: {
        known: `${name} lives on the coast`,
        truth: index === 3 ? `The Miller is the smuggler ${SECRET}` : null,
      },
    });
  }
  for (const name of PLACES)
    await client.facts('save_entity', { campaign, kind: 'location', name, fields: {} });
  for (const name of QUESTS) {
    await client.facts('save_entity', {
      campaign,
      kind: 'quest',
      name,
      fields: { giver: 'Old Hask', objectives: [{ text: 'Begin', is_done: false }] },
    });
  }
}

/** 120 turns: a walk, a fight every twenty, a secret now and then, and Pim’s death at turn 110. */
function turnAt(turn: number): Record<string, unknown> {
  const hero = HEROES[turn % 4]?.[0] ?? 'Mira';
  const changes: Record<string, unknown>[] = [];
  if (turn % 15 === 1) changes.push({ kind: 'place', location: PLACES[(turn / 15) | 0] ?? 'Saltmarsh' });
  if (turn % 20 === 5)
    changes.push({ kind: 'combat', initiative: [{ name: 'Tobin', score: 17 }], current_turn: 'Tobin' });
  if (turn % 20 > 5 && turn % 20 < 9) changes.push({ kind: 'hit_points', character: 'Tobin', delta: -3 });
  if (turn % 20 === 9)
    changes.push({ kind: 'combat', is_over: true }, { kind: 'hit_points', character: 'Tobin', delta: 7 });
  if (turn === 30)
    changes.push({ kind: 'quest', quest: 'Find the miller', objective_done: 'Begin', status: 'completed' });
  if (turn === 40) changes.push({ kind: 'item', character: 'Pim', item: 'brass key', quantity: 1 });
  if (turn === 50) changes.push({ kind: 'thread', thread: 'Who rings the bell at night?', status: 'open' });
  if (turn === 110)
    changes.push(
      { kind: 'hit_points', character: 'Pim', set: 0 },
      { kind: 'condition', character: 'Pim', add: ['dead'] },
    );
  return {
    action: turn === 110 ? 'Pim steps onto the rotten beam' : `${hero} does thing ${turn}`,
    character_name: turn === 110 ? 'Pim' : hero,
    narration: `What comes of thing ${turn}.`,
    ...(turn % 10 === 0 ? { rolls: [{ notation: '1d20+3', label: 'Perception' }] } : {}),
    ...(turn === 60
      ? { action: `The Miller whispers ${SECRET}`, character_name: 'The Miller', visibility: 'dm_only' }
      : {}),
    changes,
  };
}

describe('an evening of a campaign', () => {
  it('survives everything being killed, is resumed by name, rewound before a death, and both branches are there', async () => {
    const here = place();
    const first = await open(here);
    await makeWorld(first);
    const { session } = await first.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    const session_id = session.session_id;
    for (let turn = 1; turn <= 120; turn++) {
      const played = await first.facts('player_action', { session_id, ...turnAt(turn) });
      expect(played.turn).toBe(turn);
    }
    const ended = await first.facts('end_claudmaster_session', {
      session_id,
      summary_notes: 'The bell rings.',
    });
    expect(ended).toMatchObject({ status: 'paused', session_id, stats: { turn_count: 120 } });
    expect(ended.session_summary).toContain('Pim');
    await first.kill();

    const second = await open(here);
    const resumed = await second.facts('start_claudmaster_session', {
      campaign_name: 'the salt mill',
      resume: true,
    });
    expect(resumed.session.session_id).toBe(session_id);
    expect(resumed.session.status).toBe('active');
    expect(resumed.recap).toContain('Pim');
    const state = await second.facts('get_session_state', { session_id });
    expect(state.game_state).toMatchObject({ turn_count: 120, in_combat: false, in_game_date: '3 Frost' });
    const pim = state.party_status.find((one: { character_name: string }) => one.character_name === 'Pim');
    expect(pim).toMatchObject({
      hit_points: { current: 0 },
      conditions: ['dead'],
      character_class: 'rogue',
      level: 4,
    });
    expect(state.active_quests.map((one: { title: string }) => one.title)).not.toContain('Find the miller');

    const safe = await second.facts('recap_session', {
      campaign: CAMPAIGN,
      player_safe: true,
      length: 'detailed',
    });
    expect(JSON.stringify(safe)).not.toContain(SECRET);
    for (const section of ['overview', 'npcs', 'quests', 'threads', 'characters']) {
      const seen = await second.facts('get_campaign', { name: CAMPAIGN, section, as_player: true });
      expect(JSON.stringify(seen), section).not.toContain(SECRET);
    }
    const log = await second.facts('get_events', { campaign: CAMPAIGN, as_player: true, limit: 200 });
    expect(JSON.stringify(log)).not.toContain(SECRET);
    expect(JSON.stringify(await second.facts('get_campaign', { name: CAMPAIGN, section: 'npcs' }))).toContain(
      SECRET,
    );

    const back = await second.facts('rewind_session', { to_turn: 109, reason: 'Pim should live' });
    expect(back).toMatchObject({ turn: 109 });
    const alive = await second.facts('get_session_state', { session_id });
    expect(alive.game_state.turn_count).toBe(109);
    expect(
      alive.party_status.find((one: { character_name: string }) => one.character_name === 'Pim'),
    ).toMatchObject({
      hit_points: { current: 22 },
      conditions: [],
    });
    for (let turn = 110; turn <= 115; turn++) {
      await second.facts('player_action', {
        session_id,
        action: `Pim lives on, ${turn}`,
        character_name: 'Pim',
      });
    }
    const { branches } = await second.facts('get_campaign', { name: CAMPAIGN, section: 'branches' });
    expect(branches).toHaveLength(2);
    const tail = await second.facts('get_events', { campaign: CAMPAIGN, limit: 8 });
    expect(tail.events[0]).toMatchObject({ turn: 115, description: 'Pim lives on, 115' });
    expect(tail.events[6]).toMatchObject({ turn: 109 });
    const other = branches.find((one: { is_current: boolean }) => !one.is_current);
    await second.facts('rewind_session', { to_turn: 0, branch: other.id });
    const dead = await second.facts('get_session_state', { session_id });
    expect(dead.game_state.turn_count).toBe(120);
    expect(
      dead.party_status.find((one: { character_name: string }) => one.character_name === 'Pim'),
    ).toMatchObject({
      conditions: ['dead'],
    });
    const turns: number[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await second.facts('get_events', {
        campaign: CAMPAIGN,
        limit: 200,
        search: 'comes of thing',
        ...(cursor === undefined ? {} : { cursor }),
      });
      turns.push(...page.events.map((one: { turn: number }) => one.turn));
      cursor = page.next_cursor;
    }
    expect(turns).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  });

  it('refuses what is not so: another mode, an unknown campaign with the nearest name, an ended session', async () => {
    const here = place();
    const client = await open(here);
    await makeWorld(client);
    const refused = async (tool: string, args: Record<string, unknown>) =>
      (await client.call(tool, args)).structuredContent;
    expect(await refused('start_claudmaster_session', { campaign_name: 'The Salt Mil' })).toMatchObject({
      code: 'campaign_not_found',
      allowed: [CAMPAIGN],
    });
    const { session } = await client.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    const session_id = session.session_id;
    expect((await refused('end_claudmaster_session', { session_id, mode: 'stop' })).kind).toBe('invalid');
    expect((await refused('end_claudmaster_session', { session_id: 'ses_nope' })).code).toBe(
      'session_not_found',
    );
    expect((await refused('end_claudmaster_session', { session_id, campaign_path: '/etc' })).code).toBe(
      'path_outside_roots',
    );
    await client.facts('player_action', { session_id, action: 'Look', character_name: 'Mira' });
    expect(await client.facts('end_claudmaster_session', { session_id, mode: 'end' })).toMatchObject({
      status: 'ended',
    });
    const again = await client.facts('start_claudmaster_session', { campaign_name: CAMPAIGN, session_id });
    expect(again.session.session_id).not.toBe(session_id);
    expect(again.resolution.outcome).toBe('succeeded');
  });

  it('keeps what is hidden hidden by every name it had, also once it is gone', async () => {
    const client = await open(place());
    await client.facts('save_campaign', { name: CAMPAIGN });
    const save = (args: Record<string, unknown>) =>
      client.facts('save_entity', { campaign: CAMPAIGN, ...args });
    const { entity } = await save({ kind: 'npc', name: 'Zqoldname', visibility: 'dm_only', fields: {} });
    const { id } = entity;
    await save({ kind: 'quest', name: 'Bread', fields: { giver: 'Zqoldname' } });
    const players = async () =>
      JSON.stringify([
        await client.facts('get_campaign', { name: CAMPAIGN, section: 'quests', as_player: true }),
        await client.facts('get_campaign', { name: CAMPAIGN, as_player: true }),
        await client.facts('recap_session', { campaign: CAMPAIGN, player_safe: true }),
      ]);
    expect(await players()).not.toMatch(/zqoldname/i);
    await save({ kind: 'npc', id, name: 'Zqnewname' });
    expect(await players()).not.toMatch(/zqoldname|zqnewname/i);
    await save({ kind: 'npc', id, remove: true });
    expect(await players()).not.toMatch(/zqoldname|zqnewname/i);
  });

  it('is taken up by its name from another folder, and counts as turns what players do', async () => {
    const here = place();
    const first = await open(here);
    await makeWorld(first);
    const { session } = await first.facts('start_claudmaster_session', { campaign_name: CAMPAIGN });
    const { session_id } = session;
    await first.facts('player_action', { session_id, action: 'Look', character_name: 'Mira' });
    await first.facts('add_event', { session_id, event_type: 'world', description: 'Rain.' });
    await first.facts('roll_dice', { session_id, notation: '1d20' });
    await first.facts('add_session_note', { session_id, summary: 'They looked.' });
    const ended = await first.facts('end_claudmaster_session', { session_id });
    expect(ended.stats.turn_count).toBe(1);
    await first.kill();
    const elsewhere = await open({ home: here.home, project: place().project });
    const resumed = await elsewhere.facts('start_claudmaster_session', {
      campaign_name: CAMPAIGN,
      resume: true,
    });
    expect(resumed.session.session_id).toBe(session_id);
    const near = await elsewhere.call('start_claudmaster_session', { campaign_name: 'Salt Mile' });
    expect(near.structuredContent.allowed).toEqual([CAMPAIGN]);
  });
});
