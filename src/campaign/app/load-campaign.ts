import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { locateProject } from '../../app/locate-project.ts';
import { findCurrentSession, getSession } from '../../app/locate-session.ts';
import { invalid, notFound } from '../../domain/error.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { isProjectIdShaped, type Project } from '../../domain/project/project.ts';
import type { Session } from '../../domain/session/session.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Branch, Campaign } from '../domain/campaign.ts';
import { MAX_REPEATED_NAME } from '../domain/entity-not-found.ts';
import { entityKey } from '../domain/name-key.ts';
import { locateCampaign } from './locate-campaign.ts';

export const notAGame = ({ id }: Session, hint: string, ...next: readonly NextStep[]) =>
  invalid('session_not_a_game', `Session ${id} is of kind work.`, hint, {
    fields: [{ field: 'session_id', problem: 'is no session of a game' }],
    next,
  });

const MAX_CAMPAIGNS = 500;
const MAX_GUESSED_LENGTH = 200;
const MAX_SUGGESTIONS = 3;

/** Similar or partial names; if there are only a few campaigns, all of them. */
function similarCampaignNames(name: string, names: readonly string[]): readonly string[] {
  const said = entityKey(name);
  const isPart = (one: string) => entityKey(one).includes(said) || said.includes(entityKey(one));
  const near = [...new Set([...nearest(name, names), ...(said.length < 3 ? [] : names.filter(isPart))])];
  return near.length === 0 && names.length <= MAX_SUGGESTIONS ? names : near.slice(0, MAX_SUGGESTIONS);
}

const SAVE_FIRST = 'Save it as a campaign first. Nothing was written.';
const saveStep = ({ name }: Project): NextStep => nextStep('campaign.save', { campaign: name });

/** Steps that let a later call name a campaign. */
const CHOOSING_STEPS = [nextStep('campaign.list'), nextStep('session.start', { kind: 'game' })];

async function throwUnknownCampaign(
  deps: StoreDeps,
  name: string,
  field: string,
  project: Project | undefined,
): Promise<never> {
  if (project?.kind === 'game') {
    throw notFound(
      'campaign_not_found',
      `The project ${JSON.stringify(project.name)} is a game, but no campaign yet.`,
      SAVE_FIRST,
      { fields: [{ field, problem: 'is no campaign yet' }], next: [saveStep(project)] },
    );
  }
  const names = (await deps.store.campaigns.list(MAX_CAMPAIGNS)).map((campaign) => campaign.name);
  const near = name.length > MAX_GUESSED_LENGTH ? [] : similarCampaignNames(name, names);
  const save = nextStep('campaign.save', name.length > MAX_REPEATED_NAME ? {} : { campaign: name });
  throw notFound(
    'campaign_not_found',
    `No campaign is named ${JSON.stringify(name.slice(0, 200))}.`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}?`
      : 'Pass the name of an existing campaign, or create one.',
    {
      fields: [{ field, problem: 'is unknown' }],
      ...(near.length > 0 ? { allowed: near } : { next: [nextStep('campaign.list'), save] }),
    },
  );
}

export interface CampaignTarget {
  readonly campaign?: string | undefined;
  readonly session_id?: string | undefined;
}

/** The campaign that the call names, else that of its session, else that of its folder. */
export async function loadCampaign(
  deps: ProjectDeps,
  caller: Caller,
  { campaign: name, session_id }: CampaignTarget,
  field = 'campaign',
): Promise<Campaign> {
  if (name !== undefined) {
    const isUnknownId =
      isProjectIdShaped(name) && (await deps.store.projects.find(name.trim())) === undefined;
    if (isUnknownId && (await deps.store.projects.listNamed(name.trim())).length === 0)
      return throwUnknownCampaign(deps, name, field, undefined);
    const { project, isNew } = await locateCampaign(deps, caller, name, field);
    const found = isNew ? undefined : await deps.store.campaigns.find(project.id);
    return found ?? throwUnknownCampaign(deps, name, field, isNew ? undefined : project);
  }
  const session =
    session_id === undefined ? await findCurrentSession(deps, caller) : await getSession(deps, session_id);
  const projectId = session?.projectId ?? (await locateProject(deps, caller, undefined))?.project.id;
  const found = projectId === undefined ? undefined : await deps.store.campaigns.find(projectId);
  if (found !== undefined) return found;
  if (session_id !== undefined && session?.kind === 'work')
    throw notAGame(
      session,
      `Pass \`${field}\`, or the \`session_id\` of a game. Nothing was written.`,
      ...CHOOSING_STEPS,
    );
  const project = projectId === undefined ? undefined : await deps.store.projects.find(projectId);
  throw invalid(
    'campaign_required',
    'The call does not tell which campaign it is about.',
    project?.kind === 'game'
      ? `The project ${JSON.stringify(project.name)} is a game, but no campaign yet. ${SAVE_FIRST}`
      : `Pass \`${field}\`, or start a session in a campaign.`,
    {
      fields: [{ field, problem: 'is missing' }],
      next: project?.kind === 'game' ? [saveStep(project)] : CHOOSING_STEPS,
    },
  );
}

export async function currentBranch(deps: StoreDeps, { id, branchId }: Campaign): Promise<Branch> {
  const branch = (await deps.store.campaigns.listBranches(id)).find((one) => one.id === branchId);
  if (branch === undefined) throw new Error(`campaign ${id} has no branch ${branchId}`);
  return branch;
}
