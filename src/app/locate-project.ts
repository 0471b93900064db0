import { isAbsolute } from 'node:path';
import { checkText } from '../domain/check-text.ts';
import { conflict, invalid, notFound } from '../domain/error.ts';
import { derivedId } from '../domain/id.ts';
import type { Instant } from '../domain/instant.ts';
import { nextStep } from '../domain/next-step.ts';
import {
  ALL_PROJECTS,
  formerNameKey,
  GENERAL_PROJECT_NAME,
  isProjectIdShaped,
  nameKey,
  type Project,
  pathKeys,
} from '../domain/project/project.ts';
import type { Session } from '../domain/session/session.ts';
import { nearest } from '../lib/nearest.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps, StoreDeps } from './deps.ts';
import {
  isDisabledFor,
  projectDisabled,
  refuseDisabledProject,
} from './disabled-projects/refuse-disabled.ts';
import type { Change } from './ports/ledger.ts';
import type { FolderIdentity } from './ports/system.ts';
import { refuseUnknownProjectId } from './project-errors.ts';
import { redactTexts } from './redact-content.ts';

export interface Checkout {
  readonly worktree: string | null;
  readonly branch: string | null;
  readonly head: string | null;
}

export interface LocatedProject {
  readonly project: Project;
  /** Nothing was ever written to it. */
  readonly isNew: boolean;
  /** Committed with the first write: that the project exists, or that its folder moved. */
  readonly changes: readonly Change[];
}

const MAX_PROJECT_NAME = 1_000;

export const checkoutOf = (identity: FolderIdentity | undefined): Checkout => ({
  worktree: identity?.worktree ?? null,
  branch: identity?.branch ?? null,
  head: identity?.head ?? null,
});

/** Where something is written: the branch may have been switched since its session began. */
export async function checkoutForWrite(
  deps: Pick<Deps, 'folders' | 'redactor'>,
  caller: Caller,
  session: Session | null,
): Promise<Checkout> {
  const placeOf = ({ worktree, branch, head }: Session): Checkout => ({ worktree, branch, head });
  if (session !== null && session.worktree === null) return placeOf(session);
  const here = checkoutOf(identifyCaller(deps, caller));
  if (session !== null && here.worktree !== session.worktree) return placeOf(session);
  return { ...here, ...(await redactTexts(deps.redactor, { branch: here.branch })).content };
}

export const identifyCaller = (deps: Pick<Deps, 'folders'>, caller: Caller): FolderIdentity | undefined =>
  caller.folder === null ? undefined : deps.folders.identify(caller.folder);

export const known = (project: Project): LocatedProject => ({ project, isNew: false, changes: [] });

const projectId = (key: string, ...distinguishing: readonly string[]) =>
  derivedId('prj', key, ...distinguishing);

export function created(draft: Omit<Project, 'id' | 'version'>, ...more: readonly string[]): LocatedProject {
  const whole: Project = { ...draft, id: projectId(draft.key, ...more), version: 1 };
  return {
    project: whole,
    isNew: true,
    changes: [{ kind: 'project', project: whole, expectedVersion: 0, keys: [whole.key] }],
  };
}

/** A moved folder is the same project, unless the old path still exists. */
async function findMoved(
  deps: Pick<Deps, 'folders' | 'store'>,
  identity: FolderIdentity,
): Promise<LocatedProject | undefined> {
  if (identity.fingerprint === '') return undefined;
  const project = await deps.store.projects.findByFingerprint(identity.fingerprint);
  if (project === undefined || project.anchorPath === null || deps.folders.exists(project.anchorPath))
    return undefined;
  const moved = { ...project, anchorPath: identity.anchorPath, version: project.version + 1 };
  return {
    project: moved,
    isNew: false,
    changes: [{ kind: 'project', project: moved, expectedVersion: project.version, keys: [identity.key] }],
  };
}

export async function locateFolder(
  deps: Pick<Deps, 'folders' | 'store'>,
  identity: FolderIdentity,
  now: Instant,
): Promise<LocatedProject> {
  const { key, name, anchorPath, fingerprint } = identity;
  const project = await deps.store.projects.findByKey(key);
  if (project !== undefined && !hasLeft(deps, project, anchorPath)) return known(project);
  const moved = await findMoved(deps, identity);
  if (moved !== undefined) return moved;
  const draft = { key, name, kind: 'work' as const, anchorPath, fingerprint, createdAt: now };
  return project === undefined ? created(draft) : created(draft, fingerprint);
}

/** The known project has moved elsewhere, so this folder is another project. */
const hasLeft = (deps: Pick<Deps, 'folders'>, project: Project, anchorPath: string): boolean =>
  project.anchorPath !== null && project.anchorPath !== anchorPath && deps.folders.exists(project.anchorPath);

