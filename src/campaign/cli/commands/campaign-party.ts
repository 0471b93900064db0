import { defineCommand } from '../../../cli/define-command.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';
import { partyTable } from '../campaign-tables.ts';

export const campaignParty = defineCommand({
  name: 'campaign party',
  summary: 'Show the party: hit points, conditions and players.',
  effect: 'read',
  examples: ['throughline campaign party', 'throughline campaign party "The Salt Roads" --json'],
  positionals: [campaignPositional],
  flags: playerFlags,
  parse: (flags, [name]) => ({ name, as_player: playerOf(flags) }),
  async act(context, { name, as_player }) {
    const campaign = await resolveCampaign(context, name);
    const shown = await context.services.getCampaign(context.caller, { campaign, as_player });
    const party = 'party' in shown ? (shown.party ?? []) : [];
    const facts = { campaign: shown.campaign.name, turn: shown.campaign.turn, party };
    if (party.length === 0) return { lines: ['There are no characters in the party yet.'], facts };
    return { lines: partyTable(party, context), facts };
  },
});
