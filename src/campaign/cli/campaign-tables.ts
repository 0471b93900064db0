import type { Services } from '../../app/services.ts';
import { formatMinute } from '../../cli/format.ts';
import { type Column, renderTable } from '../../cli/render-table.ts';
import type { Style } from '../../cli/terminal-text.ts';
import type { branchView, EntityView, PartyMember, questView } from '../app/campaign-views.ts';
import type { EntityKind, FieldsOf } from '../domain/entity.ts';

type QuestView = ReturnType<typeof questView>;
type BranchView = ReturnType<typeof branchView>;
type ListedCampaign = Awaited<ReturnType<Services['listCampaigns']>>[number];
type Page = { readonly width: number; readonly style: Style };

/** A column, and what it shows of a row. */
interface ValueColumn<Row> extends Column {
  readonly of: (row: Row) => string;
}

const renderRows = <Row>(columns: readonly ValueColumn<Row>[], rows: readonly Row[], page: Page) =>
  renderTable(
    columns,
    rows.map((row) => columns.map(({ of }) => of(row))),
    page,
  );

/** A column of the fields of an entity. */
type FieldColumn<Kind extends EntityKind> = ValueColumn<FieldsOf[Kind]>;

const points = ({ current, max, temporary }: PartyMember['hit_points']): string =>
  `${current}/${max}${temporary > 0 ? `+${temporary}` : ''}`;

const done = (objectives: QuestView['objectives']): string =>
  objectives.length === 0 ? '' : `${objectives.filter(({ is_done }) => is_done).length}/${objectives.length}`;

const classes = ({ classes: all }: FieldsOf['character']): string =>
  all.map(({ name: called, level }) => `${called} ${level}`).join('/');

