import fc from 'fast-check';
import { NEW_GAME } from '../../../src/campaign/domain/campaign.ts';
import {
  type Entity,
  type EntityKind,
  type FieldsOf,
  QUEST_STATUSES,
  type VisibleTo,
} from '../../../src/campaign/domain/entity.ts';
import { type CampaignEvent, type Effect, EVENT_TYPES } from '../../../src/campaign/domain/event.ts';
import type { InitiativeChange, RecapFacts } from '../../../src/campaign/domain/recap/recap.ts';
import {
  anEntity,
  anEvent,
  characterFields,
  effect,
  locationFields,
  npcFields,
  PUBLIC,
  questFields,
  threadFields,
} from './build-event.ts';

const PEOPLE = ['Mira Vane', 'Borin', 'Tobin Reed', 'Orsk', 'The Stranger', '龍之介', 'x'.repeat(90)];
const PLACES = ['The Mill', 'Inn', 'Old Bridge', 'Keller “Zum Aal”', 'a\nb', 'y'.repeat(200)];

const anySeen: fc.Arbitrary<VisibleTo> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(PUBLIC) },
  { weight: 1, arbitrary: fc.constant<VisibleTo>({ visibility: 'dm_only', private_to: [] }) },
  {
    weight: 1,
    arbitrary: fc
      .subarray(['chr_0', 'chr_1', 'chr_2'])
      .map((private_to): VisibleTo => ({ visibility: 'private', private_to })),
  },
);

const person = fc.constantFrom(...PEOPLE);
const place = fc.constantFrom(...PLACES);
const sentence = fc.constantFrom(
  'I pick the lock.',
  'I goblin attaccano.',
  'Mira climbs.',
  'Wer ist da? “Niemand,” sagt er.',
  '門が開く。風が止む。',
  'no stop at all',
  'asks the innkeeper about the mill',
  "'Who goes there?'",
  'We leave at dawn',
  'search the chest and water the horse',
  '“Halt!” she says',
  '「誰だ」',
  '*draws a sword*',
  'He nods!',
  '⚔️',
  'line one\nline two [1] "quoted"',
  '',
);
const words = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constant('long '.repeat(900)),
);
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null });
const count = fc.integer({ min: 0, max: 40 });

const anyChange: fc.Arbitrary<Effect> = fc
  .tuple(
    anySeen,
    fc.oneof(
      fc.record({
        kind: fc.constant('hit_points' as const),
        who: person,
        from: count,
        to: count,
        max: count,
      }),
      fc.record({
        kind: fc.constant('condition' as const),
        who: person,
        added: fc.array(words, { maxLength: 3 }),
        removed: fc.array(words, { maxLength: 2 }),
      }),
      fc.record({ kind: fc.constant('death' as const), who: person }),
      fc.record({ kind: fc.constant('moved' as const), from: maybe(place), to: place }),
      fc.record({
        kind: fc.constant('quest' as const),
        quest: words,
        status: maybe(fc.constantFrom<string>(...QUEST_STATUSES, 'odd')),
        done: fc.array(words, { maxLength: 3 }),
        note: maybe(words),
      }),
      fc.record({ kind: fc.constant('item' as const), who: person, item: words, quantity: fc.integer() }),
      fc.record({ kind: fc.constant('funds' as const), coin: words, amount: fc.integer() }),
      fc.record({ kind: fc.constant('flag' as const), name: words, value: words }),
      fc.record({ kind: fc.constant('time' as const), to: words }),
      fc.record({
        kind: fc.constant('npc' as const),
        who: person,
        status: maybe(fc.constantFrom('alive', 'dead', 'missing')),
        learned: maybe(words),
      }),
      fc.record({
        kind: fc.constant('thread' as const),
        thread: words,
        status: fc.constantFrom('open' as const, 'resolved' as const),
      }),
      fc.record({ kind: fc.constant('combat' as const), is_over: fc.boolean() }),
    ),
  )
  .map(([seen, change]) => effect(change, seen));

