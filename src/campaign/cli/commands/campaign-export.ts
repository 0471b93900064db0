import { type CommandContext, defineCommand } from '../../../cli/define-command.ts';
import { choiceFlag, parsePath, switchFlag } from '../../../cli/flags.ts';
import { renderRedacted } from '../../../cli/format.ts';
import { quotedName } from '../../../cli/terminal-text.ts';
import { countOf } from '../../../domain/orientation/wording.ts';
import { type ImportedCampaign, ON_CONFLICT } from '../../app/import/import-campaign.ts';
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
        `${countOf(entities, 'entity', 'entities')}, ${countOf(events, 'event')}, ${countOf(sessions, 'session')}, ${countOf(notes, 'note')}${facts.is_partial ? '; only what a player may see, so it cannot be imported' : ''}.`,
      ],
      facts,
    };
  },
});

const DONE: Readonly<Record<ImportedCampaign['outcome'], string>> = {
  imported: 'imported',
  would_import: 'would be imported',
  skipped: 'is there already; nothing was written',
  would_skip: 'is there already; nothing would be written',
};

function linesOf(made: ImportedCampaign, { style }: CommandContext): readonly string[] {
  const { branches, entities, events, sessions, notes } = made.counts;
  const first = `${style.bold(quotedName(made.name))} (${made.campaign_id}) ${style.good(DONE[made.outcome])}.`;
  if (made.outcome === 'skipped' || made.outcome === 'would_skip') return [first];
  return [
    first,
    `Turn ${made.turn}, ${countOf(branches, 'branch', 'branches')}, ${countOf(entities, 'entity', 'entities')}, ${countOf(events, 'event')}, ${countOf(sessions, 'session')}, ${countOf(notes, 'note')}.`,
    ...(made.are_ids_kept ? [] : ['Its ids already exist here, so it gets new ones.']),
    ...renderRedacted(made.redacted),
  ];
}

export const campaignImport = defineCommand({
  name: 'campaign import',
  summary: 'Import a campaign from an exported file.',
  effect: 'write',
  examples: [
    'throughline campaign import the-salt-roads-0a1b2c3d4e.json',
    'throughline campaign import backup.json --dry-run',
    'throughline campaign import backup.json --on-conflict rename --json',
  ],
  positionals: [{ name: 'FILE', description: 'The .json file that throughline campaign export wrote.' }],
  flags: {
    'dry-run': switchFlag('Only check the file and show what would be imported.'),
    'on-conflict': choiceFlag(
      'WHAT',
      ON_CONFLICT,
      'What to do if the name exists: skip, rename or refuse (default).',
    ),
  },
  parse: ({ 'dry-run': dry_run, 'on-conflict': on_conflict }, [file = '']) => ({
    file: parsePath(file),
    dry_run,
    on_conflict,
  }),
  isDryRun: ({ dry_run }) => dry_run,
  async act(context, options) {
    const facts = await context.services.importCampaign(context.caller, options);
    return { lines: linesOf(facts, context), facts };
  },
});
