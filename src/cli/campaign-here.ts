import { invalid, notFound } from '../domain/error.ts';
import { nextStep } from '../domain/next-step.ts';
import type { CommandContext, FlagSpec, FlagValues, PositionalSpec } from './define-command.ts';

export const campaignPlace: PositionalSpec = {
  name: 'NAME',
  description: 'The campaign, by name or id; default: the one of this folder, else the only one there is.',
  isOptional: true,
};

/** Who looks: the game master unless one of these is given. */
export const playerFlags: readonly FlagSpec[] = [
  { name: 'as-player', description: 'Only what the party may know.' },
  { name: 'as', value: 'CHARACTER', description: "Only what this character's player may know." },
];

export function parsePlayer(flags: FlagValues): boolean | string | undefined {
  const [character] = flags.as ?? [];
  return character ?? (flags['as-player'] === undefined ? undefined : true);
}

const isUnsaid = (error: unknown) => (error as { code?: unknown }).code === 'campaign_required';

type Here = Pick<CommandContext, 'services' | 'caller' | 'project'>;

/** Where none is named: the campaign of this session or folder, else the only one there is. */
export async function campaignHere(
  { services, caller, project }: Here,
  name: string | undefined,
): Promise<string> {
  if (name !== undefined) return name;
  try {
    const { campaign } = await services.getCampaign(caller, { section: 'branches' });
    return campaign.campaign_id;
  } catch (error) {
    if (!isUnsaid(error) || project !== undefined) throw error;
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
