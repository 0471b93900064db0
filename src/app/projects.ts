import type { Project } from '../domain/project/project.ts';
import { locateKnownProject } from './locate-project.ts';
import { momentOf } from './moment.ts';
import { cleanProjectName, renameChange } from './rename-change.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Caller, World } from './world.ts';

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

export const listProjects = async (world: World): Promise<readonly ListedProject[]> =>
  (await world.store.projects.list(MOST)).map(({ project, sessionCount }) => view(project, sessionCount));

/** Gives a project another name. */
export async function renameProject(
  world: World,
  caller: Caller,
  given: { project: string; name: string },
): Promise<Project> {
  const name = await cleanProjectName(world, given.name);
  return retryOnConflict(async () => {
    const located = await locateKnownProject(world, caller, given.project);
    const { now } = await momentOf(world);
    const { project, changes } = await renameChange(world, located.project, name, now);
    if (changes.length > 0) await world.store.ledger.commit(changes);
    return project;
  });
}
