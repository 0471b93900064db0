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

type ColumnLayout = Omit<Column<never>, 'title' | 'cell'>;

const field = (title: string, key: string, layout: ColumnLayout = {}): EntityColumn<object> => ({
  title,
  ...layout,
  cell: ({ fields }) => String((fields as Readonly<Record<string, unknown>>)[key] ?? ''),
});

const status = (layout: ColumnLayout = {}) => field('status', 'status', { isWhole: true, ...layout });
const description = (layout: ColumnLayout = {}) =>
  field('description', 'description', { minWidth: 16, ...layout });

const points = ({ current, max, temporary }: PartyMember['hit_points']): string =>
  `${current}/${max}${temporary > 0 ? `+${temporary}` : ''}`;

const done = (objectives: QuestView['objectives']): string =>
  objectives.length === 0 ? '' : `${objectives.filter(({ is_done }) => is_done).length}/${objectives.length}`;

const joined = <One>(all: readonly One[], show: (one: One) => string, separator = ', ') =>
  all.map(show).join(separator);

const COLUMNS_OF_SECTION: {
  readonly [Kind in EntityKind as `${Kind}s`]: readonly EntityColumn<FieldsOf[Kind]>[];
} = {
  characters: [
    name,
    {
      title: 'class',
      rank: 2,
      cell: ({ fields }) => joined(fields.classes, (one) => `${one.name} ${one.level}`, '/'),
    },
    { title: 'hp', isWhole: true, cell: ({ fields }) => points(fields.hit_points) },
    { title: 'conditions', rank: 1, cell: ({ fields }) => fields.conditions.join(', ') },
    field('player', 'player', { rank: 4 }),
    {
      title: 'carries',
      rank: 5,
      cell: ({ fields }) =>
        joined(fields.inventory, (one) => (one.quantity === 1 ? one.name : `${one.quantity} × ${one.name}`)),
    },
  ],
  npcs: [
    name,
    status({ rank: 2 }),
    field('place', 'location', { rank: 5 }),
    field('attitude', 'attitude', { rank: 4 }),
    field('known', 'known', { minWidth: 16 }),
    field('truth', 'truth', { rank: 1, minWidth: 16 }),
  ],
  locations: [
    name,
    { title: 'visited', isWhole: true, rank: 1, cell: ({ fields }) => (fields.is_visited ? 'yes' : 'no') },
    { title: 'leads to', rank: 2, cell: ({ fields }) => joined(fields.connections, ({ to }) => to) },
    description(),
  ],
  quests: [
    name,
    status(),
    { title: 'done', isWhole: true, rank: 1, cell: ({ fields }) => done(fields.objectives) },
    field('giver', 'giver', { rank: 2 }),
    description({ rank: 4 }),
  ],
  items: [name, field('owner', 'owner', { rank: 1 }), field('place', 'location', { rank: 2 }), description()],
  factions: [name, field('stance', 'stance', { rank: 1 }), description()],
  threads: [
    name,
    status(),
    field('since turn', 'since_turn', { isWhole: true, isNumber: true, rank: 1 }),
    {
      title: 'about',
      minWidth: 16,
      rank: 2,
      cell: ({ fields }) => fields.resolution ?? fields.description ?? '',
    },
  ],
};

type EntitySection = keyof typeof COLUMNS_OF_SECTION;

/** Visibility has a column only if not all entities are public. */
export function entityTable(section: EntitySection, all: readonly EntityView[], page: Page) {
  const isMixed = all.some(({ visibility }) => visibility !== 'public');
  const columns: readonly EntityColumn<never>[] = [
    ...COLUMNS_OF_SECTION[section],
    ...(isMixed ? [seen] : []),
  ];
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
