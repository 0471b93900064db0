import { campaignHere, campaignPlace, parsePlayer, playerFlags } from '../campaign-here.ts';
import { defineCommand } from '../define-command.ts';
import { parsePath } from '../parse-path.ts';
import { plural } from '../say-results.ts';

export const campaignExport = defineCommand({
  name: 'campaign export',
  summary: 'Write a campaign into a folder: whole as JSON, and as Markdown to read.',
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
      description: 'Inside the project, or inside a folder of allowed_roots; made if need be.',
    },
    campaignPlace,
  ],
  flags: playerFlags,
  parse: (flags, [folder = '', name]) => ({ folder: parsePath(folder), name, as_player: parsePlayer(flags) }),
  async act(context, { folder, name, as_player }) {
    const { services, caller, style } = context;
    const campaign = await campaignHere(context, name);
    const facts = await services.exportCampaign(caller, { campaign, folder, as_player });
    const { entities, events, sessions, notes } = facts.counts;
    return {
      lines: [
        `${style.bold(facts.json_path)}`,
        `${style.bold(facts.markdown_path)}`,
        `${plural(entities, 'entity', 'entities')}, ${plural(events, 'event')}, ${plural(sessions, 'sitting')}, ${plural(notes, 'note')}${facts.is_partial ? '; only what a player may see, so it cannot be imported' : ''}.`,
      ],
      facts,
    };
  },
});
