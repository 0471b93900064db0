import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import { NEW_FIELDS } from '../../../src/campaign/domain/entity.ts';
import type { ThroughlineError } from '../../../src/domain/error.ts';
import { anEntity, DM_ONLY, PUBLIC, privateTo } from './build-event.ts';
import {
  BRAM,
  byPatches,
  FIRE,
  fieldsAfter,
  LAMP,
  MIRA,
  refusedFor,
  staged,
  TURN,
} from './build-turn-draft.ts';

const pointsAfter = (...changes: Change[]) =>
  fieldsAfter(staged(changes).draft, 'character', 'Mira').hit_points;
const hurt = (part: object): Change => ({ kind: 'hit_points', character: 'Mira', ...part }) as Change;
const carry = (item: string, quantity: number): Change => ({
  kind: 'item',
  character: 'mira',
  item,
  quantity,
});
const bagAfter = (...changes: Change[]) => fieldsAfter(staged(changes).draft, 'character', 'Mira').inventory;
const quest = (part: object): Change => ({ kind: 'quest', quest: 'the lamp', ...part }) as Change;
const effectsOf = (...changes: Change[]) =>
  staged(changes).draft.effects.map(({ visibility: _, private_to: __, ...effect }) => effect);

describe('hit points', () => {
  it('lose the temporary ones first, and never fall below 0', () => {
    expect(pointsAfter(hurt({ delta: -2 }))).toEqual({ current: 10, max: 12, temporary: 1 });
    expect(pointsAfter(hurt({ delta: -5 }))).toEqual({ current: 8, max: 12, temporary: 0 });
    expect(pointsAfter(hurt({ delta: -500 }))).toEqual({ current: 0, max: 12, temporary: 0 });
  });

  it('are healed to their most, and the temporary ones stay', () => {
    expect(pointsAfter(hurt({ delta: 50 }))).toEqual({ current: 12, max: 12, temporary: 3 });
  });

  it('are set, and the temporary ones too', () => {
    expect(pointsAfter(hurt({ set: 4, temporary: 9 }))).toEqual({ current: 4, max: 12, temporary: 9 });
  });

  it('change one after the other within a turn', () => {
    expect(pointsAfter(hurt({ delta: -13 }), hurt({ delta: 4 }))).toMatchObject({ current: 4 });
  });

  it('are set or changed by so many, not both', () => {
    expect(refusedFor([hurt({ set: 4, delta: -1 })])).toBe('change_invalid changes[0].set');
    expect(refusedFor([hurt({ set: 4, delta: 0 })])).toBe('change_invalid changes[0].set');
  });

  it('are reported before and after, even if only temporary ones were lost', () => {
    expect(effectsOf(hurt({ delta: -2 }))).toEqual([
      { kind: 'hit_points', who: 'Mira', from: 10, to: 10, max: 12 },
    ]);
  });

  it.each([
    [{ set: 13 }, 'set'],
    [{ set: -1 }, 'set'],
    [{ delta: 1.5 }, 'delta'],
    [{ delta: Number.NaN }, 'delta'],
    [{ temporary: -1 }, 'temporary'],
    [{ temporary: Number.POSITIVE_INFINITY }, 'temporary'],
  ])('are refused as %j', (part, field) => {
    expect(refusedFor([hurt({ delta: 0 }), hurt(part)])).toBe(`change_invalid changes[1].${field}`);
  });
});

describe('conditions', () => {
  const condition = (part: object): Change => ({ kind: 'condition', character: 'Mira', ...part }) as Change;
  const conditionsAfter = (...changes: Change[]) =>
    fieldsAfter(staged(changes).draft, 'character', 'Mira').conditions;

  it('come once, whatever their case, and go', () => {
    expect(conditionsAfter(condition({ add: ['prone', 'Prone', 'BLIND'] }))).toEqual(['Blind', 'prone']);
    expect(conditionsAfter(condition({ add: ['prone'], remove: ['blind', 'deaf'] }))).toEqual(['prone']);
    expect(effectsOf(condition({ add: ['prone', 'PRONE'], remove: ['BLIND', 'deaf'] }))).toEqual([
      { kind: 'condition', who: 'Mira', added: ['prone'], removed: ['Blind'] },
    ]);
  });

  it('report a death once, as a death', () => {
    expect(effectsOf(condition({ add: ['Dead'] }), condition({ add: ['dead'] }))).toEqual([
      { kind: 'death', who: 'Mira' },
    ]);
  });

  it('that change nothing have no effect to report', () => {
    expect(effectsOf(condition({ add: ['blind'], remove: ['deaf'] }))).toEqual([]);
  });
});

