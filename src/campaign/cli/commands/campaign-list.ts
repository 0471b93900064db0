import type { Services } from '../../../app/services.ts';
import { defineCommand } from '../../../cli/define-command.ts';
import { formatMinute } from '../../../cli/format.ts';
import { type Column, renderTable } from '../../../cli/render-table.ts';
import { shortIds } from '../../../cli/short-ids.ts';
import type { ShortenId } from '../../../domain/short-id.ts';

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
