import type { Caller } from '../../app/caller.ts';
import type { ProjectDeps, StoreDeps } from '../../app/deps.ts';
import { type LocatedProject, locateProject } from '../../app/locate-project.ts';
import { findCurrentSession, getSession, locateWriteProject } from '../../app/locate-session.ts';
import type { Store } from '../../app/ports/store.ts';
import { conflict, invalid, notFound } from '../../domain/error.ts';
import { type NextStep, nextStep } from '../../domain/next-step.ts';
import { isProjectIdShaped, type Project } from '../../domain/project/project.ts';
import type { Session } from '../../domain/session/session.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Branch, Campaign } from '../domain/campaign.ts';
import { MAX_REPEATED_NAME } from '../domain/entity.ts';
import { entityKey, looseName } from '../domain/name-key.ts';
import type { CampaignName } from '../ports/campaign-store.ts';

/** Campaigns with a similar name; those that had one before only if no campaign has one now. */
export async function listLooselyEqualCampaigns(deps: StoreDeps, name: string) {
  const key = looseName(name);
  const alike = (await deps.store.campaigns.listCampaignNames()).filter((one) => looseName(one.name) === key);
  const present = alike.filter(({ isFormer }) => !isFormer);
  return present.length > 0 ? present : alike;
}

const ambiguous = (name: string, alike: readonly CampaignName[], field: string) =>
  conflict(
    'campaign_ambiguous',
    `${JSON.stringify(name.slice(0, 200))} could mean ${alike.length} campaigns: ${alike.map((one) => `${JSON.stringify(one.name)} (${one.id})`).join(', ')}.`,
    'Pass the exact name or the id of the one you mean. Nothing was written.',
    { fields: [{ field, problem: 'names more than one campaign' }], allowed: alike.map(({ id }) => id) },
  );

/** The project of a campaign with a similar name; undefined if the located project is itself a campaign. */
export async function findMeantProject(
  store: Store,
  name: string,
  located: Pick<LocatedProject, 'isNew' | 'project'>,
  field: string,
): Promise<Project | undefined> {
  if (!located.isNew && (await store.campaigns.find(located.project.id)) !== undefined) return undefined;
  const alike = await listLooselyEqualCampaigns({ store }, located.isNew ? located.project.name : name);
  const ids = new Set(alike.map(({ id }) => id));
  if (ids.size > 1) throw ambiguous(name, alike, field);
  const [id] = ids;
  return id === undefined ? undefined : store.projects.find(id);
}

/** The exact name wins over a similar one. */
export async function locateCampaign(deps: ProjectDeps, caller: Caller, name: string, field: string) {
  const located = await locateWriteProject(deps, caller, { project: name });
  const project = await findMeantProject(deps.store, name, located, field);
  return project === undefined ? located : { project, isNew: false, changes: [] };
}

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
  const key = entityKey(name);
  const isPart = (one: string) => entityKey(one).includes(key) || key.includes(entityKey(one));
  const near = [...new Set([...nearest(name, names), ...(key.length < 3 ? [] : names.filter(isPart))])];
  return near.length === 0 && names.length <= MAX_SUGGESTIONS ? names : near.slice(0, MAX_SUGGESTIONS);
}

const SAVE_FIRST = 'Save it as a campaign first. Nothing was written.';
const saveStep = ({ name }: Project): NextStep => nextStep('campaign.save', { campaign: name });

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
      `The project ${JSON.stringify(project.name)} is a game but has no campaign yet.`,
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
    'The call does not specify a campaign.',
    project?.kind === 'game'
      ? `The project ${JSON.stringify(project.name)} is a game but has no campaign yet. ${SAVE_FIRST}`
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
