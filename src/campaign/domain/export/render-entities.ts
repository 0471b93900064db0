import {
  type CharacterFields,
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

const pointsOf = ({ current, max, temporary }: HitPoints): string =>
  `${current} of ${max}${temporary > 0 ? `, and ${temporary} temporary` : ''}`;

const character = (fields: CharacterFields): readonly string[] => [
  ...listed([
    ...item('Role', fields.role === 'player' ? null : fields.role),
    ...item('Player', fields.player),
    ...item('Race', fields.race),
    ...item(
      'Class',
      joined(fields.classes, ({ name, level }) => `${name} ${level}`, ' / '),
    ),
    ...item(
      'Abilities',
      joined(Object.entries(fields.abilities), ([key, value]) => `${key} ${value}`),
    ),
    ...item('Hit points', pointsOf(fields.hit_points)),
    ...item('Conditions', fields.conditions.join(', ')),
    ...item(
      'Slots',
      joined(Object.entries(fields.slots), ([level, { current, max }]) => `${level}: ${current} of ${max}`),
    ),
    ...fields.inventory.map(
      ({ name, quantity, notes }) =>
        `- Carries ${quantity} × ${inline(name)}${notes === null ? '' : `: ${inline(notes)}`}`,
    ),
  ]),
  ...quoted(fields.notes),
  ...quotedAs('Secret', fields.secret_notes),
];

/** While the hit points of an NPC are unknown, only the damage is. */
const npcPoints = ({ hit_points: points }: NpcFields): string | null => {
  if (!points) return null;
  return 'damage' in points ? `${points.damage} damage taken` : pointsOf(points);
};

const npc = (fields: NpcFields): readonly string[] => [
  ...listed([
    ...item('Status', fields.status),
    ...item('Place', fields.location),
    ...item('Faction', fields.faction),
    ...item('Attitude', fields.attitude),
    ...item('Hit points', npcPoints(fields)),
    ...item('Conditions', fields.conditions?.join(', ') ?? null),
  ]),
  ...quotedAs('What the party knows', fields.known),
  ...quotedAs('The truth', fields.truth),
];

const described = ({ description, secret }: Described): readonly string[] => [
  ...quoted(description),
  ...quotedAs('Secret', secret),
];

const location = (fields: FieldsOf['location']): readonly string[] => [
  ...listed([
    ...item('Visited', fields.is_visited ? 'yes' : 'no'),
    ...fields.connections.map(
      ({ to, how }) => `- Leads to ${inline(to)}${how === null ? '' : ` (${inline(how)})`}`,
    ),
  ]),
  ...described(fields),
];

const quest = (fields: QuestFields): readonly string[] => [
  ...listed([
    ...item('Status', fields.status),
    ...item('Giver', fields.giver),
    ...item('Reward', fields.reward),
    ...fields.objectives.map(({ text, is_done }) => `- [${is_done ? 'x' : ' '}] ${inlineName(text)}`),
  ]),
  ...described(fields),
  ...listed(fields.history.map(({ turn, what }) => `- Turn ${turn}: ${inline(what)}`)),
];

const thing = (fields: FieldsOf['item']): readonly string[] => [
  ...listed([...item('Owner', fields.owner), ...item('Place', fields.location)]),
  ...described(fields),
];

const faction = (fields: FieldsOf['faction']): readonly string[] => [
  ...listed(item('Stance', fields.stance)),
  ...described(fields),
];

const thread = (fields: FieldsOf['thread']): readonly string[] => [
  ...listed([...item('Status', fields.status), ...item('Since turn', fields.since_turn)]),
  ...quoted(fields.description),
  ...quotedAs('How it ended', fields.resolution),
  ...quotedAs('Secret', fields.secret),
];

function sectionOf<Kind extends EntityKind>(
  title: string,
  entities: readonly Entity[],
  kind: Kind,
  render: (fields: FieldsOf[Kind]) => readonly string[],
  order: (fields: FieldsOf[Kind]) => number = () => 0,
): readonly string[] {
  const some = entities.filter(isKind(kind)).toSorted((a, b) => order(a.fields) - order(b.fields));
  return section(
    title,
    some.flatMap((entity) => [...headOf(entity), ...render(entity.fields)]),
  );
}

/** Quests in progress come first. */
const QUEST_ORDER: readonly QuestFields['status'][] = ['active', 'rumoured'];
const questOrder = ({ status }: QuestFields): number => {
  const at = QUEST_ORDER.indexOf(status);
  return at === -1 ? QUEST_ORDER.length + QUEST_STATUSES.indexOf(status) : at;
};

export const renderEntities = (entities: readonly Entity[]): readonly string[] => [
  ...sectionOf('Party', entities, 'character', character, ({ role }) => (role === 'player' ? 0 : 1)),
  ...sectionOf('Quests', entities, 'quest', quest, questOrder),
  ...sectionOf('People', entities, 'npc', npc),
  ...sectionOf('Places', entities, 'location', location, ({ is_visited }) => (is_visited ? 0 : 1)),
  ...sectionOf('Things', entities, 'item', thing),
  ...sectionOf('Factions', entities, 'faction', faction),
  ...sectionOf('Threads', entities, 'thread', thread, ({ status }) => (status === 'open' ? 0 : 1)),
];
