import type { FactItem, OrientationFacts } from './facts.ts';

const isWritten = ({ source }: FactItem) => source !== 'derived';

/**
 * Where this session left off: the newest checkpoint somebody wrote in its own worktree, else one derived there, else
 * the newest of the project. What was put together from traces never takes the place of somebody's word.
 */
export function findLeadCheckpoint({
  checkpoints,
  worktree,
}: Pick<OrientationFacts, 'checkpoints' | 'worktree'>): FactItem | undefined {
  const { items } = checkpoints;
  const here = items.filter((item) => item.worktree === worktree);
  return here.find(isWritten) ?? here[0] ?? items.find(isWritten) ?? items[0];
}
