import type { Services } from '../../../app/services.ts';
import { type CommandContext, defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag, textFlag } from '../../../cli/flags.ts';
import { formatMinute } from '../../../cli/format.ts';
import { type Column, renderTable } from '../../../cli/render-table.ts';
import { shortIds } from '../../../cli/short-ids.ts';
import {
  labelledParagraph,
  oneLine,
  quotedName,
  quotedParagraph,
  textWidth,
  wrapText,
} from '../../../cli/terminal-text.ts';
import { invalid } from '../../../domain/error.ts';
import { countOf } from '../../../domain/orientation/wording.ts';
import { quoteUnlessOrdinary } from '../../../domain/quote-text.ts';
import type { ShortenId } from '../../../domain/short-id.ts';
import type { EntityView } from '../../app/campaign-views.ts';
import type { GetCampaignInput } from '../../app/get-campaign.ts';
import { CAMPAIGN_SECTIONS, type EntityKind, QUEST_STATUSES } from '../../domain/entity.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';
import { branchTable, entityTable, partyTable, questTable } from '../campaign-tables.ts';

type ListedCampaign = Awaited<ReturnType<Services['listCampaigns']>>[number];

const columnsOf = (shorten: ShortenId): readonly Column<ListedCampaign>[] => [
  { title: 'campaign', minWidth: 12, cell: ({ name }) => name },
  { title: 'turn', isWhole: true, isNumber: true, cell: ({ turn }) => `${turn}` },
  { title: 'played (UTC)', isWhole: true, rank: 1, cell: ({ updated_at }) => formatMinute(updated_at) },
  { title: 'place', rank: 3, cell: ({ location }) => location ?? '' },
  { title: 'date in the game', rank: 4, cell: ({ in_game_date }) => in_game_date ?? '' },
  { title: 'id', isWhole: true, rank: 5, cell: ({ campaign_id }) => shorten(campaign_id) },
  { title: 'about', rank: 2, minWidth: 16, cell: ({ description }) => description ?? '' },
];

export const campaignList = defineCommand({
  name: 'campaign list',
  aliases: ['campaigns'],
  summary: 'List all campaigns, last played first.',
  effect: 'read',
  examples: ['throughline campaign list', 'throughline campaigns --json'],
  async act(context) {
    const campaigns = await context.services.listCampaigns(context.caller);
    const shorten = await shortIds(
      context,
      campaigns.map((one) => one.campaign_id),
    );
    const lines =
      campaigns.length === 0
        ? ['There are no campaigns yet.']
        : renderTable(columnsOf(shorten), campaigns, context);
    return { lines, hasShortIds: true, facts: { campaigns } };
  },
});

async function readOverview(
  context: CommandContext,
  name: string | undefined,
  as_player: boolean | string | undefined,
) {
  const campaign = await resolveCampaign(context, name);
  const shown = await context.services.getCampaign(context.caller, { campaign, as_player });
  const about = { campaign: shown.campaign.name, turn: shown.campaign.turn };
  return { about, party: shown.party ?? [], quests: shown.quests ?? [] };
}

export const campaignParty = defineCommand({
  name: 'campaign party',
  summary: 'Show the party: hit points, conditions and players.',
  effect: 'read',
  examples: ['throughline campaign party', 'throughline campaign party "The Salt Roads" --json'],
  positionals: [campaignPositional],
  flags: playerFlags,
  parse: (flags, [name]) => ({ name, as_player: playerOf(flags) }),
  async act(context, { name, as_player }) {
    const { party, about } = await readOverview(context, name, as_player);
    const facts = { ...about, party };
    if (party.length === 0) return { lines: ['There are no characters in the party yet.'], facts };
    return { lines: partyTable(party, context), facts };
  },
});

export const campaignQuests = defineCommand({
  name: 'campaign quests',
  summary: 'List the quests of a campaign and their objectives.',
  effect: 'read',
  examples: ['throughline campaign quests', 'throughline campaign quests --status active --as-player'],
  positionals: [campaignPositional],
  flags: {
    status: choiceFlag(
      'STATUS',
      QUEST_STATUSES,
      `Only quests with this status: ${QUEST_STATUSES.join(', ')}.`,
    ),
    ...playerFlags,
  },
  parse: (flags, [name]) => ({ name, status: flags.status, as_player: playerOf(flags) }),
  async act(context, { name, status, as_player }) {
    const { quests: all, about } = await readOverview(context, name, as_player);
    const quests = all.filter((quest) => status === undefined || quest.status === status);
    const facts = { ...about, quests };
    if (quests.length === 0)
      return {
        lines: [all.length === 0 ? 'There are no quests yet.' : 'There are no quests with this status.'],
        facts,
      };
    return { lines: questTable(quests, context), facts };
  },
});

const MAX_WIDTH = 110;

type Shown = Awaited<ReturnType<Services['getCampaign']>>;

