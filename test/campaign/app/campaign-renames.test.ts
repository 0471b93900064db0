import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GetEventsInput } from '../../../src/campaign/app/get-events.ts';
import type { CampaignSection, EntityKind } from '../../../src/campaign/domain/entity.ts';
import { refusal } from '../../app/test-app.ts';
import { aGame, CAMPAIGN, type Game, picture } from './create-game.ts';

const campaign = CAMPAIGN;

/** A mill with people, a quest and a lamp, all of which mention each other. */
async function aMill() {
  const game = await aGame();
  const made = async (kind: EntityKind, name: string, fields = {}) =>
    (await game.save({ kind, name, fields })).entity.id;
  const ids = {
    mill: await made('location', 'Mill'),
    inn: await made('location', 'Inn', { connections: [{ to: 'mill', how: 'road' }] }),
    millers: await made('faction', 'Millers'),
    orsk: await made('npc', 'Orsk', { location: 'Mill', faction: 'Millers' }),
    quest: await made('quest', 'Find the lamp', { giver: 'Orsk' }),
    lamp: await made('item', 'Lamp', { owner: 'Orsk', location: 'Mill' }),
    mira: (await game.save({ kind: 'character', name: 'Mira' })).entity.id,
  };
  await game.play({
    action: 'I go to the mill.',
    character_name: 'Mira',
    changes: [
      { kind: 'place', location: 'Mill' },
      { kind: 'item', character: 'Mira', item: 'lamp', quantity: 1 },
      { kind: 'thread', thread: 'Who rang?', status: 'open' },
      { kind: 'npc', npc: 'Orsk', learned: 'Grinds.' },
      { kind: 'quest', quest: 'Find the lamp', note: 'Found.' },
    ],
  });
  await game.play({
    action: 'I draw.',
    changes: [
      { kind: 'hit_points', character: 'Mira', delta: -1 },
      {
        kind: 'combat',
        initiative: [
          { name: 'mira', score: 9 },
          { name: 'ORSK', score: 4 },
        ],
        current_turn: 'mira',
      },
    ],
  });
  return { game, ids };
}

const FRESH: Readonly<Record<string, readonly [EntityKind, string]>> = {
  mill: ['location', 'Old Mill'],
  mira: ['character', 'Vex'],
  orsk: ['npc', 'Grey Orsk'],
  quest: ['quest', 'The Sun Lamp'],
  lamp: ['item', 'Sun Lamp'],
  millers: ['faction', 'Grinders'],
};

async function renameAll({ game, ids }: Awaited<ReturnType<typeof aMill>>): Promise<void> {
  for (const [key, [kind, name]] of Object.entries(FRESH))
    await game.save({ kind, id: ids[key as keyof typeof ids], name });
}

async function sectionOf(game: Game, section: CampaignSection, as_player?: boolean | string) {
  const read = await game.services.getCampaign(game.caller, { campaign, section, as_player });
  return ('entities' in read ? read.entities : undefined) ?? [];
}

/** Every place where one thing mentions another, as the game master reads it. */
async function mentions(game: Game) {
  const { services, caller } = game;
  const overview = await services.getCampaign(caller, { campaign });
  const { events } = await services.getEvents(caller, { campaign, limit: 50 });
  const fieldsOf = async (section: CampaignSection) =>
    Object.fromEntries((await sectionOf(game, section)).map(({ name, fields }) => [name, fields]));
  return {
    state: overview.campaign.game_state,
    party: ('party' in overview && overview.party?.map((one) => one.character_name)) || [],
    givers: ('quests' in overview && overview.quests?.map(({ title, giver }) => [title, giver])) || [],
    npcs: await fieldsOf('npcs'),
    locations: await fieldsOf('locations'),
    items: await fieldsOf('items'),
    characters: await fieldsOf('characters'),
    events: events.map(({ turn, actor, characters_involved, location, effects }) => ({
      turn,
      actor,
      characters_involved,
      location,
      effects,
    })),
  };
}

const AS_MADE = {
  state: {
    location: 'Mill',
    current_turn: 'Mira',
    initiative: [{ name: 'Mira' }, { name: 'Orsk' }],
  },
  party: ['Mira'],
  givers: [['Find the lamp', 'Orsk']],
  npcs: { Orsk: { location: 'Mill', faction: 'Millers' } },
  locations: { Inn: { connections: [{ to: 'Mill', how: 'road' }] }, Mill: {} },
  items: { Lamp: { owner: 'Orsk', location: 'Mill' } },
  characters: { Mira: { inventory: [{ name: 'Lamp', quantity: 1 }] } },
};