const anyHappening: fc.Arbitrary<Partial<CampaignEvent>> = fc.record({
  isTurn: fc.boolean(),
  type: fc.constantFrom(...EVENT_TYPES),
  title: maybe(words),
  description: words,
  narration: maybe(words),
  actor: maybe(person),
  characters: fc.subarray(PEOPLE),
  location: maybe(place),
  importance: fc.integer({ min: 1, max: 5 }),
  rolls: fc.array(
    fc.record({
      label: maybe(words),
      notation: fc.constantFrom('1d20+3', '2d20kh1', '3d6'),
      total: count,
      detail: fc.constantFrom('1d20 [20] + 3', '[~4~, 1]', '[1, 20]', ''),
    }),
    { maxLength: 2 },
  ),
  effects: fc.array(anyChange, { maxLength: 4 }),
  inGameDate: maybe(words),
});

const anyEvents = fc
  .array(fc.tuple(anyHappening, anySeen), { maxLength: 40 })
  .map((all) => all.map(([event, seen], at) => anEvent({ ...event, ...seen, id: `evt_${at}`, turn: at })));

const someOf = <Kind extends EntityKind>(
  kind: Kind,
  name: fc.Arbitrary<string>,
  fields: fc.Arbitrary<FieldsOf[Kind]>,
): fc.Arbitrary<readonly Entity[]> =>
  fc
    .array(fc.tuple(name, fields, anySeen), { maxLength: 4 })
    .map((all) =>
      all.map(([each, of, seen], at) =>
        anEntity(kind, each, of, { ...seen, id: `${kind.slice(0, 3)}_${at}` }),
      ),
    );

const points = fc.record({ current: count, max: count, temporary: fc.constant(0) });

const anyEntities = fc
  .tuple(
    someOf(
      'character',
      person,
      fc
        .tuple(points, fc.array(words, { maxLength: 4 }))
        .map(([hit_points, conditions]) => characterFields({ hit_points, conditions })),
    ).map((all) => all.map((each, at) => ({ ...each, id: `chr_${at}` }))),
    someOf(
      'npc',
      person,
      fc.tuple(maybe(place), maybe(words)).map(([location, known]) => npcFields({ location, known })),
    ),
    someOf(
      'location',
      place,
      fc
        .array(fc.tuple(place, maybe(words)), { maxLength: 3 })
        .map((ways) => locationFields({ connections: ways.map(([to, how]) => ({ to, how })) })),
    ),
    someOf(
      'quest',
      words,
      fc
        .array(words, { maxLength: 3 })
        .map((texts) => questFields({ objectives: texts.map((text) => ({ text, is_done: false })) })),
    ),
    someOf(
      'thread',
      words,
      words.map((description) => threadFields({ description })),
    ),
  )
  .map((kinds) => kinds.flat());

/** The initiative at some turns, in order. */
const anyLineUps: fc.Arbitrary<readonly InitiativeChange[]> = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 40 }), fc.subarray(PEOPLE)), {
    maxLength: 4,
    selector: ([turn]) => turn,
  })
  .map((all) => all.toSorted(([a], [b]) => a - b))
  .map((all) => all.map(([turn, after], at) => ({ turn, before: all[at - 1]?.[1] ?? [], after })));

export const anyFacts: fc.Arbitrary<RecapFacts> = fc
  .tuple(
    anyEvents,
    anyEntities,
    words,
    maybe(words),
    maybe(place),
    maybe(words),
    fc.boolean(),
    maybe(person),
    anyLineUps,
  )
  .map(([events, entities, name, title, location, in_game_date, in_combat, current_turn, lineUps]) => ({
    campaign: {
      name,
      turn: 60,
      state: { ...NEW_GAME, location, in_game_date, in_combat, current_turn, round: 2 },
    },
    title,
    events,
    initiativeChanges: lineUps,
    entities,
    now: '2026-11-21T18:00:00.000Z',
  }));