describe('items', () => {
  it('are counted by name, keep their place and notes, and go with the last one', () => {
    expect(bagAfter(carry('TORCH', 3))[0]).toEqual({ name: 'Torch', quantity: 5, notes: 'wet' });
    expect(bagAfter(carry('torch', -2)).map(({ name }) => name)).toEqual(['Rope']);
    expect(bagAfter(carry('toString', 1))[2]).toEqual({ name: 'toString', quantity: 1, notes: null });
  });

  it('of one name in other letters are one thing, however they came to be two', () => {
    const inventory = [
      { name: 'Rope', quantity: 1, notes: null },
      { name: 'rope', quantity: 2, notes: 'wet' },
    ];
    const { draft } = staged([carry('ROPE', -3)], {}, PUBLIC, [
      { ...MIRA, fields: { ...MIRA.fields, inventory } },
    ]);
    expect(fieldsAfter(draft, 'character', 'Mira').inventory).toEqual([]);
    expect(bagAfter(carry('rope', 1), carry('Rope ', 1))[1]).toMatchObject({ name: 'Rope', quantity: 3 });
  });

  it('never fall below 0, not even for a moment', () => {
    expect(refusedFor([carry('Torch', -3)])).toBe('change_invalid changes[0].quantity');
    expect(refusedFor([carry('Lute', -1), carry('Lute', 5)])).toBe('change_invalid changes[0].quantity');
    expect(refusedFor([carry('Lute', 1), carry('Lute', -1)])).toBe('accepted');
    expect(refusedFor([carry('Lute', 0.5)])).toBe('change_invalid changes[0].quantity');
    expect(refusedFor([carry('  ', 1)])).toBe('change_invalid changes[0].item');
  });
});

describe('quests', () => {
  it('remember what became of them, with the turn', () => {
    const after = fieldsAfter(
      staged([
        quest({ status: 'completed', objective_done: 'find IT', add_objective: 'Return', note: 'At last.' }),
      ]).draft,
      'quest',
      'The Lamp',
    );
    expect(after).toMatchObject({
      status: 'completed',
      objectives: [
        { text: 'Find it', is_done: true },
        { text: 'Return', is_done: false },
      ],
      history: [
        { turn: 1, what: 'active' },
        { turn: TURN, what: 'completed; done: Find it; new objective: Return; At last.' },
      ],
    });
  });

  it('without a new value stay the same', () => {
    const { draft } = staged([quest({ status: 'active' }), quest({})]);
    expect([draft.changed, draft.patches(), draft.effects]).toEqual([[], [], []]);
    const again = staged([quest({ objective_done: 'Find it' }), quest({ objective_done: 'Find it' })]);
    expect(again.draft.effects).toHaveLength(1);
    expect(fieldsAfter(again.draft, 'quest', 'The Lamp').history).toHaveLength(2);
  });

  it('of two objectives alike have the open one done, and take no third', () => {
    const alike = [
      { text: 'Go', is_done: true },
      { text: 'go', is_done: false },
    ];
    const change = quest({ objective_done: 'GO' });
    const { draft } = staged([change], {}, PUBLIC, [
      { ...LAMP, fields: { ...LAMP.fields, objectives: alike } },
    ]);
    expect(fieldsAfter(draft, 'quest', LAMP.name).objectives.map(({ is_done }) => is_done)).toEqual([
      true,
      true,
    ]);
    expect(refusedFor([quest({ objective_done: 'Flee' })])).toBe('change_invalid changes[0].objective_done');
    expect(refusedFor([quest({ add_objective: 'find  it' })])).toBe(
      'change_invalid changes[0].add_objective',
    );
  });

  it('keep a note that is not for all out of the history that all read', () => {
    const { draft } = staged([quest({ note: 'The giver lies.', visibility: 'dm_only' })]);
    expect(JSON.stringify(fieldsAfter(draft, 'quest', 'The Lamp'))).not.toContain('lies');
    expect(draft.effects).toMatchObject([{ note: 'The giver lies.', visibility: 'dm_only' }]);
  });
});