const RENAMED = {
  state: {
    location: 'Old Mill',
    current_turn: 'Vex',
    initiative: [{ name: 'Vex', score: 9 }, { name: 'Grey Orsk' }],
  },
  party: ['Vex'],
  givers: [['The Sun Lamp', 'Grey Orsk']],
  npcs: { 'Grey Orsk': { location: 'Old Mill', faction: 'Grinders' } },
  locations: { Inn: { connections: [{ to: 'Old Mill', how: 'road' }] }, 'Old Mill': {} },
  items: { 'Sun Lamp': { owner: 'Grey Orsk', location: 'Old Mill' } },
  characters: { Vex: { inventory: [{ name: 'Sun Lamp', quantity: 1 }] } },
};

const TOLD_RENAMED = [
  { turn: 2, characters_involved: ['Vex'], location: 'Old Mill', effects: [{ who: 'Vex' }, {}] },
  {
    turn: 1,
    actor: 'Vex',
    characters_involved: ['Vex'],
    location: 'Old Mill',
    effects: [
      { kind: 'moved', to: 'Old Mill' },
      { who: 'Vex', item: 'Sun Lamp' },
      { thread: 'Who rang?' },
      { who: 'Grey Orsk' },
      { quest: 'The Sun Lamp' },
    ],
  },
];

const turnsOf = async (game: Game, filter: Omit<GetEventsInput, 'campaign'>) =>
  (await game.services.getEvents(game.caller, { campaign, ...filter })).events.map(({ turn }) => turn);

