import type { branchView, EntityView, PartyMember, questView } from '../app/campaign/campaign-views.ts';
import type { CampaignSection } from '../app/choices.ts';
import type { FieldsOf } from '../domain/campaign/entity.ts';
import { type Column, renderTable } from './render-table.ts';
import { sayMoment } from './say-age.ts';
import type { Style } from './style.ts';

type QuestView = ReturnType<typeof questView>;
type BranchView = ReturnType<typeof branchView>;
type Page = { readonly width: number; readonly style: Style };

/** A column with what it shows of an entity; fields are those of its kind. */
interface Shown<Fields> extends Column {
  readonly of: (fields: Fields, entity: EntityView) => string;
}

const name: Shown<unknown> = { title: 'name', least: 12, of: (_, entity) => entity.name };
const seen: Shown<unknown> = {
  title: 'seen',
  isWhole: true,
  rank: 3,
  of: (_, { visibility }) => visibility.replace('_', ' '),
};

const points = ({ current, max, temporary }: PartyMember['hit_points']): string =>
  `${current}/${max}${temporary > 0 ? `+${temporary}` : ''}`;

const done = (objectives: QuestView['objectives']): string =>
  objectives.length === 0 ? '' : `${objectives.filter(({ is_done }) => is_done).length}/${objectives.length}`;

const classes = ({ classes: all }: FieldsOf['character']): string =>
  all.map(({ name: called, level }) => `${called} ${level}`).join('/');

const CHARACTERS: readonly Shown<FieldsOf['character']>[] = [
  name,
  { title: 'class', rank: 2, of: classes },
  { title: 'hp', isWhole: true, of: ({ hit_points }) => points(hit_points) },
  { title: 'conditions', rank: 1, of: ({ conditions }) => conditions.join(', ') },
  { title: 'player', rank: 4, of: ({ player }) => player ?? '' },
  {
    title: 'carries',
    rank: 5,
    of: ({ inventory }) =>
      inventory
        .map((item) => (item.quantity === 1 ? item.name : `${item.quantity} × ${item.name}`))
        .join(', '),
  },
];

const NPCS: readonly Shown<FieldsOf['npc']>[] = [
  name,
  { title: 'status', isWhole: true, rank: 2, of: ({ status }) => status },
  { title: 'place', rank: 5, of: ({ location }) => location ?? '' },
  { title: 'attitude', rank: 4, of: ({ attitude }) => attitude ?? '' },
  { title: 'known', least: 16, of: ({ known }) => known ?? '' },
  { title: 'truth', rank: 1, least: 16, of: ({ truth }) => truth ?? '' },
];

const LOCATIONS: readonly Shown<FieldsOf['location']>[] = [
  name,
  { title: 'visited', isWhole: true, rank: 1, of: ({ is_visited }) => (is_visited ? 'yes' : 'no') },
  { title: 'leads to', rank: 2, of: ({ connections }) => connections.map(({ to }) => to).join(', ') },
  { title: 'description', least: 16, of: ({ description }) => description ?? '' },
];

const QUESTS: readonly Shown<FieldsOf['quest']>[] = [
  name,
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'done', isWhole: true, rank: 1, of: ({ objectives }) => done(objectives) },
  { title: 'giver', rank: 2, of: ({ giver }) => giver ?? '' },
  { title: 'description', rank: 4, least: 16, of: ({ description }) => description ?? '' },
];

const ITEMS: readonly Shown<FieldsOf['item']>[] = [
  name,
  { title: 'owner', rank: 1, of: ({ owner }) => owner ?? '' },
  { title: 'place', rank: 2, of: ({ location }) => location ?? '' },
  { title: 'description', least: 16, of: ({ description }) => description ?? '' },
];

const FACTIONS: readonly Shown<FieldsOf['faction']>[] = [
  name,
  { title: 'stance', rank: 1, of: ({ stance }) => stance ?? '' },
  { title: 'description', least: 16, of: ({ description }) => description ?? '' },
];

const THREADS: readonly Shown<FieldsOf['thread']>[] = [
  name,
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'since turn', isWhole: true, isNumber: true, rank: 1, of: ({ since_turn }) => `${since_turn}` },
  { title: 'about', least: 16, rank: 2, of: (fields) => fields.resolution ?? fields.description ?? '' },
];

type EntitySection = Exclude<CampaignSection, 'overview' | 'branches'>;

const SHOWN: Readonly<Record<EntitySection, readonly Shown<never>[]>> = {
  characters: CHARACTERS,
  npcs: NPCS,
  locations: LOCATIONS,
  quests: QUESTS,
  items: ITEMS,
  factions: FACTIONS,
  threads: THREADS,
};

/** What an entity is seen by is worth a column only where they differ. */
export function entityTable(section: EntitySection, all: readonly EntityView[], page: Page) {
  const isMixed = all.some(({ visibility }) => visibility !== 'public');
  const columns = [...SHOWN[section], ...(isMixed ? [seen as Shown<never>] : [])];
  return renderTable(
    columns,
    all.map((entity) => columns.map(({ of }) => of(entity.fields as never, entity))),
    page,
  );
}

const PARTY: readonly Column[] = [
  { title: 'name', least: 12 },
  { title: 'class', rank: 2 },
  { title: 'level', isWhole: true, isNumber: true, rank: 3 },
  { title: 'hp', isWhole: true },
  { title: 'conditions', rank: 1 },
  { title: 'player', rank: 4 },
];

export const partyTable = (party: readonly PartyMember[], page: Page): readonly string[] =>
  renderTable(
    PARTY,
    party.map((one) => [
      one.character_name,
      one.character_class ?? '',
      `${one.level}`,
      points(one.hit_points),
      one.conditions.join(', '),
      one.player ?? (one.role === 'companion' ? 'companion' : ''),
    ]),
    page,
  );

const QUEST_LIST: readonly Column[] = [
  { title: 'quest', least: 12 },
  { title: 'status', isWhole: true },
  { title: 'done', isWhole: true, rank: 1 },
  { title: 'giver', rank: 3 },
  { title: 'next', least: 16, rank: 2 },
];

export const questTable = (quests: readonly QuestView[], page: Page): readonly string[] =>
  renderTable(
    QUEST_LIST,
    quests.map(({ title, status, giver, objectives }) => [
      title,
      status,
      done(objectives),
      giver ?? '',
      objectives.find(({ is_done }) => !is_done)?.text ?? '',
    ]),
    page,
  );

const BRANCHES: readonly Column[] = [
  { title: 'branch', isWhole: true },
  { title: 'last turn', isWhole: true, isNumber: true },
  { title: 'parted after', isWhole: true, isNumber: true, rank: 2 },
  { title: 'parent', isWhole: true, rank: 4 },
  { title: 'begun (UTC)', isWhole: true, rank: 3 },
  { title: 'why', rank: 1, least: 16 },
];

export const branchTable = (branches: readonly BranchView[], page: Page): readonly string[] =>
  renderTable(
    BRANCHES,
    branches.map((branch) => [
      branch.is_current ? `${branch.id} *` : branch.id,
      `${branch.last_turn}`,
      branch.parent === null ? '' : `${branch.forked_at}`,
      branch.parent ?? '',
      sayMoment(branch.created_at),
      branch.reason ?? '',
    ]),
    page,
  );
