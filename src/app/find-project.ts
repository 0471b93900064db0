import { type LocatedProject, locateKnownProject } from './locate-project.ts';
import { findCurrentSession, projectOf } from './locate-writer.ts';
import type { Caller, World } from './world.ts';

/** The project a reader means: by name or id, else that of its session, else that of its folder. */
export async function locateMeantProject(
  world: World,
  caller: Caller,
  project: string | undefined,
): Promise<LocatedProject> {
  const current = project === undefined ? await findCurrentSession(world, caller) : undefined;
  return current === undefined ? locateKnownProject(world, caller, project) : projectOf(world, current);
}

export interface FoundProject {
  readonly projectId: string;
  readonly projectName: string;
}

export async function findProject(
  world: World,
  caller: Caller,
  { project }: { readonly project?: string | undefined },
): Promise<FoundProject> {
  const { project: found } = await locateMeantProject(world, caller, project);
  return { projectId: found.id, projectName: found.name };
}
