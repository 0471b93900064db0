import { describe, expect, it } from 'vitest';
import { NEW_GAME } from '../../../src/campaign/domain/campaign.ts';
import type { Change } from '../../../src/campaign/domain/changes/change.ts';
import type { EntityKind } from '../../../src/campaign/domain/entity.ts';
import { mergeItems } from '../../../src/campaign/domain/inventory.ts';
import {
  mapChangeNames,
  mapEntityNames,
  mapEventNames,
  mapStateNames,
  type NameMapper,
} from '../../../src/campaign/domain/references.ts';
import * as e from './build-event.ts';

/** Says of each name what it was asked as. */
const asked: NameMapper = (name, kinds: readonly EntityKind[]) => `${name}:${kinds.join('|')}`;
const without =
  (hidden: string): NameMapper =>
  (name) =>
    name === hidden ? null : name;

const CHANGES: readonly [Change, object][] = [
  [{ kind: 'hit_points', character: 'M' }, {}],
  [{ kind: 'condition', character: 'M' }, {}],
  [
    { kind: 'slot', character: 'M', level: '1', delta: 1 },
    { character: 'M:character', level: '1' },
  ],
  [
    { kind: 'item', character: 'M', item: 'R', quantity: 1 },
    { character: 'M:character', item: 'R:item' },
  ],
  [
    { kind: 'quest', quest: 'Q', note: 'n' },
    { quest: 'Q:quest', note: 'n' },
  ],
  [{ kind: 'place', location: 'P' }, { location: 'P:location' }],
  [
    { kind: 'npc', npc: 'N', location: 'P' },
    { npc: 'N:npc', location: 'P:location' },
  ],
  [{ kind: 'thread', thread: 'T', status: 'open' }, { thread: 'T:thread' }],
  [
    { kind: 'combat', initiative: [{ name: 'G', score: 3 }], current_turn: 'G' },
    { initiative: [{ name: 'G:character|npc', score: 3 }], current_turn: 'G:character|npc' },
  ],
  [
    { kind: 'flag', name: 'F', value: 'v' },
    { name: 'F', value: 'v' },
  ],
];