describe('what is renamed', () => {
  it('is shown by its new name everywhere, also in earlier events, but not in written text', async () => {
    const made = await aMill();
    const { game } = made;
    expect(await mentions(game)).toMatchObject(AS_MADE);
    await renameAll(made);
    expect(await mentions(game)).toMatchObject({ ...RENAMED, events: TOLD_RENAMED });
    const { events } = await game.services.getEvents(game.caller, { campaign });
    expect(events.at(-1)?.description).toBe('I go to the mill.');
    const state = await game.services.startClaudmasterSession(game.caller, { campaign_name: campaign });
    expect(state.game?.game_state).toMatchObject({ current_location: 'Old Mill', current_turn: 'Vex' });
    expect(state.campaign.game_state.location).toBe('Old Mill');
  });

  it('is found in events by any name it ever had', async () => {
    const made = await aMill();
    const { game } = made;
    await renameAll(made);
    for (const location of ['Mill', 'old MILL']) expect(await turnsOf(game, { location })).toEqual([2, 1]);
    for (const character of ['mira', 'VEX']) expect(await turnsOf(game, { character })).toEqual([2, 1]);
    for (const search of ['Mira', 'Vex']) expect(await turnsOf(game, { search })).toEqual([2, 1]);
    expect(await turnsOf(game, { location: 'Inn' })).toEqual([]);
    await game.play({ action: 'They sleep.', changes: [{ kind: 'place', location: 'Inn' }] });
    const missedBy = async (for_character: string) =>
      (await game.services.recapSession(game.caller, { campaign, for_character })).text;
    expect(await missedBy('Vex')).toMatch(/\bVex (was|missed)\b/);
    expect(await missedBy('Vex')).not.toContain('I draw');
    expect(await missedBy('MIRA')).toBe(await missedBy('Vex'));
    const { events } = await game.services.getEvents(game.caller, { campaign, as_player: 'mira' });
    expect(events).toHaveLength(3);
  });

  it('is played on by its former names, and nothing is made twice', async () => {
    const made = await aMill();
    const { game, ids } = made;
    await renameAll(made);
    const before = (await picture(game)).entities.length;
    const played = await game.play({
      action: 'On.',
      character_name: 'mira',
      private_to: ['Mira'],
      visibility: 'private',
    });
    await game.play({
      action: 'And on.',
      character_name: 'Orsk',
      changes: [
        { kind: 'place', location: 'Inn' },
        { kind: 'place', location: 'MILL' },
        { kind: 'hit_points', character: 'mira', delta: -2 },
        { kind: 'condition', character: 'Mira', add: ['prone'] },
        { kind: 'item', character: 'Mira', item: 'LAMP', quantity: 2 },
        { kind: 'quest', quest: 'find the LAMP', add_objective: 'Light it' },
        { kind: 'npc', npc: 'orsk', location: 'mill', attitude: 'sour' },
        { kind: 'thread', thread: 'Who rang?', status: 'resolved' },
        {
          kind: 'combat',
          initiative: [
            { name: 'Mira', score: 2 },
            { name: 'Orsk', score: 1 },
          ],
          current_turn: 'Orsk',
        },
      ],
    });
    await game.services.updateGameState(game.caller, { campaign, location: 'mill' });
    const added = await game.services.addEvent(game.caller, {
      campaign,
      event_type: 'world',
      description: 'Rain.',
      characters_involved: ['Mira', 'vex', 'A crow'],
      location: 'mill',
    });
    expect(added.event).toMatchObject({ characters: ['Vex', 'A crow'], location: 'Old Mill' });
    const saved = await game.save({
      kind: 'location',
      name: 'mill',
      fields: { connections: [{ to: 'Mill', how: 'in circles' }] },
    });
    expect([saved.isNew, saved.entity.id, saved.entity.name]).toEqual([false, ids.mill, 'Old Mill']);
    expect(saved.entity.fields).toMatchObject({ connections: [{ to: 'Old Mill' }] });
    const { campaign: now, entities, events } = await picture(game);
    expect(entities).toHaveLength(before);
    expect(now?.state).toMatchObject({
      location: 'Old Mill',
      initiative: [{ name: 'Vex' }, { name: 'Grey Orsk' }],
      current_turn: 'Grey Orsk',
    });
    const byId = new Map(entities.map(({ entity }) => [entity.id, entity]));
    expect(byId.get(ids.orsk)?.fields).toMatchObject({ location: 'Old Mill', attitude: 'sour' });
    expect(byId.get(ids.mira)?.fields).toMatchObject({
      conditions: ['prone'],
      inventory: [{ name: 'Sun Lamp', quantity: 3 }],
    });
    expect(byId.get(ids.quest)?.fields).toMatchObject({ objectives: [{ text: 'Light it' }] });
    expect(events.find(({ event }) => event.id === played.eventId)?.event).toMatchObject({
      actor: 'Vex',
      private_to: [ids.mira],
    });
    expect(await game.save({ kind: 'npc', name: 'Orsk', remove: true })).toMatchObject({
      entity: { id: ids.orsk, isRemoved: true },
    });
  });

  it('leaves a name that another may take, to whom nothing passes that was meant for the first', async () => {
    const made = await aMill();
    const { game, ids } = made;
    await renameAll(made);
    const other = await game.save({ kind: 'location', name: 'Mill', make_new: true });
    expect([other.isNew, other.entity.id === ids.mill]).toEqual([true, false]);
    expect(await refusal(game.save({ kind: 'location', name: 'mill', make_new: true }))).toBe(
      'conflict: entity_name_taken',
    );
    const { locations, ...rest } = RENAMED;
    expect(await mentions(game)).toMatchObject({
      ...rest,
      locations: { ...locations, Mill: {} },
      events: TOLD_RENAMED,
    });
    await game.play({ action: 'To the new one.', changes: [{ kind: 'place', location: 'Mill' }] });
    expect((await mentions(game)).events).toMatchObject([
      { location: 'Mill', effects: [{ from: 'Old Mill', to: 'Mill' }] },
      ...TOLD_RENAMED,
    ]);
    expect(await turnsOf(game, { location: 'Mill' })).toEqual([3]);
    expect(await turnsOf(game, { location: 'Old Mill' })).toEqual([2, 1]);
    // And the same by renaming: now the name is the inn’s.
    await game.save({ kind: 'location', id: other.entity.id, name: 'Third Mill' });
    await game.save({ kind: 'location', id: ids.inn, name: 'Mill' });
    expect((await mentions(game)).events).toMatchObject([{ location: 'Third Mill' }, ...TOLD_RENAMED]);
    expect(await turnsOf(game, { location: 'mill' })).toEqual([]);
  });

  it('has its old name again where play goes back to before, and its new one on return', async () => {
    const made = await aMill();
    const { game } = made;
    await renameAll(made);
    await game.play({ action: 'Later.', changes: [{ kind: 'npc', npc: 'Orsk', attitude: 'sour' }] });
    const left = await mentions(game);
    await game.services.rewindSession(game.caller, { campaign, to_turn: 1 });
    expect(await mentions(game)).toMatchObject({
      ...AS_MADE,
      state: { location: 'Mill', initiative: [] },
      events: [
        { turn: 1, actor: 'Mira', location: 'Mill', effects: [{ to: 'Mill' }, { item: 'Lamp' }, {}, {}, {}] },
      ],
    });
    // The names of a line that is not played mean nobody.
    expect(await refusal(game.play({ action: 'x', character_name: 'Vex' }))).toBe(
      'not_found: entity_not_found',
    );
    await game.play({ action: 'A ruin.', changes: [{ kind: 'place', location: 'Old Mill' }] });
    expect((await mentions(game)).locations).toMatchObject({ Mill: {}, 'Old Mill': {} });
    await game.services.rewindSession(game.caller, { campaign, to_turn: 0, branch: 'main' });
    expect(await mentions(game)).toEqual(left);
  });

  it('is in what is written for people under its new name, and comes back from a file by both', async () => {
    const made = await aMill();
    const { game } = made;
    await renameAll(made);
    const { json_path, markdown_path } = await game.services.exportCampaign(game.caller, {
      campaign,
      folder: game.folder,
    });
    const markdown = readFileSync(markdown_path, 'utf8');
    for (const name of ['Old Mill', 'Vex', 'Grey Orsk', 'Sun Lamp']) expect(markdown).toContain(name);
    expect(markdown).not.toMatch(/\bMira\b|(?<!Old )Mill\b|(?<!Grey )Orsk/);
    const { name } = await game.services.importCampaign(game.caller, {
      file: json_path,
      on_conflict: 'rename',
    });
    const { events } = await game.services.getEvents(game.caller, { campaign: name, character: 'Mira' });
    expect(events).toMatchObject([{ location: 'Old Mill' }, { actor: 'Vex' }]);
  });

  it('is followed by what was left behind when only the name itself was changed, as once it was', async () => {
    const { game, ids } = await aMill();
    const { store } = game;
    const before = await store.campaigns.find(game.id);
    const [mill] = await store.campaigns.findEntities([ids.mill]);
    if (before === undefined || mill === undefined) throw new Error('no mill');
    await store.ledger.commit([
      {
        kind: 'campaign',
        campaign: { ...before, version: before.version + 1 },
        expectedVersion: before.version,
        event: 'campaign.changed',
        branches: [],
        entities: [{ ...mill, name: 'Old Mill' }],
        removedEntityIds: [],
        patches: [{ target: ids.mill, before: { name: 'Mill' }, after: { name: 'Old Mill' } }],
        events: [],
      },
    ]);
    const follows = {
      state: { location: 'Old Mill' },
      npcs: { Orsk: { location: 'Old Mill' } },
      locations: { Inn: { connections: [{ to: 'Old Mill' }] } },
      events: [{ location: 'Old Mill' }, { location: 'Old Mill' }],
    };
    expect(await mentions(game)).toMatchObject(follows);
    await game.save({ kind: 'location', name: 'Mill', make_new: true });
    expect(await mentions(game)).toMatchObject(follows);
  });

  it('costs a turn nothing that the game has seen before', async () => {
    const made = await aMill();
    const { game } = made;
    await renameAll(made);
    const asked: string[] = [];
    const campaigns = new Proxy(game.store.campaigns, {
      get: (all, name) => {
        const call = Reflect.get(all, name) as (...values: unknown[]) => unknown;
        return (...values: unknown[]) => {
          asked.push(String(name));
          return call.apply(all, values);
        };
      },
    });
    Object.assign(game.deps.store, { campaigns });
    await game.play({
      action: 'On.',
      character_name: 'Mira',
      changes: [
        { kind: 'place', location: 'Mill' },
        { kind: 'place', location: 'Nowhere yet' },
      ],
    });
    const whole = ['listEveryEntity', 'listEntities', 'listFormerNames', 'listPatches', 'listEvents'];
    expect(asked).toContain('listFormerHolders');
    expect(asked.filter((name) => whole.includes(name))).toEqual([]);
  });
});

