import { campaignHere, campaignPlace, parsePlayer, playerFlags } from '../campaign-here.ts';
import { partyTable } from '../campaign-tables.ts';
import { defineCommand } from '../define-command.ts';

export const campaignParty = defineCommand({
  name: 'campaign party',
  summary: 'Show the party: hit points, conditions, who plays whom.',
  effect: 'read',
  examples: ['throughline campaign party', 'throughline campaign party "The Salt Roads" --json'],
  positionals: [campaignPlace],
  flags: playerFlags,
  parse: (flags, [name]) => ({ name, as_player: parsePlayer(flags) }),
  async act(context, { name, as_player }) {
    const campaign = await campaignHere(context, name);
    const shown = await context.services.getCampaign(context.caller, { campaign, as_player });
    const party = 'party' in shown ? (shown.party ?? []) : [];
    const facts = { campaign: shown.campaign.name, turn: shown.campaign.turn, party };
    if (party.length === 0) return { lines: ['Nobody is in the party yet.'], facts };
    return { lines: partyTable(party, context), facts };
  },
});
