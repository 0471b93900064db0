import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { type LocatedProject, locateKnownProject } from './locate-project.ts';
import { findCurrentSession, projectOf } from './locate-writer.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

/** The project a reader means: by name or id, else that of its session, else that of its folder. */
export async function locateMeantProject(
  deps: Needs,
  caller: Caller,
  project: string | undefined,
): Promise<LocatedProject> {
  const current = project === undefined ? await findCurrentSession(deps, caller) : undefined;
  return current === undefined ? locateKnownProject(deps, caller, project) : projectOf(deps, current);
}

export interface FoundProject {
  readonly projectId: string;
  readonly projectName: string;
}

export async function findProject(
  deps: Needs,
  caller: Caller,
  { project }: { readonly project?: string | undefined },
): Promise<FoundProject> {
  const { project: found } = await locateMeantProject(deps, caller, project);
  return { projectId: found.id, projectName: found.name };
}