describe('places', () => {
  it('are where the party is, and come into being by being named', () => {
    const { draft } = staged([
      { kind: 'place', location: 'Mill' },
      { kind: 'place', location: ' MILL ' },
    ]);
    expect(draft.state.location).toBe('Mill');
    expect(draft.changed.map(({ name, kind }) => [name, kind])).toEqual([['Mill', 'location']]);
    expect(fieldsAfter(draft, 'location', 'mill').is_visited).toBe(true);
    expect(draft.effects).toMatchObject([{ kind: 'moved', from: null, to: 'Mill' }]);
  });

  it('and threads that a hidden turn makes are as hidden as the turn', () => {
    const { draft } = staged(
      [
        { kind: 'place', location: 'Lair' },
        { kind: 'thread', thread: 'The heir', status: 'open' },
        { kind: 'place', location: 'Inn', visibility: 'public' },
      ],
      {},
      privateTo('character_mira'),
    );
    expect(draft.changed.map(({ name, visibility, private_to }) => [name, visibility, private_to])).toEqual([
      ['Lair', 'private', ['character_mira']],
      ['The heir', 'private', ['character_mira']],
      ['Inn', 'public', []],
    ]);
  });

  it('need a name', () => {
    expect(refusedFor([{ kind: 'place', location: ' \n' }])).toBe('change_invalid changes[0].location');
  });
});

describe('the body of an NPC', () => {
  const strike = (part: object): Change => ({ kind: 'hit_points', character: 'bram', ...part }) as Change;
  const afflict = (part: object): Change => ({ kind: 'condition', character: 'Bram', ...part }) as Change;
  const bramAfter = (...changes: Change[]) => fieldsAfter(staged(changes).draft, 'npc', 'Bram');

  it('counts damage while the hit points are unknown', () => {
    expect(bramAfter(strike({ delta: -5 })).hit_points).toEqual({ damage: 5 });
    expect(bramAfter(strike({ delta: -5 }), strike({ delta: -2 }), strike({ delta: 4 })).hit_points).toEqual({
      damage: 3,
    });
    expect(effectsOf(strike({ delta: -5 }), strike({ delta: 9 }))).toEqual([
      { kind: 'damage', who: 'Bram', amount: 5, total: 5 },
      { kind: 'damage', who: 'Bram', amount: -5, total: 0 },
    ]);
  });

  it('has hit points once they are set, as many more at most as damage was counted', () => {
    const set = [strike({ delta: -5 }), strike({ set: 7 })];
    expect(bramAfter(...set).hit_points).toEqual({ current: 7, max: 12, temporary: 0 });
    expect(bramAfter(...set, strike({ delta: -20 })).hit_points).toEqual({
      current: 0,
      max: 12,
      temporary: 0,
    });
    expect(effectsOf(...set, strike({ delta: -3 })).slice(1)).toEqual([
      { kind: 'hit_points', who: 'Bram', from: 7, to: 7, max: 12 },
      { kind: 'hit_points', who: 'Bram', from: 7, to: 4, max: 12 },
    ]);
  });

  it.each([
    [{ temporary: 3 }, 'temporary'],
    [{ set: -1 }, 'set'],
    [{ delta: 0.5 }, 'delta'],
    [{ set: 1, delta: 1 }, 'set'],
  ])('is refused as %j', (part, field) => {
    expect(refusedFor([strike(part)])).toBe(`change_invalid changes[0].${field}`);
  });

  it('takes conditions, and is dead by its status', () => {
    expect(bramAfter(afflict({ add: ['Prone', 'prone', 'Blind'] })).conditions).toEqual(['Prone', 'Blind']);
    expect(bramAfter(afflict({ add: ['Prone'] }), afflict({ remove: ['PRONE'] })).conditions).toEqual([]);
    const killed = bramAfter(afflict({ add: ['Dead', 'Prone'] }));
    expect(killed).toMatchObject({ status: 'dead', conditions: ['Prone'], known: 'A miller.' });
    expect(effectsOf(afflict({ add: ['Dead'] }), afflict({ remove: ['dead'] }))).toEqual([
      { kind: 'npc', who: 'Bram', status: 'dead', learned: null },
      { kind: 'npc', who: 'Bram', status: 'alive', learned: null },
    ]);
  });

  it('carries nothing and has no slots', () => {
    const item: Change = { kind: 'item', character: 'Bram', item: 'Key', quantity: 1 };
    expect(refusedFor([item])).toBe('change_invalid changes[0].character');
    const slot: Change = { kind: 'slot', character: 'Bram', level: '1', delta: -1 };
    expect(refusedFor([slot])).toBe('change_invalid changes[0].character');
  });

  it('is done and undone by patches', () => {
    for (const list of [[strike({ delta: -5 })], [afflict({ add: ['Prone', 'dead'] }), strike({ set: 3 })]]) {
      const { old, now, forth, back } = byPatches(staged(list));
      expect(forth).toEqual(now);
      expect(back).toEqual(old);
    }
  });
});

