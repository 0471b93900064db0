import type { Branch, Campaign } from '../../domain/campaign/campaign.ts';
import { NEW_GAME } from '../../domain/campaign/game-state.ts';
import { looseName } from '../../domain/campaign/loose-name.ts';
import { patchOf } from '../../domain/campaign/patch.ts';
import { conflict } from '../../domain/error.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import type { Project } from '../../domain/project/project.ts';
import { checkText } from '../../domain/text.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { momentOf } from '../moment.ts';
import type { Change } from '../ports/ledger.ts';
import type { Found } from '../redact-content.ts';
import { cleanProjectName, renameChange } from '../rename-change.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { campaignChange } from './campaign-change.ts';
import { cleanDeep } from './clean-deep.ts';
import { locateCampaign } from './locate-campaign.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export const MAIN_BRANCH = 'main';

export interface SaveCampaignInput {
  readonly name: string;
  readonly new_name?: string | undefined;
  readonly description?: string | undefined;
  readonly dm_name?: string | undefined;
  readonly setting?: string | undefined;
  readonly rules?: Readonly<Record<string, string>> | undefined;
  readonly in_game_date?: string | undefined;
}

export interface SavedCampaign {
  readonly campaign: Campaign;
  readonly isNew: boolean;
  readonly isChanged: boolean;
  readonly notices: readonly Notice[];
  readonly redacted: Found;
}

const begun = (id: string, name: string, now: string): Campaign => ({
  id,
  name,
  description: null,
  dmName: null,
  setting: null,
  rules: { system: '5e' },
  state: NEW_GAME,
  branchId: MAIN_BRANCH,
  turn: 0,
  createdAt: now,
  updatedAt: now,
  version: 0,
});

const mainBranch = (campaignId: string, now: string): Branch => ({
  id: MAIN_BRANCH,
  campaignId,
  parentId: null,
  forkedAt: 0,
  headTurn: 0,
  reason: null,
  createdAt: now,
});

const facts = ({ description, dmName, setting, rules }: Campaign) => ({
  description,
  dmName,
  setting,
  rules,
});

/** A caller who spelled the name in another way may have wanted another campaign. */
const foundAs = ({ name }: SaveCampaignInput, stored: Campaign): readonly Notice[] =>
  looseName(name) !== looseName(stored.name) || name.normalize('NFC') === stored.name
    ? []
    : [
        notice(
          `${JSON.stringify(name)} is the existing campaign ${JSON.stringify(stored.name)} (${stored.id}).`,
        ),
      ];

async function attempt(
  deps: Needs,
  caller: Caller,
  input: SaveCampaignInput,
): Promise<Omit<SavedCampaign, 'redacted'>> {
  const { now } = await momentOf(deps);
  const located = await locateCampaign(deps, caller, input.name, 'name');
  if (!located.isNew && located.project.kind !== 'game') {
    throw conflict(
      'project_kind_differs',
      `${JSON.stringify(located.project.name)} is a project of kind work, not a campaign.`,
      'Choose another name for the campaign; nothing was written.',
      { fields: [{ field: 'name', problem: 'is taken by a project of kind work' }] },
    );
  }
  const { id, name } = located.project;
  const stored = located.isNew ? undefined : await deps.store.campaigns.find(id);
  const before = stored ?? begun(id, name, now);
  const after: Campaign = {
    ...before,
    description: input.description ?? before.description,
    dmName: input.dm_name ?? before.dmName,
    setting: input.setting ?? before.setting,
    rules: { ...before.rules, ...input.rules },
    state: { ...before.state, in_game_date: input.in_game_date ?? before.state.in_game_date },
    updatedAt: now,
  };
  const patches = [
    patchOf('campaign', facts(before), facts(after)),
    patchOf('state', { ...before.state }, { ...after.state }),
  ].filter((patch) => patch !== undefined);
  const project: Project = { ...located.project, kind: 'game' };
  const newName = input.new_name;
  const renaming =
    newName === undefined ? { changes: [] } : await renameChange(deps, project, newName, now, 'new_name');
  if (stored !== undefined && patches.length + renaming.changes.length === 0)
    return { campaign: stored, isNew: false, isChanged: false, notices: foundAs(input, stored) };
  const made: Change[] = located.changes.map((change) =>
    change.kind === 'project' && located.isNew ? { ...change, project } : change,
  );
  const change = campaignChange(before, after, {
    event: 'campaign.saved',
    patches: stored === undefined ? [] : patches,
    branches: stored === undefined ? [mainBranch(id, now)] : [],
  });
  await deps.store.ledger.commit([...made, ...renaming.changes, change]);
  return {
    campaign: { ...change.campaign, name: newName ?? name },
    isNew: stored === undefined,
    isChanged: true,
    notices: stored === undefined ? [] : foundAs(input, stored),
  };
}

/** Make a campaign, or change what is known of it and what it is called, together. */
export async function saveCampaign(
  deps: Needs,
  caller: Caller,
  input: SaveCampaignInput,
): Promise<SavedCampaign> {
  checkText('name', input.name, { isRequired: true });
  const { content, found } = await cleanDeep(deps, input);
  const newName =
    input.new_name === undefined ? undefined : await cleanProjectName(deps, input.new_name, 'new_name');
  const saved = await retryOnConflict(() => attempt(deps, caller, { ...content, new_name: newName }));
  return { ...saved, redacted: found };
}
