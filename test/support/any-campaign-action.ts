import fc from 'fast-check';
import type { Change } from '../../src/campaign/domain/changes/change.ts';
import type { EntityKind } from '../../src/campaign/domain/entity.ts';
import type { Deed } from '../campaign/support/campaign-model.ts';

const PEOPLE = ['Mira', 'mira', 'Bram', '🐉', 'Bram!'];
const QUESTS = ['Find the lamp', '🔥🔥'];
const PLACES = ['Mill', 'mill', 'The Deep', '__proto__'];
const THREADS = ['Who lit the fire?', 'constructor'];
const ITEMS = ['torch', 'rope', 'toString'];
const COINS = ['gp', 'constructor'];
const FLAGS = ['door', '__proto__', 'toString'];
const TASKS = ['go', 'return'];

const one = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const flagValue = one<string | number | boolean | null>(true, 3, 'open', null);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('hit_points' as const),
    character: one(...PEOPLE),
    delta: maybe(fc.integer({ min: -15, max: 15 })),
    set: maybe(fc.integer({ min: 0, max: 14 })),
    temporary: maybe(fc.nat(5)),
  }),
  fc.record({
    kind: fc.constant('condition' as const),
    character: one(...PEOPLE),
    add: maybe(fc.uniqueArray(one('prone', 'dead'), { maxLength: 2 })),
    remove: maybe(fc.uniqueArray(one('blind'), { maxLength: 2 })),
  }),
  fc.record({
    kind: fc.constant('item' as const),
    character: one(...PEOPLE),
    item: one(...ITEMS),
    quantity: fc.integer({ min: -2, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('quest' as const),
    quest: one(...QUESTS),
    status: maybe(one('active' as const, 'completed' as const)),
    objective_done: maybe(one(...TASKS)),
    add_objective: maybe(one(...TASKS)),
    note: maybe(one('a note')),
  }),
  fc.record({ kind: fc.constant('place' as const), location: one(...PLACES) }),
  fc.record({
    kind: fc.constant('thread' as const),
    thread: one(...THREADS),
    status: one('open' as const, 'resolved' as const),
    text: maybe(one('words')),
  }),
  fc.record({
    kind: fc.constant('funds' as const),
    coin: one(...COINS),
    amount: fc.integer({ min: -5, max: 9 }),
  }),
  fc.record({ kind: fc.constant('flag' as const), name: one(...FLAGS), value: flagValue }),
  fc.record({ kind: fc.constant('time' as const), in_game_date: one('dusk', 'dawn') }),
);

const anyNamed = fc.oneof(
  one<EntityKind>('character', 'npc').chain((kind) => one(...PEOPLE).map((name) => ({ kind, name }))),
  one(...QUESTS).map((name) => ({ kind: 'quest' as const, name })),
  one(...PLACES).map((name) => ({ kind: 'location' as const, name })),
  one(...THREADS).map((name) => ({ kind: 'thread' as const, name })),
  one(...ITEMS).map((name) => ({ kind: 'item' as const, name })),
);

const fieldsOf = (kind: EntityKind): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  kind === 'character'
    ? one<Readonly<Record<string, unknown>>>(
        { hit_points: { current: 10, max: 12, temporary: 2 } },
        { conditions: ['blind'] },
        { notes: 'brave' },
        {},
      )
    : kind === 'quest'
      ? one<Readonly<Record<string, unknown>>>(
          { objectives: [{ text: 'go', is_done: false }] },
          { giver: 'Bram' },
          {},
        )
      : kind === 'npc' || kind === 'item'
        ? one<Readonly<Record<string, unknown>>>({ location: 'Mill' }, { location: 'The Deep' }, {})
        : kind === 'location'
          ? one<Readonly<Record<string, unknown>>>({ connections: [{ to: 'Mill', how: null }] }, {})
          : fc.constant({});

const anyTurn = fc.record({
  do: fc.constant('turn' as const),
  action: fc.nat(1e9).map((number) => `deed ${number}`),
  actor: fc.option(one(...PEOPLE), { freq: 4 }),
  changes: fc.array(anyChange, { maxLength: 4 }),
});

export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { arbitrary: anyTurn, weight: 5 },
  {
    arbitrary: anyNamed.chain(({ kind, name }) =>
      fieldsOf(kind).map((fields): Deed => ({ do: 'save', kind, name, fields })),
    ),
    weight: 5,
  },
  fc
    .tuple(anyNamed, one(...PEOPLE, ...PLACES))
    .map(([{ kind, name }, to]): Deed => ({ do: 'rename', kind, name, to })),
  anyNamed.map(({ kind, name }): Deed => ({ do: 'make', kind, name })),
  anyNamed.map(({ kind, name }): Deed => ({ do: 'remove', kind, name })),
  fc.record({
    do: fc.constant('state' as const),
    location: maybe(one('elsewhere')),
    in_combat: maybe(fc.boolean()),
    party_funds: maybe(fc.dictionary(one(...COINS), fc.nat(9), { maxKeys: 2, noNullPrototype: true })),
    flags: maybe(fc.dictionary(one('door', 'bell'), flagValue, { maxKeys: 2, noNullPrototype: true })),
  }),
);

/** Going back, and going over to another line; numbers are taken within what there is. */
export type Return =
  | { readonly do: 'back'; readonly to: number }
  | { readonly do: 'undo' }
  | { readonly do: 'branch'; readonly branch: number; readonly back: number };

export const anyReturn: fc.Arbitrary<Return> = fc.oneof(
  fc.record({ do: fc.constant('back' as const), to: fc.nat(20) }),
  fc.constant({ do: 'undo' as const }),
  fc.record({
    do: fc.constant('branch' as const),
    branch: fc.nat(20),
    back: fc.oneof(fc.constant(0), fc.nat(3)),
  }),
);

export const anyPlay = fc.array(
  fc.oneof({ arbitrary: anyDeed, weight: 4 }, { arbitrary: anyReturn, weight: 1 }),
  { minLength: 5, maxLength: 40, size: 'max' },
);