describe('funds', () => {
  const pay = (coin: string, amount: number): Change => ({ kind: 'funds', coin, amount });

  it('count a coin once, whatever its letter case, and spell a known one in lower case', () => {
    const { draft } = staged([pay('GP', 5), pay('gp', 2), pay(' Gp ', -4)]);
    expect(draft.state.party_funds).toEqual({ gp: 3 });
    expect(draft.effects.map((effect) => effect.kind === 'funds' && effect.coin)).toEqual(['gp', 'gp', 'gp']);
  });

  it('keep the first spelling of other coins', () => {
    expect(
      staged([pay('Crowns', 5), pay('crowns', 2), pay('ＣＲＯＷＮＳ', 1)]).draft.state.party_funds,
    ).toEqual({
      Crowns: 8,
    });
  });

  it('are summed where one coin was counted under two spellings before', () => {
    const two = { party_funds: { GP: 10, gp: 5, Crowns: 1, sp: 2 } };
    expect(staged([pay('sp', 1)], two).draft.state.party_funds).toEqual({ gp: 15, Crowns: 1, sp: 3 });
    expect(staged([pay('Gp', -12)], two).draft.state.party_funds).toMatchObject({ gp: 3 });
  });

  it('add up by coin, and cannot be overspent', () => {
    expect(staged([pay('gp', 5), pay('sp', 2), pay('gp', -4)]).draft.state.party_funds).toEqual({
      gp: 1,
      sp: 2,
    });
    expect(refusedFor([pay('gp', 5), pay('gp', -6)])).toBe('change_invalid changes[1].amount');
    expect(refusedFor([pay('gp', 0.1)])).toBe('change_invalid changes[0].amount');
  });

  it.each(['constructor', '__proto__', 'toString'])('may be called %s', (coin) => {
    const { draft } = staged([pay(coin, 5), pay(coin, -2)]);
    expect(JSON.stringify(draft.state.party_funds)).toBe(`{"${coin}":3}`);
    expect(refusedFor([pay(coin, -1)])).toBe('change_invalid changes[0].amount');
  });
});

describe('flags', () => {
  const flag = (name: string, value: string | number | boolean | null): Change => ({
    kind: 'flag',
    name,
    value,
  });

  it.each(['door', 'constructor', '__proto__'])('called %s are raised and struck', (name) => {
    expect(JSON.stringify(staged([flag(name, 'open')]).draft.state.flags)).toBe(`{"${name}":"open"}`);
    const { draft } = staged([flag(name, 1), flag(name, null)]);
    expect(Object.keys(draft.state.flags)).toEqual([]);
    expect(draft.patches()).toEqual([]);
  });

  it('set to what they are change nothing, in whatever order they stand', () => {
    const { draft } = staged([flag('a', true), flag('c', null)], { flags: { a: true, b: false } });
    expect([draft.patches(), draft.effects]).toEqual([[], []]);
  });
});

