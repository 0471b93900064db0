import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { locateProject } from '../locate-project.ts';
import { findCurrentSession, projectOf } from '../locate-writer.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

/** Whether the caller is at a game: its session's project is one, else its folder's. */
export async function isAtGame(deps: Needs, caller: Caller): Promise<boolean> {
  const session = await findCurrentSession(deps, caller);
  const located =
    session === undefined ? await locateProject(deps, caller, undefined) : await projectOf(deps, session);
  return located?.project.kind === 'game';
}

/** A campaign anywhere can be played from anywhere, by its name. */
export const mayPlay = async (deps: Needs, caller: Caller): Promise<boolean> =>
  (await deps.store.campaigns.list(1)).length > 0 || (await isAtGame(deps, caller));
