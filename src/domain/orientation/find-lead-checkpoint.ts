import type { FactItem, OrientationFacts } from './facts.ts';

/** Where this session left off: the newest checkpoint of its own worktree, else the newest of the project. */
export const findLeadCheckpoint = ({
  checkpoints,
  worktree,
}: Pick<OrientationFacts, 'checkpoints' | 'worktree'>): FactItem | undefined =>
  checkpoints.items.find((item) => item.worktree === worktree) ?? checkpoints.items[0];
