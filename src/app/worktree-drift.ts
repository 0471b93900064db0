import type { DriftFacts } from '../domain/orientation/drift-facts.ts';
import type { FactItem } from '../domain/orientation/facts.ts';
import type { World } from './world.ts';

const MAX_FILES = 50;

/** Since the checkpoint, if it was written in this very worktree; of another one only what is uncommitted here. */
export async function worktreeDrift(
  world: World,
  worktree: string | null,
  lead: FactItem | undefined,
): Promise<DriftFacts | null> {
  if (worktree === null || lead === undefined) return null;
  const isHere = lead.worktree === worktree;
  const { sessionId } = lead;
  return world.readDrift({
    worktree,
    head: isHere ? lead.head : null,
    branch: isHere ? lead.branch : null,
    files: sessionId === null || !isHere ? [] : await world.store.sessions.listFiles(sessionId, MAX_FILES),
  });
}
