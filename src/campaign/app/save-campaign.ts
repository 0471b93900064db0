import type { Caller } from '../../app/caller.ts';
import type { Deps, ProjectDeps } from '../../app/deps.ts';
import type { Change } from '../../app/ports/ledger.ts';
import { cleanProjectName, renameChange } from '../../app/projects.ts';
import { retryOnConflict } from '../../app/retry-on-conflict.ts';
import { readTime } from '../../app/time-context.ts';
import { checkText } from '../../domain/check-text.ts';
import { conflict } from '../../domain/error.ts';
import { type Notice, notice } from '../../domain/next-step.ts';
import type { Project } from '../../domain/project/project.ts';
import { aboutCampaign, type Branch, type Campaign, NEW_GAME } from '../domain/campaign.ts';
import { looseName } from '../domain/name-key.ts';
import { patchOf } from '../domain/patch.ts';
import { campaignChange, cleanInput } from './campaign-change.ts';
import { locateCampaign } from './load-campaign.ts';

type Needs = ProjectDeps & Pick<Deps, 'games'>;

const MAIN_BRANCH = 'main';

export interface SaveCampaignInput {
  readonly name: string;
  readonly new_name?: string | undefined;
  readonly description?: string | undefined;
  readonly dm_name?: string | undefined;
  readonly setting?: string | undefined;
  readonly rules?: Readonly<Record<string, string>> | undefined;
  readonly in_game_date?: string | undefined;
}

const newCampaign = (id: string, name: string, now: string): Campaign => ({
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

/** A caller who spelled the name differently may have meant another campaign. */
const similarNameNotices = ({ name }: SaveCampaignInput, stored: Campaign): readonly Notice[] =>
  looseName(name) !== looseName(stored.name) || name.normalize('NFC') === stored.name
    ? []
    : [
        notice(
          `${JSON.stringify(name)} is the existing campaign ${JSON.stringify(stored.name)} (${stored.id}).`,
        ),
      ];

async function attempt(deps: Needs, caller: Caller, input: SaveCampaignInput) {
  const { now } = await readTime(deps);
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
  const before = stored ?? newCampaign(id, name, now);
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
    patchOf('campaign', aboutCampaign(before), aboutCampaign(after)),
    patchOf('state', { ...before.state }, { ...after.state }),
  ].filter((patch) => patch !== undefined);
  const project: Project = { ...located.project, kind: 'game' };
  const newName = input.new_name;
  const renaming =
    newName === undefined ? { changes: [] } : await renameChange(deps, project, newName, now, 'new_name');
  if (stored !== undefined && patches.length + renaming.changes.length === 0)
    return { campaign: stored, isNew: false, isChanged: false, notices: similarNameNotices(input, stored) };
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
    notices: stored === undefined ? [] : similarNameNotices(input, stored),
  };
}

export async function saveCampaign(deps: Needs, caller: Caller, input: SaveCampaignInput) {
  checkText('name', input.name, { isRequired: true });
  const { content, found } = await cleanInput(deps, input);
  const newName =
    input.new_name === undefined ? undefined : await cleanProjectName(deps, input.new_name, 'new_name');
  const saved = await retryOnConflict(() => attempt(deps, caller, { ...content, new_name: newName }));
  return { ...saved, redacted: found };
}
