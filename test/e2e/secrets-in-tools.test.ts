import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findInHome, storedValues } from '../support/find-in-home.ts';
import { type Place, place, serverIn } from '../support/server.ts';
import type { StdioClient } from '../support/stdio-client.ts';
import { givenPaths, type Schema, textPaths } from '../support/text-paths.ts';
import { WordsWithSecrets } from '../support/words-with-secrets.ts';

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** No words of the caller's: refused unless it is an id, a page, a moment or a notation. */
const NO_WORDS =
  /[._](?:id|ids\[\]|cursor|since|until|as_of|expires_at|occurred_at|notation|supersedes(?:\[\])?|resolved_loops\[\]|branch)$/;
/** Read, never written: a folder that must exist, a seed of dice. */
const NEVER_WRITTEN = /campaign_path$|^roll_dice\.seed$|^boot_report\./;

const { say, secrets } = new WordsWithSecrets(1_000);
const given = new Set<string>();
let here: Place;
let client: StdioClient;
let tools: readonly Tool[] = [];

async function call(name: string, args: Readonly<Record<string, unknown>>) {
  const facts = await client.facts(name, { ...args });
  const schema = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
  for (const path of givenPaths(args, name, schema)) given.add(path);
  return facts;
}

async function writeSessions(): Promise<void> {
  const project = say('project');
  const started = await call('start_session', { project, title: say('title'), agent: say('agent') });
  await call('add_session_note', {
    summary: say('summary'),
    title: say('title'),
    events: [say('event')],
    characters_present: [say('character')],
    npcs_encountered: [say('npc')],
    quest_updates: { [say('quest')]: say('update') },
    combat_encounters: [say('fight')],
    treasure_found: [say('treasure')],
    notes: say('notes'),
  });
  const ended = await call('end_session', {
    session_id: started.session.session_id,
    project,
    checkpoint: say('checkpoint'),
    decisions: [say('decision'), { text: say('decision'), subject: say('subject') }],
    open_loops: [say('loop')],
    preferences: [say('preference')],
    constraints: [say('constraint')],
    warnings: [say('warning')],
    lessons: [say('lesson')],
    relational_delta: say('delta'),
    next_session_focus: say('focus'),
    transcript_path: `/logs/${say('path')}`,
    summary_notes: say('notes'),
    idempotency_key: say('key'),
  });
  const { session_id } = ended;
  await call('close_session', { session_id, reason: say('reason'), epitaph: say('epitaph') });
}

async function writeCapture(): Promise<void> {
  const path = join(here.project, `${say('file')}.jsonl`);
  const line = (type: string, cwd: string, content: unknown) =>
    JSON.stringify({
      type,
      cwd,
      uuid: say('uuid'),
      sessionId: say('session'),
      message: { role: type, content },
    });
  const use = { type: 'tool_use', id: say('call'), name: say('tool'), input: {} };
  const lines = [line('user', here.project, say('request')), line('assistant', say('folder'), [use])];
  writeFileSync(path, `${lines.join('\n')}\n`);
  await client.facts('start_session');
  await call('capture_now', { reason: say('reason'), transcript_path: path });
}

async function writeMemories(): Promise<void> {
  const details = () => ({ project: say('project'), tags: [say('tag')], aliases: [say('alias')] });
  const { id } = await call('store_memory', {
    content: say('content'),
    subject: say('subject'),
    ...details(),
  });
  await call('update_memory', { id, content: say('content'), ...details() });
  await call('update_memory', { id, status: 'resolved', resolution: say('resolution') });
  await call('delete_memory', { id, reason: say('reason') });
}

const [campaign = '', hero = '', quest = '', goal = '', npc = '', slot = ''] = [
  'campaign',
  'hero',
  'quest',
  'goal',
  'npc',
  'slot',
].map(say);

async function writeCampaign(): Promise<void> {
  const name = say('former name');
  const texts = { description: say('description'), dm_name: say('dm'), setting: say('setting') };
  const rules = { [say('rule')]: say('meaning') };
  await call('save_campaign', { name, ...texts, rules, in_game_date: say('date') });
  await call('save_campaign', { name, new_name: campaign });
  const entities = {
    character: {
      player: say('player'),
      conditions: [say('condition')],
      abilities: { [say('ability')]: 9 },
      slots: { [slot]: { current: 1, max: 2 } },
      race: say('race'),
      classes: [{ name: say('class'), level: 1 }],
      inventory: [{ name: say('thing'), quantity: 1, notes: say('notes') }],
      notes: say('notes'),
      secret_notes: say('secret notes'),
    },
    npc: {
      truth: say('truth'),
      known: say('known'),
      location: say('place'),
      faction: say('faction'),
      attitude: say('attitude'),
    },
    location: { description: say('description'), connections: [{ to: say('place'), how: say('way') }] },
    quest: {
      objectives: [{ text: goal }],
      history: [{ turn: 1, what: say('history') }],
      giver: say('giver'),
      reward: say('reward'),
      secret: say('secret'),
    },
    item: { owner: say('owner') },
    faction: { stance: say('stance') },
    thread: { resolution: say('resolution') },
  };
  const [item, location, faction, thread] = ['item', 'location', 'faction', 'thread'].map(say);
  const names = { character: hero, npc, quest, item, location, faction, thread };
  for (const [kind, fields] of Object.entries(entities)) {
    const whose = kind === 'item' ? { visibility: 'private', private_to: [hero] } : {};
    await call('save_entity', { kind, name: names[kind as keyof typeof names], fields, campaign, ...whose });
  }
  const state = { location: say('location'), in_game_date: say('date'), current_turn: hero };
  const named = { initiative: [{ name: hero, score: 12 }], party_funds: { [say('coin')]: 3 } };
  await call('update_game_state', { ...state, ...named, flags: { [say('flag')]: say('value') }, campaign });
}

