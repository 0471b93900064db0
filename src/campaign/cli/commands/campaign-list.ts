import { defineCommand } from '../../../cli/define-command.ts';
import { campaignTable } from '../campaign-tables.ts';

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
    return { lines: campaignTable(campaigns, { width, style }), facts };
  },
});