describe('what players may not know', () => {
  it('is hidden under every current and former name', async () => {
    const game = await aGame();
    const { services, caller } = game;
    const cellar = (await game.save({ kind: 'location', name: 'Cellar', visibility: 'dm_only' })).entity;
    await game.save({
      kind: 'location',
      name: 'Inn',
      fields: { connections: [{ to: 'Cellar', how: 'stairs' }] },
    });
    await game.save({ kind: 'npc', name: 'Orsk', fields: { location: 'Cellar' } });
    const malvane = (await game.save({ kind: 'npc', name: 'Malvane', visibility: 'dm_only' })).entity;
    await game.save({ kind: 'quest', name: 'The Seal', fields: { giver: 'Malvane' } });
    const seal = (await game.save({ kind: 'item', name: 'Seal', visibility: 'dm_only' })).entity;
    await game.save({
      kind: 'character',
      name: 'Mira',
      fields: {
        inventory: [
          { name: 'seal', quantity: 1, notes: null },
          { name: 'Rope', quantity: 1, notes: null },
        ],
      },
    });
    const unseen = { action: 'Unseen.', visibility: 'dm_only' } as const;
    await game.play({ ...unseen, changes: [{ kind: 'place', location: 'Cellar' }] });
    const event = { campaign, event_type: 'world' as const, description: 'A noise.' };
    await services.addEvent(caller, { ...event, characters_involved: ['Malvane', 'Mira'] });
    await game.play({
      action: 'I wait.',
      changes: [{ kind: 'item', character: 'Mira', item: 'Seal', quantity: 1 }],
    });
    await game.save({ kind: 'location', id: cellar.id, name: 'Vault' });
    await game.save({ kind: 'npc', id: malvane.id, name: 'Drowned King' });
    await game.save({ kind: 'item', id: seal.id, name: 'Crown' });
    await services.addEvent(caller, { ...event, characters_involved: ['Malvane'], location: 'Cellar' });
    const names = ['Cellar', 'Vault', 'Malvane', 'Drowned King', 'Crown', '"Seal"', '"seal"'];
    const sections = ['overview', 'characters', 'npcs', 'locations', 'quests', 'items'] as const;
    for (const as_player of [true, 'Mira'] as const) {
      const for_character = as_player === true ? undefined : as_player;
      const read: unknown[] = [
        await services.getEvents(caller, { campaign, as_player }),
        await services.recapSession(caller, { campaign, player_safe: true, for_character }),
      ];
      for (const section of sections)
        read.push(await services.getCampaign(caller, { campaign, section, as_player }));
      const { markdown_path, json_path } = await services.exportCampaign(caller, {
        campaign,
        folder: game.folder,
        as_player,
      });
      const shownText =
        JSON.stringify(read) + readFileSync(markdown_path, 'utf8') + readFileSync(json_path, 'utf8');
      expect(names.filter((name) => shownText.includes(name))).toEqual([]);
      expect(shownText).toContain('Rope');
      for (const name of names) {
        const found = async (filter: object) =>
          (await services.getEvents(caller, { campaign, as_player, ...filter })).events;
        expect(await found({ location: name })).toEqual([]);
        expect(await found({ character: name })).toEqual([]);
        expect(await found({ search: name })).toEqual([]);
      }
    }
    const [mira] = await sectionOf(game, 'characters', true);
    expect(mira?.fields.inventory).toMatchObject([{ name: 'Rope' }]);
    const [own] = await sectionOf(game, 'characters');
    expect(own?.fields.inventory).toMatchObject([{ name: 'Crown', quantity: 2 }, { name: 'Rope' }]);
  });

  it('does not stand between them and what they know under the same name', async () => {
    const game = await aGame();
    const { mira } = { mira: (await game.save({ kind: 'character', name: 'Mira' })).entity };
    await game.play({ action: 'I wake.', character_name: 'Mira' });
    await game.save({ kind: 'character', id: mira.id, name: 'Vex' });
    const twin = await game.save({ kind: 'character', name: 'Mira', make_new: true, visibility: 'dm_only' });
    await game.play({ action: 'The twin stirs.', character_name: 'Mira', visibility: 'dm_only' });
    await game.save({ kind: 'character', id: twin.entity.id, name: 'Shade' });
    const of = async (as_player?: boolean) =>
      (await game.services.getEvents(game.caller, { campaign, character: 'Mira', as_player })).events.map(
        ({ actor }) => actor,
      );
    expect(await of(true)).toEqual(['Vex']);
    expect(await of()).toEqual(['Shade']);
  });
});