describe('slots', () => {
  const slot = (level: string, delta: number): Change => ({ kind: 'slot', character: 'Mira', level, delta });

  it('are used and restored within what there is', () => {
    expect(fieldsAfter(staged([slot('1', -1)]).draft, 'character', 'Mira').slots).toEqual({
      '1': { current: 0, max: 2 },
    });
    expect(refusedFor([slot('1', -2)])).toBe('change_invalid changes[0].delta');
    expect(refusedFor([slot('1', 2)])).toBe('change_invalid changes[0].delta');
    expect(refusedFor([slot('2', -1)])).toBe('change_invalid changes[0].level');
    expect(refusedFor([slot('constructor', -1)])).toBe('change_invalid changes[0].level');
  });
});

describe('people', () => {
  it('are learned about, and the truth stays', () => {
    const { draft } = staged([
      { kind: 'npc', npc: 'BRAM', status: 'dead', learned: 'He limped.' },
      { kind: 'npc', npc: 'bram', attitude: 'cold' },
    ]);
    expect(fieldsAfter(draft, 'npc', 'Bram')).toMatchObject({
      status: 'dead',
      known: 'A miller. He limped.',
      truth: 'A spy.',
      attitude: 'cold',
    });
    expect(draft.effects).toMatchObject([{ status: 'dead', learned: 'He limped.' }, { status: null }]);
  });

  it('are known of in sentences, however each was ended', () => {
    const learned = (text: string): Change => ({ kind: 'npc', npc: 'Bram', learned: text });
    const { draft } = staged([learned('He limps'), learned('Or not?'), learned('It is known')]);
    expect(fieldsAfter(draft, 'npc', 'Bram').known).toBe('A miller. He limps. Or not? It is known');
  });
});

describe('threads', () => {
  it('open with the turn that names them first, and again without what resolved them', () => {
    const { draft } = staged([
      { kind: 'thread', thread: 'The heir', status: 'open', text: 'Who?' },
      { kind: 'thread', thread: 'who lit the fire?', status: 'open' },
    ]);
    expect(fieldsAfter(draft, 'thread', 'The heir')).toMatchObject({ since_turn: TURN, description: 'Who?' });
    expect(fieldsAfter(draft, 'thread', FIRE.name)).toMatchObject({
      status: 'open',
      since_turn: 2,
      description: 'Smoke.',
      resolution: null,
    });
  });

  it('are resolved only where they are', () => {
    expect(refusedFor([{ kind: 'thread', thread: 'No such', status: 'resolved' }])).toBe(
      'entity_not_found changes[0].thread',
    );
    const { draft } = staged([
      { kind: 'thread', thread: 'New', status: 'open' },
      { kind: 'thread', thread: 'new', status: 'resolved', text: 'Done.' },
    ]);
    expect(fieldsAfter(draft, 'thread', 'New')).toMatchObject({ status: 'resolved', resolution: 'Done.' });
  });
});

describe('a fight', () => {
  const order = [
    { name: 'Mira', score: 15 },
    { name: 'Wolf', score: 9 },
  ];

  it('begins, continues and ends, with an effect at its start and its end', () => {
    const { draft } = staged([
      { kind: 'combat', initiative: order, current_turn: 'Mira' },
      { kind: 'combat', current_turn: 'Wolf', round: 2 },
    ]);
    expect(draft.state).toMatchObject({ in_combat: true, initiative: order, current_turn: 'Wolf', round: 2 });
    expect(draft.effects).toMatchObject([{ kind: 'combat', is_over: false }]);
    const over = staged(
      [
        { kind: 'combat', is_over: true },
        { kind: 'combat', is_over: true },
      ],
      draft.state,
    );
    expect(over.draft.state).toMatchObject({
      in_combat: false,
      initiative: [],
      current_turn: null,
      round: 0,
    });
    expect(over.draft.effects).toMatchObject([{ kind: 'combat', is_over: true }]);
    expect(refusedFor([{ kind: 'combat', round: -1 }])).toBe('change_invalid changes[0].round');
  });

  it('is the turn of somebody who is in it, while it goes on', () => {
    expect(staged([{ kind: 'combat', current_turn: 'Anyone' }]).draft.state.current_turn).toBe('Anyone');
    const stranger = { kind: 'combat', current_turn: 'Owl' } as const;
    expect(refusedFor([{ ...stranger, initiative: order }])).toBe('change_invalid changes[0].current_turn');
    expect(refusedFor([{ kind: 'combat', initiative: order }, stranger])).toBe(
      'change_invalid changes[1].current_turn',
    );
    const over = { kind: 'combat', is_over: true } as const;
    expect(refusedFor([{ ...over, initiative: order }])).toBe('change_invalid changes[0].initiative');
    expect(refusedFor([{ ...over, current_turn: 'Mira' }])).toBe('change_invalid changes[0].current_turn');
  });

  it('leaves nobody with and without one condition', () => {
    const both = { kind: 'condition', character: 'Mira', add: ['Prone'], remove: ['prone'] } as const;
    expect(refusedFor([both])).toBe('change_invalid changes[0].remove');
  });
});

