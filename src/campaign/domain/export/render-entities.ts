import {
  type CharacterFields,
  type Entity,
  type EntityKind,
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

const classesOf = ({ classes }: CharacterFields): string | null =>
  classes.map(({ name, level }) => `${name} ${level}`).join(' / ') || null;

const pairs = (values: Readonly<Record<string, string | number | boolean>>): string | null =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ') || null;

const pointsOf = ({ current, max, temporary }: HitPoints): string =>
  `${current} of ${max}${temporary > 0 ? `, and ${temporary} temporary` : ''}`;

const carried = ({ inventory }: CharacterFields): readonly string[] =>
  inventory.map(
    ({ name, quantity, notes }) =>
      `- Carries ${quantity} × ${inline(name)}${notes === null ? '' : `: ${inline(notes)}`}`,
  );

const character = ({ fields }: Entity<'character'>): readonly string[] => [
  ...listed([
    ...item('Role', fields.role === 'player' ? null : fields.role),
    ...item('Player', fields.player),
    ...item('Race', fields.race),
    ...item('Class', classesOf(fields)),
    ...item('Abilities', pairs(fields.abilities)),
    ...item('Hit points', pointsOf(fields.hit_points)),
    ...item('Conditions', fields.conditions.join(', ')),
    ...item(
      'Slots',
      Object.entries(fields.slots)
        .map(([level, { current, max }]) => `${level}: ${current} of ${max}`)
        .join(', '),
    ),
    ...carried(fields),
  ]),
  ...quoted(fields.notes),
  ...quotedAs('Secret', fields.secret_notes),
];

/** While the hit points of an NPC are unknown, only the damage is. */
const npcPoints = ({ hit_points: points }: NpcFields): string | null => {
  if (!points) return null;
  return 'damage' in points ? `${points.damage} damage taken` : pointsOf(points);
};

const npc = ({ fields }: Entity<'npc'>): readonly string[] => [
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

const location = ({ fields }: Entity<'location'>): readonly string[] => [
  ...listed([
    ...item('Visited', fields.is_visited ? 'yes' : 'no'),
    ...fields.connections.map(
      ({ to, how }) => `- Leads to ${inline(to)}${how === null ? '' : ` (${inline(how)})`}`,
    ),
  ]),
  ...quoted(fields.description),
  ...quotedAs('Secret', fields.secret),
];

const objectives = ({ objectives: all }: QuestFields): readonly string[] =>
  all.map(({ text, is_done }) => `- [${is_done ? 'x' : ' '}] ${inlineName(text)}`);

const quest = ({ fields }: Entity<'quest'>): readonly string[] => [
  ...listed([
    ...item('Status', fields.status),
    ...item('Giver', fields.giver),
    ...item('Reward', fields.reward),
    ...objectives(fields),
  ]),
  ...quoted(fields.description),
  ...quotedAs('Secret', fields.secret),
  ...listed(fields.history.map(({ turn, what }) => `- Turn ${turn}: ${inline(what)}`)),
];

const thing = ({ fields }: Entity<'item'>): readonly string[] => [
  ...listed([...item('Owner', fields.owner), ...item('Place', fields.location)]),
  ...quoted(fields.description),
  ...quotedAs('Secret', fields.secret),
];

const faction = ({ fields }: Entity<'faction'>): readonly string[] => [
  ...listed(item('Stance', fields.stance)),
  ...quoted(fields.description),
  ...quotedAs('Secret', fields.secret),
];

const thread = ({ fields }: Entity<'thread'>): readonly string[] => [
  ...listed([...item('Status', fields.status), ...item('Since turn', fields.since_turn)]),
  ...quoted(fields.description),
  ...quotedAs('How it ended', fields.resolution),
  ...quotedAs('Secret', fields.secret),
];

type RenderFields<Kind extends EntityKind> = (entity: Entity<Kind>) => readonly string[];

function sectionOf<Kind extends EntityKind>(
  title: string,
  entities: readonly Entity[],
  kind: Kind,
  tell: RenderFields<Kind>,
  order: (entity: Entity<Kind>) => number = () => 0,
): readonly string[] {
  const some = entities.filter(isKind(kind)).toSorted((a, b) => order(a) - order(b));
  return section(
    title,
    some.flatMap((entity) => [...headOf(entity), ...tell(entity)]),
  );
}

/** Quests in progress come first. */
const QUEST_ORDER: readonly QuestFields['status'][] = ['active', 'rumoured'];
const questOrder = ({ fields: { status } }: Entity<'quest'>): number => {
  const at = QUEST_ORDER.indexOf(status);
  return at === -1 ? QUEST_ORDER.length + QUEST_STATUSES.indexOf(status) : at;
};

export const renderEntities = (entities: readonly Entity[]): readonly string[] => [
  ...sectionOf('Party', entities, 'character', character, ({ fields }) => (fields.role === 'player' ? 0 : 1)),
  ...sectionOf('Quests', entities, 'quest', quest, questOrder),
  ...sectionOf('People', entities, 'npc', npc),
  ...sectionOf('Places', entities, 'location', location, ({ fields }) => (fields.is_visited ? 0 : 1)),
  ...sectionOf('Things', entities, 'item', thing),
  ...sectionOf('Factions', entities, 'faction', faction),
  ...sectionOf('Threads', entities, 'thread', thread, ({ fields }) => (fields.status === 'open' ? 0 : 1)),
];
