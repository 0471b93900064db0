import { locateProject } from '../locate-project.ts';
import { findCurrentSession, projectOf } from '../locate-writer.ts';
import type { Caller, World } from '../world.ts';

/** Whether the caller is at a game: its session's project is one, else its folder's. */
export async function isAtGame(world: World, caller: Caller): Promise<boolean> {
  const session = await findCurrentSession(world, caller);
  const located =
    session === undefined ? await locateProject(world, caller, undefined) : await projectOf(world, session);
  return located?.project.kind === 'game';
}

/** A campaign anywhere can be played from anywhere, by its name. */
export const mayPlay = async (world: World, caller: Caller): Promise<boolean> =>
  (await world.store.campaigns.list(1)).length > 0 || (await isAtGame(world, caller));
