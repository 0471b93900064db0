import type { DriftFacts } from '../domain/orientation/drift-facts.ts';
import type { FactItem } from '../domain/orientation/facts.ts';
import type { Deps } from './deps.ts';

const MAX_FILES = 50;

/** What moved here since the checkpoint, also where it was written in another worktree: commits are shared. */
export async function worktreeDrift(
  deps: Pick<Deps, 'folders' | 'readDrift' | 'store'>,
  worktree: string | null,
  lead: FactItem | undefined,
): Promise<DriftFacts | null> {
  if (worktree === null || lead === undefined) return null;
  const { sessionId, head, branch } = lead;
  // A folder that is gone was moved or removed: what was written there belongs here now.
  const isElsewhere =
    lead.worktree !== null && lead.worktree !== worktree && deps.folders.exists(lead.worktree);
  return deps.readDrift({
    worktree,
    head,
    branch,
    files: sessionId === null ? [] : await deps.store.sessions.listFiles(sessionId, MAX_FILES),
    isElsewhere,
  });
}
