import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { locateProject } from './locate-project.ts';
import { findCurrentSession, projectOf } from './locate-session.ts';

export async function isAtGame(deps: ProjectDeps, caller: Caller): Promise<boolean> {
  const session = await findCurrentSession(deps, caller);
  const located =
    session === undefined ? await locateProject(deps, caller, undefined) : await projectOf(deps, session);
  return located?.project.kind === 'game';
}

/** A game anywhere can be played from anywhere, by its name. */
export const mayPlay = async (deps: ProjectDeps & Pick<Deps, 'games'>, caller: Caller): Promise<boolean> =>
  (await deps.games.hasAny(deps.store)) || (await isAtGame(deps, caller));
