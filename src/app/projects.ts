import type { Project } from '../domain/project/project.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import { momentOf } from './moment.ts';
import { cleanProjectName, renameChange } from './rename-change.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

const MOST = 500;

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

export const listProjects = async (deps: Pick<Deps, 'store'>): Promise<readonly ListedProject[]> =>
  (await deps.store.projects.list(MOST)).map(({ project, sessionCount }) => view(project, sessionCount));

/** Gives a project another name. */
export async function renameProject(
  deps: Needs,
  caller: Caller,
  given: { project: string; name: string },
): Promise<Project> {
  const name = await cleanProjectName(deps, given.name);
  return retryOnConflict(async () => {
    const located = await locateKnownProject(deps, caller, given.project);
    const { now } = await momentOf(deps);
    const { project, changes } = await renameChange(deps, located.project, name, now);
    if (changes.length > 0) await deps.store.ledger.commit(changes);
    return project;
  });
}
