import { checkText } from '../domain/check-text.ts';
import { conflict } from '../domain/error.ts';
import type { Instant } from '../domain/instant.ts';
import { formerNameKey, type Project } from '../domain/project/project.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps, StoreDeps } from './deps.ts';
import { checkProjectName, locateKnownProject } from './locate-project.ts';
import { locateRequestedProject } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { readTime } from './time-context.ts';

const MAX_NAME = 200;

export async function cleanProjectName(deps: Pick<Deps, 'redactor'>, given: string, field = 'name') {
  checkText(field, given, { max: MAX_NAME, isRequired: true });
  const { content } = await redactTexts(deps.redactor, { name: given.trim().normalize('NFC') });
  checkProjectName(field, content.name);
  return content.name;
}

interface Renaming {
  readonly project: Project;
  readonly changes: readonly Change[];
}

/** Two projects may not end up with one name; the old name still leads to it, until another project is called so. */
export async function renameChange(
  deps: Pick<Deps, 'games' | 'store'>,
  project: Project,
  name: string,
  now: Instant,
  field = 'name',
): Promise<Renaming> {
  if (project.name === name) return { project, changes: [] };
  const namesakes = await deps.store.projects.listNamed(name);
  const alike = project.kind === 'game' ? await deps.games.listNamedAlike(deps.store, name) : [];
  const taken = [...namesakes, ...alike].find(({ id }) => id !== project.id);
  if (taken !== undefined) {
    throw conflict(
      'project_name_taken',
      `Another project is already named ${JSON.stringify(taken.name)}.`,
      'Choose another name; nothing was written.',
      { fields: [{ field, problem: 'is taken' }] },
    );
  }
  const renamed = { ...project, name, version: project.version + 1 };
  return {
    project: renamed,
    changes: [
      {
        kind: 'project',
        project: renamed,
        expectedVersion: project.version,
        keys: [formerNameKey(project.name)],
        renamedAt: now,
      },
    ],
  };
}

const MAX_PROJECTS = 500;

export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly folder: string | null;
  readonly session_count: number;
  readonly created_at: string;
}

const view = (project: Project, sessionCount: number): ListedProject => ({
  id: project.id,
  name: project.name,
  kind: project.kind,
  folder: project.anchorPath,
  session_count: sessionCount,
  created_at: project.createdAt,
});

export const listProjects = async (deps: StoreDeps): Promise<readonly ListedProject[]> =>
  (await deps.store.projects.list(MAX_PROJECTS)).map(({ project, sessionCount }) =>
    view(project, sessionCount),
  );

export async function renameProject(
  deps: ProjectDeps & Pick<Deps, 'games'>,
  caller: Caller,
  given: { project: string; name: string },
): Promise<Project> {
  const name = await cleanProjectName(deps, given.name);
  return retryOnConflict(async () => {
    const located = await locateKnownProject(deps, caller, given.project);
    const { now } = await readTime(deps);
    const { project, changes } = await renameChange(deps, located.project, name, now);
    if (changes.length > 0) await deps.store.ledger.commit(changes);
    return project;
  });
}

export async function findProject(
  deps: ProjectDeps,
  caller: Caller,
  { project }: { readonly project?: string | undefined },
) {
  const { project: found } = await locateRequestedProject(deps, caller, project);
  return { projectId: found.id, projectName: found.name };
}
