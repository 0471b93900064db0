import {
  type Described,
  type Entity,
  type EntityKind,
  type FieldsOf,
  type HitPoints,
  type NpcFields,
  QUEST_STATUSES,
  type QuestFields,
} from '../entity.ts';
import { isKind } from '../visibility.ts';
import { inline, inlineName, item, listed, quoted, quotedAs, section } from './markdown.ts';

const headOf = ({ name, visibility }: Entity): readonly string[] => [
  '',
  `### ${inlineName(name)}${visibility === 'public' ? '' : visibility === 'private' ? ' (not known to all)' : ' (known to the game master only)'}`,
];

const joined = <Of>(values: readonly Of[], show: (value: Of) => string, separator = ', '): string =>
  values.map(show).join(separator);

const items = (texts: Readonly<Record<string, string | number | null>>, more: readonly string[] = []) =>
  listed([...Object.entries(texts).flatMap(([what, text]) => item(what, text)), ...more]);

const pointsOf = ({ current, max, temporary }: HitPoints): string =>
  `${current} of ${max}${temporary > 0 ? `, and ${temporary} temporary` : ''}`;

/** While the hit points of an NPC are unknown, only the damage is. */
const npcPoints = ({ hit_points: points }: NpcFields): string | null => {
  if (!points) return null;
  return 'damage' in points ? `${points.damage} damage taken` : pointsOf(points);
};

const described = ({ description, secret }: Described): readonly string[] => [
  ...quoted(description),
  ...quotedAs('Secret', secret),
];

const RENDERERS: { readonly [Kind in EntityKind]: (fields: FieldsOf[Kind]) => readonly string[] } = {
  character: (fields) => [
    ...items(
      {
        Role: fields.role === 'player' ? null : fields.role,
        Player: fields.player,
        Race: fields.race,
        Class: joined(fields.classes, ({ name, level }) => `${name} ${level}`, ' / '),
        Abilities: joined(Object.entries(fields.abilities), ([key, value]) => `${key} ${value}`),
        'Hit points': pointsOf(fields.hit_points),
        Conditions: fields.conditions.join(', '),
        Slots: joined(
          Object.entries(fields.slots),
          ([level, { current, max }]) => `${level}: ${current} of ${max}`,
        ),
      },
      fields.inventory.map(
        ({ name, quantity, notes }) =>
          `- Carries ${quantity} × ${inline(name)}${notes === null ? '' : `: ${inline(notes)}`}`,
      ),
    ),
    ...quoted(fields.notes),
    ...quotedAs('Secret', fields.secret_notes),
  ],
  npc: (fields) => [
    ...items({
      Status: fields.status,
      Place: fields.location,
      Faction: fields.faction,
      Attitude: fields.attitude,
      'Hit points': npcPoints(fields),
      Conditions: fields.conditions?.join(', ') ?? null,
    }),
    ...quotedAs('What the party knows', fields.known),
    ...quotedAs('The truth', fields.truth),
  ],
  location: (fields) => [
    ...items(
      { Visited: fields.is_visited ? 'yes' : 'no' },
      fields.connections.map(
        ({ to, how }) => `- Leads to ${inline(to)}${how === null ? '' : ` (${inline(how)})`}`,
      ),
    ),
    ...described(fields),
  ],
  quest: (fields) => [
    ...items(
      { Status: fields.status, Giver: fields.giver, Reward: fields.reward },
      fields.objectives.map(({ text, is_done }) => `- [${is_done ? 'x' : ' '}] ${inlineName(text)}`),
    ),
    ...described(fields),
    ...listed(fields.history.map(({ turn, what }) => `- Turn ${turn}: ${inline(what)}`)),
  ],
  item: (fields) => [...items({ Owner: fields.owner, Place: fields.location }), ...described(fields)],
  faction: (fields) => [...items({ Stance: fields.stance }), ...described(fields)],
  thread: (fields) => [
    ...items({ Status: fields.status, 'Since turn': fields.since_turn }),
    ...quoted(fields.description),
    ...quotedAs('How it ended', fields.resolution),
    ...quotedAs('Secret', fields.secret),
  ],
};

function sectionOf<Kind extends EntityKind>(
  title: string,
  entities: readonly Entity[],
  kind: Kind,
  order: (fields: FieldsOf[Kind]) => number = () => 0,
) {
  const some = entities.filter(isKind(kind)).toSorted((a, b) => order(a.fields) - order(b.fields));
  return section(
    title,
    some.flatMap((entity) => [...headOf(entity), ...RENDERERS[kind](entity.fields)]),
  );
}

const QUEST_ORDER: readonly QuestFields['status'][] = ['active', 'rumoured'];
const questOrder = ({ status }: QuestFields): number => {
  const at = QUEST_ORDER.indexOf(status);
  return at === -1 ? QUEST_ORDER.length + QUEST_STATUSES.indexOf(status) : at;
};

export const renderEntities = (entities: readonly Entity[]): readonly string[] => [
  ...sectionOf('Party', entities, 'character', ({ role }) => (role === 'player' ? 0 : 1)),
  ...sectionOf('Quests', entities, 'quest', questOrder),
  ...sectionOf('People', entities, 'npc'),
  ...sectionOf('Places', entities, 'location', ({ is_visited }) => (is_visited ? 0 : 1)),
  ...sectionOf('Things', entities, 'item'),
  ...sectionOf('Factions', entities, 'faction'),
  ...sectionOf('Threads', entities, 'thread', ({ status }) => (status === 'open' ? 0 : 1)),
];
