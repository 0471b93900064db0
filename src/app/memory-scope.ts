import { ALL_PROJECTS } from '../domain/project/project.ts';
import { locateKnownProject } from './locate-project.ts';
import { findCurrentSession } from './locate-writer.ts';
import type { RecordFilter } from './ports/windows.ts';
import type { Caller, World } from './world.ts';

/** The project a caller means plus what is global; null is global alone, * is everything. */
export async function scopeOf(
  world: World,
  caller: Caller,
  project: string | null | undefined,
): Promise<RecordFilter['projectIds']> {
  if (project === ALL_PROJECTS) return undefined;
  if (project === null) return [null];
  const current = project === undefined ? await findCurrentSession(world, caller) : undefined;
  const projectId = current?.projectId ?? (await locateKnownProject(world, caller, project)).project.id;
  return [projectId, null];
}
