import { ALL_PROJECTS } from '../domain/project/project.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { locateKnownProject } from './locate-project.ts';
import { findCurrentSession } from './locate-writer.ts';
import type { RecordFilter } from './ports/readers.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

/** The project a caller means plus what is global; null is global alone, * is everything. */
export async function scopeOf(
  deps: Needs,
  caller: Caller,
  project: string | null | undefined,
): Promise<RecordFilter['projectIds']> {
  if (project === ALL_PROJECTS) return undefined;
  if (project === null) return [null];
  const current = project === undefined ? await findCurrentSession(deps, caller) : undefined;
  const projectId = current?.projectId ?? (await locateKnownProject(deps, caller, project)).project.id;
  return [projectId, null];
}
