import type { Services } from '../../../app/services.ts';
import { type CommandContext, defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag } from '../../../cli/flags.ts';
import { formatMinute } from '../../../cli/format.ts';
import { type Column, renderTable } from '../../../cli/render-table.ts';
import { shortIds } from '../../../cli/short-ids.ts';
import type { ShortenId } from '../../../domain/short-id.ts';
import { QUEST_STATUSES } from '../../domain/entity.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';
import { partyTable, questTable } from '../campaign-tables.ts';

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