describe('time', () => {
  it('is the last value that was set', () => {
    const { draft } = staged([
      { kind: 'time', in_game_date: 'dusk' },
      { kind: 'time', in_game_date: 'night' },
    ]);
    expect(draft.state.in_game_date).toBe('night');
  });
});

describe('changes that find the world as they would make it', () => {
  const same: readonly (readonly [string, Change])[] = [
    ['no damage', hurt({ delta: 0 })],
    ['nothing at all', hurt({})],
    ['points set to what they are', hurt({ set: 10, temporary: 3 })],
    ['a condition that is there', { kind: 'condition', character: 'Mira', add: ['BLIND'], remove: ['deaf'] }],
    ['no torch', carry('Torch', 0)],
    ['nothing of what nobody has', carry('Lute', 0)],
    ['no coin', { kind: 'funds', coin: 'pp', amount: 0 }],
    ['the place where they are', { kind: 'place', location: 'MILL' }],
    ['a slot kept', { kind: 'slot', character: 'Mira', level: '1', delta: 0 }],
    ['a quest as it is', quest({ status: 'active' })],
    ['a person as they are', { kind: 'npc', npc: 'Bram', status: 'alive' }],
    ['a thread resolved again', { kind: 'thread', thread: FIRE.name, status: 'resolved', text: 'Bram did.' }],
    ['a flag as it is', { kind: 'flag', name: 'door', value: 'open' }],
    ['a flag struck that is not there', { kind: 'flag', name: 'gate', value: null }],
    ['the same hour', { kind: 'time', in_game_date: 'dusk' }],
    ['no fight ended', { kind: 'combat', is_over: true }],
  ];
  const mill = anEntity('location', 'Mill', { ...NEW_FIELDS.location, is_visited: true });
  const at = (change: Change) =>
    staged(
      [change, hurt({ delta: -4 })],
      { location: 'Mill', in_game_date: 'dusk', flags: { door: 'open' } },
      PUBLIC,
      [MIRA, LAMP, BRAM, FIRE, mill],
    ).draft;

  it.each(same)('(%s) are reported as unchanged, without an effect', (_, change) => {
    const draft = at(change);
    const { unchanged, effects } = draft;
    expect(unchanged).toEqual([
      { kind: 'unchanged', change: change.kind, field: 'changes[0]', visibility: 'public' },
    ]);
    expect(effects).toMatchObject([{ kind: 'hit_points', to: 9 }]);
    expect(draft.patches().map(({ target }) => target)).toEqual([MIRA.id]);
  });

  it('are none that say something new, though it be for few', () => {
    const note = quest({ note: 'The giver lies.', visibility: 'dm_only' });
    expect(at(note)).toMatchObject({ unchanged: [], effects: [{ kind: 'quest' }, { kind: 'hit_points' }] });
    expect(at(hurt({ temporary: 0 }))).toMatchObject({ unchanged: [], effects: [{ from: 10, to: 10 }, {}] });
    expect(at({ kind: 'slot', character: 'Mira', level: '1', delta: -1 }).unchanged).toEqual([]);
  });
});