const CHANGES = () => [
  { kind: 'hit_points', character: hero, set: 1 },
  { kind: 'condition', character: hero, add: [say('condition')], remove: [say('wound')] },
  { kind: 'place', location: say('place') },
  { kind: 'quest', quest, objective_done: goal, add_objective: say('next goal'), note: say('note') },
  { kind: 'item', character: hero, item: say('item'), quantity: 1 },
  { kind: 'funds', coin: say('coin'), amount: 2 },
  { kind: 'flag', name: say('flag'), value: say('value') },
  { kind: 'slot', character: hero, level: slot, delta: -1 },
  { kind: 'time', in_game_date: say('date') },
  { kind: 'npc', npc, attitude: say('attitude'), location: say('location'), learned: say('learned') },
  { kind: 'thread', thread: say('thread'), status: 'open', text: say('text') },
  { kind: 'combat', initiative: [{ name: hero, score: 3 }], current_turn: hero },
];

async function play(): Promise<void> {
  const { session } = await call('start_claudmaster_session', {
    campaign_name: campaign,
    module_id: say('module'),
  });
  const { session_id } = session;
  const rolls = () => [{ notation: '1d20', label: say('label'), detail: say('detail'), total: 7 }];
  await call('player_action', {
    action: say('action'),
    campaign,
    character_name: hero,
    narration: say('narration'),
    context: say('context'),
    rolls: rolls(),
    changes: CHANGES(),
    idempotency_key: say('key'),
  });
  await call('player_action', { action: say('action'), campaign, visibility: 'private', private_to: [hero] });
  await call('add_event', {
    event_type: 'session',
    description: say('description'),
    title: say('title'),
    characters_involved: [hero],
    location: say('location'),
    tags: [say('tag')],
    visibility: 'private',
    private_to: [hero],
    rolls: rolls(),
    idempotency_key: say('key'),
    campaign,
  });
  const whose = { visibility: 'private', private_to: [hero] };
  await call('roll_dice', { notation: '1d6', label: say('label'), session_id, ...whose });
  await call('rewind_session', { to_turn: -1, reason: say('reason'), campaign });
  await call('end_claudmaster_session', { session_id, summary_notes: say('notes') });
}

/** What only reads leaves no trace, and whatever is refused is not stored. */
async function readEverything(): Promise<void> {
  for (const { name, inputSchema } of tools.filter(({ annotations }) => annotations?.readOnlyHint)) {
    const paths = textPaths(inputSchema, '').filter((path) => /^\.\w+$/.test(path));
    await client.call(name, Object.fromEntries(paths.map((path) => [path.slice(1), say(`${name}${path}`)])));
  }
}

it('stores no secret from any argument of any tool', async () => {
  here = place();
  client = await serverIn(here, { args: ['--toolsets', 'session,memory,campaign,capture'] });
  tools = ((await client.request('tools/list', {})) as { tools: Tool[] }).tools;
  await writeCapture();
  await writeMemories();
  await writeSessions();
  await writeCampaign();
  await play();
  await readEverything();
  const untried = tools
    .filter(({ annotations }) => annotations?.readOnlyHint !== true)
    .flatMap(({ name, inputSchema }) => textPaths(inputSchema, name))
    .filter((path) => !given.has(path) && !NO_WORDS.test(path) && !NEVER_WRITTEN.test(path));
  expect(untried).toEqual([]);
  expect(Object.keys(secrets).length).toBeGreaterThan(100);

  expect(findInHome(here.home, secrets)).toEqual([]);
  const kept = storedValues(here.home);
  expect(kept.some((value) => value.includes('checkpoint [redacted:github-token]'))).toBe(true);
  expect(Object.values(secrets).filter((secret) => client.stderr.join('').includes(secret))).toEqual([]);
  await client.close();
  expect(findInHome(here.home, secrets)).toEqual([]);
});
