import type { EntityKind, FieldsOf } from '../../../src/campaign/domain/entity.ts';
import type { Hostile } from '../../support/hostile-text.ts';
import type { Call } from '../../support/hostile-work.ts';
import type { Place } from '../../support/server.ts';

type AllFields = { readonly [Kind in EntityKind]: FieldsOf[Kind] };

/** Every field of every kind; the compiler names one that is missing. */
const entityFields = ({ text }: Hostile): AllFields => ({
  character: {
    role: 'player',
    player: text('player'),
    race: text('race'),
    classes: [{ name: text('class'), level: 3 }],
    abilities: { [text('ability key', 90)]: 12 },
    hit_points: { current: 9, max: 10, temporary: 0 },
    conditions: [text('condition')],
    slots: { [text('slot key', 90)]: { current: 2, max: 3 } },
    inventory: [{ name: text('carried'), quantity: 2, notes: text('carried notes') }],
    notes: text('character notes'),
    secret_notes: text('secret notes'),
  },
  npc: {
    status: 'alive',
    location: text('npc location'),
    faction: text('npc faction'),
    attitude: text('attitude'),
    known: text('known'),
    truth: text('truth'),
  },
  location: {
    description: text('place description'),
    secret: text('place secret'),
    is_visited: true,
    connections: [{ to: text('leads to'), how: text('how') }],
  },
  quest: {
    status: 'active',
    giver: text('giver'),
    description: text('quest description'),
    reward: text('reward'),
    secret: text('quest secret'),
    objectives: [
      { text: text('objective'), is_done: false },
      { text: text('objective done'), is_done: true },
    ],
    history: [{ turn: 0, what: text('quest history') }],
  },
  item: {
    description: text('item description'),
    secret: text('item secret'),
    owner: text('owner'),
    location: text('item place'),
  },
  faction: {
    description: text('faction description'),
    secret: text('faction secret'),
    stance: text('stance'),
  },
  thread: {
    status: 'open',
    description: text('thread description'),
    since_turn: 0,
    resolution: text('thread resolution'),
    secret: text('thread secret'),
  },
});

async function saveEntities(call: Call, hostile: Hostile): Promise<ReadonlyMap<EntityKind, string>> {
  const names = new Map<EntityKind, string>();
  for (const [kind, fields] of Object.entries(entityFields(hostile)) as [EntityKind, object][]) {
    const name = hostile.text(`${kind} name`);
    const character = names.get('character');
    const private_to = kind === 'item' ? { private_to: [character] } : {};
    await call('save_entity', { kind, name, fields, ...private_to });
    names.set(kind, name);
  }
  return names;
}

const changesOf = ({ made, text }: Hostile, names: ReadonlyMap<EntityKind, string>) => {
  const character = names.get('character');
  return [
    { kind: 'hit_points', character, delta: -2 },
    { kind: 'condition', character, add: [text('added condition')], remove: [made.get('condition')] },
    { kind: 'place', location: text('new place') },
    {
      kind: 'quest',
      quest: names.get('quest'),
      objective_done: made.get('objective'),
      add_objective: text('added objective'),
      note: text('quest note'),
    },
    { kind: 'item', character, item: text('found item'), quantity: 1 },
    { kind: 'funds', coin: text('coin', 90), amount: 5 },
    { kind: 'flag', name: text('flag name', 90), value: text('flag value') },
    { kind: 'time', in_game_date: text('turn date') },
    { kind: 'slot', character, level: made.get('slot key'), delta: -1 },
    {
      kind: 'npc',
      npc: names.get('npc'),
      attitude: text('new attitude'),
      location: text('npc place'),
      learned: text('learned'),
    },
    { kind: 'thread', thread: text('new thread'), status: 'open', text: text('thread text') },
    { kind: 'combat', initiative: [{ name: character, score: 12 }], current_turn: character, round: 1 },
  ];
};

const rollsOf = ({ text }: Hostile, of: string) => [
  { notation: '1d20', label: text(`${of} roll label`), total: 12, detail: text(`${of} roll detail`) },
];

async function play(call: Call, hostile: Hostile, names: ReadonlyMap<EntityKind, string>): Promise<void> {
  const { text } = hostile;
  await call('player_action', {
    action: text('action'),
    narration: text('narration'),
    character_name: names.get('character'),
    context: text('turn context'),
    rolls: rollsOf(hostile, 'turn'),
    changes: changesOf(hostile, names),
    idempotency_key: text('turn key'),
  });
  await call('add_event', {
    event_type: 'roleplay',
    description: text('event description'),
    title: text('event title'),
    characters_involved: [text('involved')],
    location: text('event place'),
    tags: [text('event tag')],
    rolls: rollsOf(hostile, 'event'),
    idempotency_key: text('event key'),
    importance: 5,
  });
  await call('add_event', {
    event_type: 'social',
    description: text('private event'),
    private_to: [names.get('character')],
  });
  await call('player_action', { action: text('action taken back'), private_to: [names.get('character')] });
  await call('rewind_session', { to_turn: -1, reason: text('rewind reason') });
  await call('player_action', { action: text('last action') });
}

export interface FilledGame {
  readonly campaign: string;
  readonly character: string;
  readonly session: string;
  /** The readable copy on disk. */
  readonly copyPath: string;
}

/** A campaign in which every string that a tool takes is hostile. */
export async function fillGame({ project }: Place, call: Call, hostile: Hostile): Promise<FilledGame> {
  const { text } = hostile;
  const former = text('campaign name');
  const campaign = text('new campaign name');
  await call('save_campaign', {
    name: former,
    description: text('campaign description'),
    dm_name: text('dm name'),
    setting: text('setting'),
    rules: { [text('rule key', 90)]: text('rule value') },
    in_game_date: text('campaign date'),
  });
  const started = await call('start_claudmaster_session', {
    campaign_name: former,
    module_id: text('module'),
  });
  const names = await saveEntities(call, hostile);
  await call('update_game_state', {
    location: text('state place'),
    in_game_date: text('state date'),
    in_combat: true,
    initiative: [{ name: text('initiative name'), score: 3 }],
    current_turn: text('state turn'),
    party_funds: { [text('fund key', 90)]: 12 },
    flags: { [text('flag key', 90)]: text('state flag') },
  });
  await play(call, hostile, names);
  const session = started.session.session_id;
  await call('roll_dice', {
    notation: '2d6',
    label: text('dice label'),
    session_id: session,
    seed: text('seed'),
    private_to: [names.get('character')],
  });
  await call('save_campaign', { name: former, new_name: campaign });
  const ended = await call('end_claudmaster_session', {
    session_id: session,
    summary_notes: text('game notes'),
    campaign_path: project,
  });
  return {
    campaign,
    character: names.get('character') ?? '',
    session,
    copyPath: ended.save_path.replace(/\.md and [\s\S]*\.json$/, '.md'),
  };
}