describe('any list of changes', () => {
  const ALL: readonly Change[] = [
    hurt({ delta: -4 }),
    { kind: 'condition', character: 'Mira', add: ['prone'], remove: ['blind'] },
    carry('Torch', -2),
    { kind: 'slot', character: 'Mira', level: '1', delta: 1 },
    quest({ status: 'failed' }),
    { kind: 'place', location: 'Mill' },
    { kind: 'funds', coin: 'gp', amount: 3 },
    { kind: 'flag', name: 'door', value: 'shut' },
    { kind: 'time', in_game_date: 'noon' },
    { kind: 'npc', npc: 'Bram', location: 'Mill' },
    { kind: 'thread', thread: 'The heir', status: 'open' },
    { kind: 'combat', round: 1 },
  ];

  it('can be redone and undone by its patches', () => {
    for (const list of [...ALL.map((change) => [change]), ALL]) {
      const { old, now, forth, back } = byPatches(staged(list));
      expect(forth).toEqual(now);
      expect(back).toEqual(old);
    }
  });

  it('leaves out of its patches what did not change', () => {
    const { draft } = staged([hurt({ delta: -1 })]);
    expect(draft.patches()).toEqual([
      {
        target: MIRA.id,
        before: { 'fields.hit_points': { current: 10, max: 12, temporary: 3 } },
        after: { 'fields.hit_points': { current: 10, max: 12, temporary: 2 } },
      },
    ]);
  });

  it.each([
    [{ kind: 'hit_points', character: 'Myra', delta: 1 }, 'character'],
    [{ kind: 'condition', character: 'Brem' }, 'character'],
    [{ kind: 'item', character: 'Myra', item: 'x', quantity: 1 }, 'character'],
    [{ kind: 'slot', character: 'Myra', level: '1', delta: 1 }, 'character'],
    [{ kind: 'quest', quest: 'Lamp' }, 'quest'],
    [{ kind: 'npc', npc: 'Nobody' }, 'npc'],
  ] as const)('that names nobody there is refused: %j', (change, field) => {
    expect(refusedFor([carry('Torch', 1), change])).toBe(`entity_not_found changes[1].${field}`);
  });

  it('is seen as the turn is, unless a change says otherwise', () => {
    const seen = (change: Change, turn = PUBLIC) => {
      const [effect] = staged([change], {}, turn).draft.effects;
      return [effect?.visibility, effect?.private_to];
    };
    const change: Change = { kind: 'flag', name: 'bell', value: 1 };
    expect(seen(change)).toEqual(['public', []]);
    expect(seen(change, DM_ONLY)).toEqual(['dm_only', []]);
    expect(seen(change, privateTo('a'))).toEqual(['private', ['a']]);
    expect(seen({ ...change, visibility: 'dm_only' }, privateTo('a'))).toEqual(['dm_only', []]);
    expect(seen({ ...change, visibility: 'public' }, privateTo('a'))).toEqual(['public', []]);
    expect(seen({ ...change, visibility: 'private' }, privateTo('a'))).toEqual(['private', ['a']]);
  });

  it('is refused where it would be hidden and what it changes is in the open', () => {
    const hidden: Change[] = [
      { kind: 'hit_points', character: 'Mira', delta: -1, visibility: 'dm_only' },
      { kind: 'funds', coin: 'gp', amount: 1, visibility: 'private' },
      { kind: 'time', in_game_date: 'later', visibility: 'dm_only' },
      { kind: 'quest', quest: 'The Lamp', status: 'failed', visibility: 'dm_only' },
    ];
    for (const change of hidden) expect(refusedFor([change])).toBe('change_cannot_be_hidden changes[0]');
  });

  it('that is a hidden move is refused where players would no longer see where they are', () => {
    const harbor = anEntity('location', 'Harbor', NEW_FIELDS.location);
    const crypt = { ...anEntity('location', 'Crypt', NEW_FIELDS.location), ...DM_ONLY };
    const move = (location: string, from: string | null): string => {
      try {
        staged([{ kind: 'place', location }], { location: from }, DM_ONLY, [harbor, crypt]);
        return 'accepted';
      } catch (error) {
        return (error as ThroughlineError).code;
      }
    };
    expect(move('Crypt', 'Harbor')).toBe('change_cannot_be_hidden');
    expect(move('A new cave', 'Harbor')).toBe('change_cannot_be_hidden');
    expect(move('Harbor', 'Crypt')).toBe('change_cannot_be_hidden');
    expect(move('Crypt', null)).toBe('accepted');
    expect(move('A new cave', 'Crypt')).toBe('accepted');
  });

  it('finds nobody who was removed', () => {
    const { draft } = staged([]);
    draft.put({ ...BRAM, isRemoved: true });
    expect(draft.find('npc', 'Bram')).toBeUndefined();
  });
});
