import type { CommandContext, PositionalSpec } from '../../cli/define-command.ts';
import { switchFlag, textFlag } from '../../cli/flags.ts';
import { hasCode, invalid, notFound } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';

export const campaignPositional: PositionalSpec = {
  name: 'NAME',
  description: 'The name or id of the campaign. Default: the campaign of this folder, or the only campaign.',
  isOptional: true,
};

/** Without one of these flags, the output is for the game master. */
export const playerFlags = {
  'as-player': switchFlag('Only what the party may know.'),
  as: textFlag('CHARACTER', "Only what this character's player may know."),
};

export const playerOf = (flags: { readonly 'as-player': boolean; readonly as: string | undefined }) =>
  flags.as ?? (flags['as-player'] ? true : undefined);

type Here = Pick<CommandContext, 'services' | 'caller' | 'project'>;

export async function resolveCampaign({ services, caller, project }: Here, name: string | undefined) {
  if (name !== undefined) return name;
  try {
    const { campaign } = await services.getCampaign(caller, { section: 'branches' });
    return campaign.campaign_id;
  } catch (error) {
    if (!hasCode(error, 'campaign_required') || project !== undefined) throw error;
  }
  const all = await services.listCampaigns(caller);
  const [only] = all;
  if (only !== undefined && all.length === 1) return only.campaign_id;
  if (only === undefined) {
    throw notFound(
      'no_campaigns',
      'There are no campaigns yet.',
      'Create a campaign, or import an exported one.',
      { next: [nextStep('campaign.import'), nextStep('campaign.save')] },
    );
  }
  throw invalid(
    'campaign_required',
    `There are ${all.length} campaigns, and none belongs to this folder.`,
    'Pass the name of a campaign.',
    {
      fields: [{ field: 'NAME', problem: 'is missing' }],
      allowed: all.map((campaign) => campaign.name),
      next: [nextStep('campaign.list')],
    },
  );
}
