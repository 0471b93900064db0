import { defineCommand } from '../../../cli/define-command.ts';
import { parsePath } from '../../../cli/flags.ts';
import { plural } from '../../../cli/format.ts';
import { campaignPositional, playerFlags, playerOf, resolveCampaign } from '../campaign-options.ts';

export const campaignExport = defineCommand({
  name: 'campaign export',
  summary: 'Export a campaign to a folder, as JSON and as Markdown.',
  effect: 'read',
  examples: [
    'throughline campaign export .',
    'throughline campaign export backup "The Salt Roads"',
    'throughline campaign export handouts --as-player',
    'throughline campaign export handouts --as Mira --json',
  ],
  positionals: [
    {
      name: 'FOLDER',
      description: 'A folder in the project or in allowed_roots. It is created if it does not exist.',
    },
    campaignPositional,
  ],
  flags: playerFlags,
  parse: (flags, [folder = '', name]) => ({ folder: parsePath(folder), name, as_player: playerOf(flags) }),
  async act(context, { folder, name, as_player }) {
    const { services, caller, style } = context;
    const campaign = await resolveCampaign(context, name);
    const facts = await services.exportCampaign(caller, { campaign, folder, as_player });
    const { entities, events, sessions, notes } = facts.counts;
    return {
      lines: [
        `${style.bold(facts.json_path)}`,
        `${style.bold(facts.markdown_path)}`,
        `${plural(entities, 'entity', 'entities')}, ${plural(events, 'event')}, ${plural(sessions, 'session')}, ${plural(notes, 'note')}${facts.is_partial ? '; only what a player may see, so it cannot be imported' : ''}.`,
      ],
      facts,
    };
  },
});