/** Refuses names that would be read as an id, a path or all projects. */
export function checkProjectName(field: string, name: string): void {
  const isAll = name.normalize('NFKC') === ALL_PROJECTS;
  const isId = isProjectIdShaped(name);
  if (!isAll && !isId && !isAbsolute(name)) return;
  throw invalid(
    'project_name_reserved',
    `No project can be named ${JSON.stringify(name)}: ${isAll ? 'it means all projects' : `it would be taken for ${isId ? 'an id' : 'a path'}`}.`,
    'Pass another name, or the name of an existing project; nothing was written.',
    { fields: [{ field, problem: 'is reserved' }] },
  );
}

/** Renamed since: by the names it has given up, and by the one its id was made from. */
async function findFormer({ store }: StoreDeps, name: string): Promise<Project | undefined> {
  const [byName, byId] = await Promise.all([
    store.projects.findByKey(formerNameKey(name)),
    store.projects.find(projectId(nameKey(name))),
  ]);
  return byName ?? byId;
}

export async function locateName(
  deps: Pick<Deps, 'readOff' | 'redactor' | 'store'>,
  caller: Caller,
  given: string,
  now: Instant,
): Promise<LocatedProject> {
  checkText('project', given, { max: MAX_PROJECT_NAME });
  const byId = isProjectIdShaped(given) ? await deps.store.projects.find(given.trim()) : undefined;
  if (byId !== undefined) return known(byId);
  const { content } = await redactTexts(deps.redactor, { name: given.trim().normalize('NFC') });
  const all = await deps.store.projects.listNamed(content.name);
  const named = all.filter((project) => !isDisabledFor(deps, caller, project));
  if (named.length < all.length && named.length === 0) throw projectDisabled();
  if (named.length > 1) {
    throw conflict(
      'project_ambiguous',
      `${named.length} projects are named ${JSON.stringify(content.name)}.`,
      'Pass `project` with the id of the one you mean.',
      { allowed: named.map(({ id, anchorPath }) => (anchorPath === null ? id : `${id} (${anchorPath})`)) },
    );
  }
  const project = named[0] ?? (await findFormer(deps, content.name));
  if (project !== undefined) return known(project);
  if (isProjectIdShaped(content.name)) return refuseUnknownProjectId(deps, content.name);
  checkProjectName('project', content.name);
  return created({
    key: nameKey(content.name),
    name: content.name,
    kind: 'work',
    anchorPath: null,
    fingerprint: '',
    createdAt: now,
  });
}

/** A path that a caller names is only compared with known ones, or with the caller's own folder; it is not opened. */
async function locatePath(
  deps: Pick<Deps, 'folders' | 'store'>,
  path: string,
  caller: Caller,
  now: Instant,
): Promise<LocatedProject> {
  const own = identifyCaller(deps, caller);
  if (own !== undefined && (path === own.worktree || path === caller.folder))
    return locateFolder(deps, own, now);
  for (const key of pathKeys(path)) {
    const project = await deps.store.projects.findByKey(key);
    if (project !== undefined) return known(project);
  }
  throw notFound(
    'project_not_found',
    `There is no project at ${JSON.stringify(path)}.`,
    'Use Throughline in that folder once, or pass `project` with a plain name.',
    { fields: [{ field: 'project', problem: 'is a path without a project' }] },
  );
}

async function locate(
  deps: ProjectDeps,
  caller: Caller,
  given: string | undefined,
): Promise<LocatedProject | undefined> {
  const now = deps.clock.now();
  const named = given ?? deps.settings.project ?? undefined;
  if (named !== undefined) {
    return isAbsolute(named) ? locatePath(deps, named, caller, now) : locateName(deps, caller, named, now);
  }
  if (caller.folder === null) return undefined;
  const identity = identifyCaller(deps, caller);
  return identity === undefined
    ? locateName(deps, caller, GENERAL_PROJECT_NAME, now)
    : locateFolder(deps, identity, now);
}

/** The project a call is about: the one it names, else the configured one, else the caller's folder. */
export async function locateProject(deps: ProjectDeps, caller: Caller, given: string | undefined) {
  const located = await locate(deps, caller, given);
  if (located !== undefined) refuseDisabledProject(deps, caller, located.project);
  return located;
}

/** For reading: a name that nothing was ever written to is a mistake, not an empty project. */
export async function locateKnownProject(deps: ProjectDeps, caller: Caller, given: string | undefined) {
  const located = await locateProject(deps, caller, given);
  if (located === undefined) {
    throw invalid(
      'project_required',
      'This connection does not specify a project.',
      'Pass `project`: the id or name of a project.',
      { fields: [{ field: 'project', problem: 'is missing' }] },
    );
  }
  if (located.isNew && given !== undefined && !isAbsolute(given)) {
    const names = nearest(given, await deps.store.projects.listNames(500));
    throw notFound(
      'project_not_found',
      `No project is named ${JSON.stringify(given)}.`,
      names.length > 0
        ? `Did you mean ${names.map((name) => JSON.stringify(name)).join(' or ')}?`
        : 'Pass the name or id of an existing project, or start a session to create this one.',
      names.length > 0
        ? { allowed: names }
        : { next: [nextStep('project.list'), nextStep('session.start', { project: given })] },
    );
  }
  return located;
}