async function showAll({ services, caller }: CommandContext, input: GetCampaignInput): Promise<Shown> {
  const first = await services.getCampaign(caller, { ...input, limit: 500 });
  if (!('entities' in first)) return first;
  const entities: EntityView[] = [...first.entities];
  let cursor = first.next_cursor;
  while (cursor !== null) {
    const next = await services.getCampaign(caller, { ...input, limit: 500, cursor });
    if (!('entities' in next)) break;
    entities.push(...next.entities);
    cursor = next.next_cursor;
  }
  return { ...first, entities, remaining: 0, next_cursor: null };
}

const amounts = (values: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${quotedName(key)} ${typeof value === 'string' ? quotedName(value) : value}`)
    .join(', ');

const widthOf = ({ width }: Pick<CommandContext, 'width'>): number => Math.min(width, MAX_WIDTH);

function nameLines(name: string, context: CommandContext): readonly string[] {
  const line = quoteUnlessOrdinary(oneLine(name));
  return textWidth(line) <= widthOf(context) ? [line] : quotedParagraph(name, widthOf(context));
}

const threadLines = (name: string, context: CommandContext): readonly string[] =>
  quotedParagraph(name, widthOf(context) - 2).map((line, at) => `${at === 0 ? '-' : ' '} ${line}`);

function headOf({ campaign }: Shown, context: CommandContext): readonly string[] {
  const { game_state: state } = campaign;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Setting', campaign.setting],
    ['Game master', campaign.dm_name],
    ['Place', state.location],
    ['Date', state.in_game_date],
    ['Funds', amounts(state.party_funds)],
    ['Fight', state.in_combat ? `round ${state.round}, ${state.current_turn ?? 'nobody'} to act` : null],
    ['Flags', amounts(state.flags)],
  ];
  return [
    ...nameLines(campaign.name, context).map(context.style.bold),
    ...wrapText(`Turn ${campaign.turn}, branch ${quotedName(campaign.branch)}`, widthOf(context)),
    ...(campaign.description === null ? [] : quotedParagraph(campaign.description, widthOf(context))),
    ...facts
      .filter(([, value]) => value !== null && value !== '')
      .flatMap(([title, value]) => labelledParagraph(title, value ?? '', widthOf(context))),
  ];
}

const titled = (title: string, lines: readonly string[], { style }: CommandContext): readonly string[] =>
  lines.length === 0 ? [] : ['', style.bold(title), ...lines];

function linesOf(shown: Shown, context: CommandContext): readonly string[] {
  if ('branches' in shown && shown.branches !== undefined) return branchTable(shown.branches, context);
  if ('entities' in shown && shown.entities !== undefined) {
    const section = shown.section as `${EntityKind}s`;
    return shown.entities.length === 0
      ? [`There are no ${section} to show.`]
      : entityTable(section, shown.entities, context);
  }
  if (!('party' in shown) || shown.party === undefined) return [];
  const counts = Object.entries(shown.counts ?? {}).map(([kind, count]) => countOf(count, kind));
  return [
    ...headOf(shown, context),
    ...titled('Party', shown.party.length === 0 ? [] : partyTable(shown.party, context), context),
    ...titled('Quests', shown.quests.length === 0 ? [] : questTable(shown.quests, context), context),
    ...titled(
      'Open threads',
      shown.open_threads.flatMap((one) => threadLines(one, context)),
      context,
    ),
    ...(counts.length === 0
      ? []
      : ['', ...wrapText(`In all: ${counts.join(', ')}.`, widthOf(context)).map(context.style.dim)]),
  ];
}

export const campaignShow = defineCommand({
  name: 'campaign show',
  summary: 'Show the overview of a campaign, or one section of it.',
  effect: 'read',
  examples: [
    'throughline campaign show',
    'throughline campaign show "The Salt Roads" --section npcs --query harbour',
    'throughline campaign show --section quests --as-player',
    'throughline campaign show --as Mira --json',
  ],
  positionals: [campaignPositional],
  flags: {
    section: choiceFlag(
      'SECTION',
      CAMPAIGN_SECTIONS,
      `The section: ${CAMPAIGN_SECTIONS.join(', ')}. Default: overview.`,
    ),
    query: textFlag('WORDS', 'Only entries of the section with these words.'),
    ...playerFlags,
  },
  parse: ({ section, query, ...player }, [name]) => {
    if (query !== undefined && (section === undefined || section === 'overview' || section === 'branches')) {
      throw invalid(
        'arguments_contradict',
        '--query needs a section with people, places or things.',
        'Pass --section, such as --section npcs.',
      );
    }
    return { name, section, query, as_player: playerOf(player) };
  },
  async act(context, { name, ...input }) {
    const facts = await showAll(context, { campaign: await resolveCampaign(context, name), ...input });
    return { lines: linesOf(facts, context), facts };
  },
});
