import { defineCommand } from '../../../cli/define-command.ts';
import { formatMinute } from '../../../cli/format.ts';
import { type Column, renderTable } from '../../../cli/render-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'campaign', minWidth: 12 },
  { title: 'turn', isWhole: true, isNumber: true },
  { title: 'played (UTC)', isWhole: true, rank: 1 },
  { title: 'place', rank: 3 },
  { title: 'date in the game', rank: 4 },
  { title: 'id', isWhole: true, rank: 5 },
  { title: 'about', rank: 2, minWidth: 16 },
];

export const campaignList = defineCommand({
  name: 'campaign list',
  aliases: ['campaigns'],
  summary: 'List the campaigns there are, last played first.',
  effect: 'read',
  examples: ['throughline campaign list', 'throughline campaigns --json'],
  async act({ services, caller, width, style }) {
    const campaigns = await services.listCampaigns(caller);
    const facts = { campaigns };
    if (campaigns.length === 0) return { lines: ['No campaigns yet.'], facts };
    const rows = campaigns.map((campaign) => [
      campaign.name,
      `${campaign.turn}`,
      formatMinute(campaign.updated_at),
      campaign.location ?? '',
      campaign.in_game_date ?? '',
      campaign.campaign_id,
      campaign.description ?? '',
    ]);
    return { lines: renderTable(COLUMNS, rows, { width, style }), facts };
  },
});
