import { defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag } from '../../../cli/flags.ts';
import { QUEST_STATUSES } from '../../domain/entity.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';
import { questTable } from '../campaign-tables.ts';

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
    const campaign = await resolveCampaign(context, name);
    const shown = await context.services.getCampaign(context.caller, { campaign, as_player });
    const all = 'quests' in shown ? (shown.quests ?? []) : [];
    const quests = all.filter((quest) => status === undefined || quest.status === status);
    const facts = { campaign: shown.campaign.name, turn: shown.campaign.turn, quests };
    if (quests.length === 0)
      return {
        lines: [all.length === 0 ? 'There are no quests yet.' : 'There are no quests with this status.'],
        facts,
      };
    return { lines: questTable(quests, context), facts };
  },
});
