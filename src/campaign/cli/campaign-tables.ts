import { formatMinute } from '../../cli/format.ts';
import { type Column, renderTable } from '../../cli/render-table.ts';
import type { Style } from '../../cli/terminal-text.ts';
import type { branchView, EntityView, PartyMember, questView } from '../app/campaign-views.ts';
import type { EntityKind, FieldsOf } from '../domain/entity.ts';

type QuestView = ReturnType<typeof questView>;
type BranchView = ReturnType<typeof branchView>;
type Page = { readonly width: number; readonly style: Style };

interface EntityColumn<Fields> extends Column {
  readonly of: (fields: Fields, entity: EntityView) => string;
}

const name: EntityColumn<unknown> = { title: 'name', minWidth: 12, of: (_, entity) => entity.name };
const seen: EntityColumn<unknown> = {
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

const CHARACTERS: readonly EntityColumn<FieldsOf['character']>[] = [
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

const NPCS: readonly EntityColumn<FieldsOf['npc']>[] = [
  name,
  { title: 'status', isWhole: true, rank: 2, of: ({ status }) => status },
  { title: 'place', rank: 5, of: ({ location }) => location ?? '' },
  { title: 'attitude', rank: 4, of: ({ attitude }) => attitude ?? '' },
  { title: 'known', minWidth: 16, of: ({ known }) => known ?? '' },
  { title: 'truth', rank: 1, minWidth: 16, of: ({ truth }) => truth ?? '' },
];

const LOCATIONS: readonly EntityColumn<FieldsOf['location']>[] = [
  name,
  { title: 'visited', isWhole: true, rank: 1, of: ({ is_visited }) => (is_visited ? 'yes' : 'no') },
  { title: 'leads to', rank: 2, of: ({ connections }) => connections.map(({ to }) => to).join(', ') },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const QUESTS: readonly EntityColumn<FieldsOf['quest']>[] = [
  name,
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'done', isWhole: true, rank: 1, of: ({ objectives }) => done(objectives) },
  { title: 'giver', rank: 2, of: ({ giver }) => giver ?? '' },
  { title: 'description', rank: 4, minWidth: 16, of: ({ description }) => description ?? '' },
];

const ITEMS: readonly EntityColumn<FieldsOf['item']>[] = [
  name,
  { title: 'owner', rank: 1, of: ({ owner }) => owner ?? '' },
  { title: 'place', rank: 2, of: ({ location }) => location ?? '' },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const FACTIONS: readonly EntityColumn<FieldsOf['faction']>[] = [
  name,
  { title: 'stance', rank: 1, of: ({ stance }) => stance ?? '' },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const THREADS: readonly EntityColumn<FieldsOf['thread']>[] = [
  name,
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'since turn', isWhole: true, isNumber: true, rank: 1, of: ({ since_turn }) => `${since_turn}` },
  { title: 'about', minWidth: 16, rank: 2, of: (fields) => fields.resolution ?? fields.description ?? '' },
];

type EntitySection = `${EntityKind}s`;

const COLUMNS_OF_SECTION: Readonly<Record<EntitySection, readonly EntityColumn<never>[]>> = {
  characters: CHARACTERS,
  npcs: NPCS,
  locations: LOCATIONS,
  quests: QUESTS,
  items: ITEMS,
  factions: FACTIONS,
  threads: THREADS,
};

/** Visibility has a column only if not all entities are public. */
export function entityTable(section: EntitySection, all: readonly EntityView[], page: Page) {
  const isMixed = all.some(({ visibility }) => visibility !== 'public');
  const columns = [...COLUMNS_OF_SECTION[section], ...(isMixed ? [seen as EntityColumn<never>] : [])];
  return renderTable(
    columns,
    all.map((entity) => columns.map(({ of }) => of(entity.fields as never, entity))),
    page,
  );
}

const PARTY: readonly Column[] = [
  { title: 'name', minWidth: 12 },
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
  { title: 'quest', minWidth: 12 },
  { title: 'status', isWhole: true },
  { title: 'done', isWhole: true, rank: 1 },
  { title: 'giver', rank: 3 },
  { title: 'next', minWidth: 16, rank: 2 },
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
  { title: 'why', rank: 1, minWidth: 16 },
];

export const branchTable = (branches: readonly BranchView[], page: Page): readonly string[] =>
  renderTable(
    BRANCHES,
    branches.map((branch) => [
      branch.is_current ? `${branch.id} *` : branch.id,
      `${branch.last_turn}`,
      branch.parent === null ? '' : `${branch.forked_at}`,
      branch.parent ?? '',
      formatMinute(branch.created_at),
      branch.reason ?? '',
    ]),
    page,
  );
