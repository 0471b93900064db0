import { formatMinute } from '../../cli/format.ts';
import { type Column, renderTable } from '../../cli/render-table.ts';
import type { Style } from '../../cli/terminal-text.ts';
import type { branchView, EntityView, PartyMember, questView } from '../app/campaign-views.ts';
import type { EntityKind, FieldsOf } from '../domain/entity.ts';

type QuestView = ReturnType<typeof questView>;
type BranchView = ReturnType<typeof branchView>;
type Page = { readonly width: number; readonly style: Style };

type EntityColumn<Fields> = Column<{ readonly fields: Fields; readonly entity: EntityView }>;

const name: EntityColumn<unknown> = { title: 'name', minWidth: 12, cell: ({ entity }) => entity.name };
const seen: EntityColumn<unknown> = {
  title: 'seen',
  isWhole: true,
  rank: 3,
  cell: ({ entity }) => entity.visibility.replace('_', ' '),
};

const points = ({ current, max, temporary }: PartyMember['hit_points']): string =>
  `${current}/${max}${temporary > 0 ? `+${temporary}` : ''}`;

const done = (objectives: QuestView['objectives']): string =>
  objectives.length === 0 ? '' : `${objectives.filter(({ is_done }) => is_done).length}/${objectives.length}`;

const classes = ({ classes: all }: FieldsOf['character']): string =>
  all.map(({ name: called, level }) => `${called} ${level}`).join('/');

const CHARACTERS: readonly EntityColumn<FieldsOf['character']>[] = [
  name,
  { title: 'class', rank: 2, cell: ({ fields }) => classes(fields) },
  { title: 'hp', isWhole: true, cell: ({ fields: { hit_points } }) => points(hit_points) },
  { title: 'conditions', rank: 1, cell: ({ fields: { conditions } }) => conditions.join(', ') },
  { title: 'player', rank: 4, cell: ({ fields: { player } }) => player ?? '' },
  {
    title: 'carries',
    rank: 5,
    cell: ({ fields: { inventory } }) =>
      inventory
        .map((item) => (item.quantity === 1 ? item.name : `${item.quantity} × ${item.name}`))
        .join(', '),
  },
];

const NPCS: readonly EntityColumn<FieldsOf['npc']>[] = [
  name,
  { title: 'status', isWhole: true, rank: 2, cell: ({ fields: { status } }) => status },
  { title: 'place', rank: 5, cell: ({ fields: { location } }) => location ?? '' },
  { title: 'attitude', rank: 4, cell: ({ fields: { attitude } }) => attitude ?? '' },
  { title: 'known', minWidth: 16, cell: ({ fields: { known } }) => known ?? '' },
  { title: 'truth', rank: 1, minWidth: 16, cell: ({ fields: { truth } }) => truth ?? '' },
];

const LOCATIONS: readonly EntityColumn<FieldsOf['location']>[] = [
  name,
  {
    title: 'visited',
    isWhole: true,
    rank: 1,
    cell: ({ fields: { is_visited } }) => (is_visited ? 'yes' : 'no'),
  },
  {
    title: 'leads to',
    rank: 2,
    cell: ({ fields: { connections } }) => connections.map(({ to }) => to).join(', '),
  },
  { title: 'description', minWidth: 16, cell: ({ fields: { description } }) => description ?? '' },
];

const QUESTS: readonly EntityColumn<FieldsOf['quest']>[] = [
  name,
  { title: 'status', isWhole: true, cell: ({ fields: { status } }) => status },
  { title: 'done', isWhole: true, rank: 1, cell: ({ fields: { objectives } }) => done(objectives) },
  { title: 'giver', rank: 2, cell: ({ fields: { giver } }) => giver ?? '' },
  { title: 'description', rank: 4, minWidth: 16, cell: ({ fields: { description } }) => description ?? '' },
];

const ITEMS: readonly EntityColumn<FieldsOf['item']>[] = [
  name,
  { title: 'owner', rank: 1, cell: ({ fields: { owner } }) => owner ?? '' },
  { title: 'place', rank: 2, cell: ({ fields: { location } }) => location ?? '' },
  { title: 'description', minWidth: 16, cell: ({ fields: { description } }) => description ?? '' },
];

const FACTIONS: readonly EntityColumn<FieldsOf['faction']>[] = [
  name,
  { title: 'stance', rank: 1, cell: ({ fields: { stance } }) => stance ?? '' },
  { title: 'description', minWidth: 16, cell: ({ fields: { description } }) => description ?? '' },
];

const THREADS: readonly EntityColumn<FieldsOf['thread']>[] = [
  name,
  { title: 'status', isWhole: true, cell: ({ fields: { status } }) => status },
  {
    title: 'since turn',
    isWhole: true,
    isNumber: true,
    rank: 1,
    cell: ({ fields: { since_turn } }) => `${since_turn}`,
  },
  {
    title: 'about',
    minWidth: 16,
    rank: 2,
    cell: ({ fields }) => fields.resolution ?? fields.description ?? '',
  },
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
    all.map((entity) => ({ fields: entity.fields as never, entity })),
    page,
  );
}

const PARTY: readonly Column<PartyMember>[] = [
  { title: 'name', minWidth: 12, cell: ({ character_name }) => character_name },
  { title: 'class', rank: 2, cell: ({ character_class }) => character_class ?? '' },
  { title: 'level', isWhole: true, isNumber: true, rank: 3, cell: ({ level }) => `${level}` },
  { title: 'hp', isWhole: true, cell: ({ hit_points }) => points(hit_points) },
  { title: 'conditions', rank: 1, cell: ({ conditions }) => conditions.join(', ') },
  {
    title: 'player',
    rank: 4,
    cell: ({ player, role }) => player ?? (role === 'companion' ? 'companion' : ''),
  },
];

export const partyTable = (party: readonly PartyMember[], page: Page) => renderTable(PARTY, party, page);

const QUEST_LIST: readonly Column<QuestView>[] = [
  { title: 'quest', minWidth: 12, cell: ({ title }) => title },
  { title: 'status', isWhole: true, cell: ({ status }) => status },
  { title: 'done', isWhole: true, rank: 1, cell: ({ objectives }) => done(objectives) },
  { title: 'giver', rank: 3, cell: ({ giver }) => giver ?? '' },
  {
    title: 'next',
    minWidth: 16,
    rank: 2,
    cell: ({ objectives }) => objectives.find(({ is_done }) => !is_done)?.text ?? '',
  },
];

export const questTable = (quests: readonly QuestView[], page: Page) => renderTable(QUEST_LIST, quests, page);

const BRANCHES: readonly Column<BranchView>[] = [
  { title: 'branch', isWhole: true, cell: ({ id, is_current }) => (is_current ? `${id} *` : id) },
  { title: 'last turn', isWhole: true, isNumber: true, cell: ({ last_turn }) => `${last_turn}` },
  {
    title: 'parted after',
    isWhole: true,
    isNumber: true,
    rank: 2,
    cell: ({ parent, forked_at }) => (parent === null ? '' : `${forked_at}`),
  },
  { title: 'parent', isWhole: true, rank: 4, cell: ({ parent }) => parent ?? '' },
  { title: 'begun (UTC)', isWhole: true, rank: 3, cell: ({ created_at }) => formatMinute(created_at) },
  { title: 'why', rank: 1, minWidth: 16, cell: ({ reason }) => reason ?? '' },
];

export const branchTable = (branches: readonly BranchView[], page: Page) =>
  renderTable(BRANCHES, branches, page);