describe('what is mentioned by name', () => {
  it.each(CHANGES)('in the change %j', (change, named) => {
    expect(mapChangeNames(change, asked)).toEqual({ ...change, ...named });
  });

  it('in where the game stands', () => {
    const state = {
      ...NEW_GAME,
      location: 'P',
      current_turn: 'G',
      initiative: [
        { name: 'G', score: 3 },
        { name: 'M', score: 1 },
      ],
    };
    expect(mapStateNames(state, asked)).toMatchObject({
      location: 'P:location',
      current_turn: 'G:character|npc',
      initiative: [{ name: 'G:character|npc', score: 3 }, { name: 'M:character|npc' }],
    });
    expect(mapStateNames(state, without('G'))).toMatchObject({
      location: 'P',
      current_turn: null,
      initiative: [{ name: 'M' }],
    });
    expect(mapStateNames(NEW_GAME, asked)).toEqual(NEW_GAME);
  });

  it('in people, places, quests and things', () => {
    const npc = e.anEntity('npc', 'N', e.npcFields({ location: 'P', faction: 'F', known: 'P' }));
    expect(mapEntityNames(npc, asked)).toMatchObject({
      name: 'N',
      fields: { location: 'P:location', faction: 'F:faction', known: 'P' },
    });
    const quest = e.anEntity('quest', 'Q', e.questFields({ giver: 'N', reward: 'N' }));
    expect(mapEntityNames(quest, asked).fields).toMatchObject({
      giver: 'N:npc|character|faction',
      reward: 'N',
    });
    const item = e.anEntity('item', 'I', { description: null, secret: null, owner: 'M', location: 'P' });
    expect(mapEntityNames(item, asked).fields).toMatchObject({
      owner: 'M:character|npc|faction',
      location: 'P:location',
    });
    const ways = [
      { to: 'P', how: 'by boat' },
      { to: 'S', how: null },
    ];
    const place = e.anEntity('location', 'L', e.locationFields({ connections: ways }));
    expect(mapEntityNames(place, asked).fields).toMatchObject({
      connections: [{ to: 'P:location', how: 'by boat' }, { to: 'S:location' }],
    });
    expect(mapEntityNames(place, without('P')).fields).toMatchObject({ connections: [{ to: 'S' }] });
    const bag = [
      { name: 'R', quantity: 1, notes: null },
      { name: 'S', quantity: 2, notes: null },
    ];
    const mira = e.anEntity('character', 'M', e.characterFields({ inventory: bag }));
    expect(mapEntityNames(mira, asked).fields).toMatchObject({
      inventory: [{ name: 'R:item' }, { name: 'S:item' }],
    });
    expect(mapEntityNames(mira, without('R')).fields).toMatchObject({ inventory: [{ name: 'S' }] });
    expect(mapEntityNames(mira, () => 'Rope').fields).toMatchObject({
      inventory: [{ name: 'Rope', quantity: 3 }],
    });
  });

  it('in events and their effects, without those that would name what is taken out', () => {
    const event = e.anEvent({
      actor: 'M',
      characters: ['M', 'B'],
      location: 'P',
      effects: [
        e.effect({ kind: 'moved', from: 'S', to: 'P' }),
        e.effect({ kind: 'quest', quest: 'Q', status: null, done: [], note: null }),
        e.effect({ kind: 'thread', thread: 'T', status: 'open' }),
        e.effect({ kind: 'item', who: 'M', item: 'R', quantity: 1 }),
        e.effect({ kind: 'death', who: 'M' }),
        e.effect({ kind: 'hit_points', who: 'M', from: 2, to: 1, max: 2 }),
        e.effect({ kind: 'condition', who: 'N', added: ['prone'], removed: [] }),
        e.effect({ kind: 'damage', who: 'N', amount: 1, total: 1 }),
        e.effect({ kind: 'npc', who: 'N', status: null, learned: null }),
        e.effect({ kind: 'time', to: 'P' }),
      ],
    });
    expect(mapEventNames(event, asked)).toMatchObject({
      actor: 'M:character|npc',
      characters: ['M:character|npc', 'B:character|npc'],
      location: 'P:location',
      effects: [
        { from: 'S:location', to: 'P:location' },
        { quest: 'Q:quest' },
        { thread: 'T:thread' },
        { who: 'M:character', item: 'R:item' },
        { who: 'M:character' },
        { who: 'M:character|npc' },
        { who: 'N:character|npc' },
        { who: 'N:npc' },
        { who: 'N:npc' },
        { to: 'P' },
      ],
    });
    const kindsWithout = (hidden: string) =>
      mapEventNames(event, without(hidden)).effects.map(({ kind }) => kind);
    const all = event.effects.map(({ kind }) => kind);
    expect(kindsWithout('S')).toEqual(all);
    expect(mapEventNames(event, without('S')).effects[0]).toMatchObject({ from: null, to: 'P' });
    expect(kindsWithout('P')).toEqual(all.slice(1));
    expect(kindsWithout('R')).toEqual(all.filter((kind) => kind !== 'item'));
    expect(mapEventNames(event, without('M'))).toMatchObject({ actor: null, characters: ['B'] });
    expect(mapEventNames(event, () => 'Vex').characters).toEqual(['Vex']);
  });
});

describe('an inventory', () => {
  it('has one line for things of one name, with all of them and their notes', () => {
    const bag = [
      { name: 'Rope', quantity: 2, notes: 'wet' },
      { name: 'Lamp', quantity: 1, notes: null },
      { name: ' rope', quantity: 3, notes: null },
      { name: 'ROPE', quantity: 1, notes: 'wet' },
      { name: 'lamp', quantity: 1, notes: 'lit' },
    ];
    expect(mergeItems(bag)).toEqual([
      { name: 'Rope', quantity: 6, notes: 'wet' },
      { name: 'Lamp', quantity: 2, notes: 'lit' },
    ]);
    expect(mergeItems(bag.slice(0, 2))).toEqual(bag.slice(0, 2));
  });
});