const CHARACTERS: readonly FieldColumn<'character'>[] = [
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

const NPCS: readonly FieldColumn<'npc'>[] = [
  { title: 'status', isWhole: true, rank: 2, of: ({ status }) => status },
  { title: 'place', rank: 5, of: ({ location }) => location ?? '' },
  { title: 'attitude', rank: 4, of: ({ attitude }) => attitude ?? '' },
  { title: 'known', minWidth: 16, of: ({ known }) => known ?? '' },
  { title: 'truth', rank: 1, minWidth: 16, of: ({ truth }) => truth ?? '' },
];

const LOCATIONS: readonly FieldColumn<'location'>[] = [
  { title: 'visited', isWhole: true, rank: 1, of: ({ is_visited }) => (is_visited ? 'yes' : 'no') },
  { title: 'leads to', rank: 2, of: ({ connections }) => connections.map(({ to }) => to).join(', ') },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const QUESTS: readonly FieldColumn<'quest'>[] = [
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'done', isWhole: true, rank: 1, of: ({ objectives }) => done(objectives) },
  { title: 'giver', rank: 2, of: ({ giver }) => giver ?? '' },
  { title: 'description', rank: 4, minWidth: 16, of: ({ description }) => description ?? '' },
];

const ITEMS: readonly FieldColumn<'item'>[] = [
  { title: 'owner', rank: 1, of: ({ owner }) => owner ?? '' },
  { title: 'place', rank: 2, of: ({ location }) => location ?? '' },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const FACTIONS: readonly FieldColumn<'faction'>[] = [
  { title: 'stance', rank: 1, of: ({ stance }) => stance ?? '' },
  { title: 'description', minWidth: 16, of: ({ description }) => description ?? '' },
];

const THREADS: readonly FieldColumn<'thread'>[] = [
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'since turn', isWhole: true, isNumber: true, rank: 1, of: ({ since_turn }) => `${since_turn}` },
  { title: 'about', minWidth: 16, rank: 2, of: (fields) => fields.resolution ?? fields.description ?? '' },
];

type EntitySection = `${EntityKind}s`;

const COLUMNS_OF_SECTION: { readonly [Kind in EntityKind as `${Kind}s`]: readonly FieldColumn<Kind>[] } = {
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
  const columns = COLUMNS_OF_SECTION[section] as readonly ValueColumn<never>[];
  const name: ValueColumn<EntityView> = { title: 'name', minWidth: 12, of: (entity) => entity.name };
  const seen: ValueColumn<EntityView> = {
    title: 'seen',
    isWhole: true,
    rank: 3,
    of: ({ visibility }) => visibility.replace('_', ' '),
  };
  const isMixed = all.some(({ visibility }) => visibility !== 'public');
  const ofFields = columns.map(({ of, ...column }) => ({
    ...column,
    of: (entity: EntityView) => of(entity.fields as never),
  }));
  return renderRows([name, ...ofFields, ...(isMixed ? [seen] : [])], all, page);
}

const PARTY: readonly ValueColumn<PartyMember>[] = [
  { title: 'name', minWidth: 12, of: (one) => one.character_name },
  { title: 'class', rank: 2, of: (one) => one.character_class ?? '' },
  { title: 'level', isWhole: true, isNumber: true, rank: 3, of: (one) => `${one.level}` },
  { title: 'hp', isWhole: true, of: (one) => points(one.hit_points) },
  { title: 'conditions', rank: 1, of: (one) => one.conditions.join(', ') },
  {
    title: 'player',
    rank: 4,
    of: ({ player, role }) => player ?? (role === 'companion' ? 'companion' : ''),
  },
];

export const partyTable = (party: readonly PartyMember[], page: Page) => renderRows(PARTY, party, page);

const QUEST_LIST: readonly ValueColumn<QuestView>[] = [
  { title: 'quest', minWidth: 12, of: ({ title }) => title },
  { title: 'status', isWhole: true, of: ({ status }) => status },
  { title: 'done', isWhole: true, rank: 1, of: ({ objectives }) => done(objectives) },
  { title: 'giver', rank: 3, of: ({ giver }) => giver ?? '' },
  {
    title: 'next',
    minWidth: 16,
    rank: 2,
    of: ({ objectives }) => objectives.find(({ is_done }) => !is_done)?.text ?? '',
  },
];

export const questTable = (quests: readonly QuestView[], page: Page) => renderRows(QUEST_LIST, quests, page);

const BRANCHES: readonly ValueColumn<BranchView>[] = [
  { title: 'branch', isWhole: true, of: ({ id, is_current }) => (is_current ? `${id} *` : id) },
  { title: 'last turn', isWhole: true, isNumber: true, of: ({ last_turn }) => `${last_turn}` },
  {
    title: 'parted after',
    isWhole: true,
    isNumber: true,
    rank: 2,
    of: ({ parent, forked_at }) => (parent === null ? '' : `${forked_at}`),
  },
  { title: 'parent', isWhole: true, rank: 4, of: ({ parent }) => parent ?? '' },
  { title: 'begun (UTC)', isWhole: true, rank: 3, of: ({ created_at }) => formatMinute(created_at) },
  { title: 'why', rank: 1, minWidth: 16, of: ({ reason }) => reason ?? '' },
];

export const branchTable = (branches: readonly BranchView[], page: Page) =>
  renderRows(BRANCHES, branches, page);

const CAMPAIGNS: readonly ValueColumn<ListedCampaign>[] = [
  { title: 'campaign', minWidth: 12, of: ({ name }) => name },
  { title: 'turn', isWhole: true, isNumber: true, of: ({ turn }) => `${turn}` },
  { title: 'played (UTC)', isWhole: true, rank: 1, of: ({ updated_at }) => formatMinute(updated_at) },
  { title: 'place', rank: 3, of: ({ location }) => location ?? '' },
  { title: 'date in the game', rank: 4, of: ({ in_game_date }) => in_game_date ?? '' },
  { title: 'id', isWhole: true, rank: 5, of: ({ campaign_id }) => campaign_id },
  { title: 'about', rank: 2, minWidth: 16, of: ({ description }) => description ?? '' },
];

export const campaignTable = (campaigns: readonly ListedCampaign[], page: Page) =>
  renderRows(CAMPAIGNS, campaigns, page);
