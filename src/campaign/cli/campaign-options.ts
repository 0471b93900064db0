import type { CommandContext, PositionalSpec } from '../../cli/define-command.ts';
import { switchFlag, textFlag } from '../../cli/flags.ts';
import { invalid, notFound } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';

export const campaignPositional: PositionalSpec = {
  name: 'NAME',
  description: 'The campaign, by name or id; default: the one of this folder, else the only one there is.',
  isOptional: true,
};

/** Without one of these flags, the output is for the game master. */
export const playerFlags = {
  'as-player': switchFlag('Only what the party may know.'),
  as: textFlag('CHARACTER', "Only what this character's player may know."),
};

/** The value of `as_player`. */
export const playerOf = (flags: { readonly 'as-player': boolean; readonly as: string | undefined }) =>
  flags.as ?? (flags['as-player'] ? true : undefined);

const isCampaignRequired = (error: unknown) => (error as { code?: unknown }).code === 'campaign_required';

type Here = Pick<CommandContext, 'services' | 'caller' | 'project'>;

/** Default: the campaign of this session or folder, else the only one. */
export async function resolveCampaign(
  { services, caller, project }: Here,
  name: string | undefined,
): Promise<string> {
  if (name !== undefined) return name;
  try {
    const { campaign } = await services.getCampaign(caller, { section: 'branches' });
    return campaign.campaign_id;
  } catch (error) {
    if (!isCampaignRequired(error) || project !== undefined) throw error;
  }
  const all = await services.listCampaigns(caller);
  const [only] = all;
  if (only !== undefined && all.length === 1) return only.campaign_id;
  if (only === undefined) {
    throw notFound(
      'no_campaigns',
      'There are no campaigns yet.',
      'Create one, or import one that was exported.',
      { next: [nextStep('campaign.import'), nextStep('campaign.save')] },
    );
  }
  throw invalid(
    'campaign_required',
    `There are ${all.length} campaigns, and none is of this folder.`,
    'Pass the name of the one you mean.',
    {
      fields: [{ field: 'NAME', problem: 'is missing' }],
      allowed: all.map((campaign) => campaign.name),
      next: [nextStep('campaign.list')],
    },
  );
}
