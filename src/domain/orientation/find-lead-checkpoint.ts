import type { FactItem, OrientationFacts } from './facts.ts';

/** Where this session left off, as far as its text can be trusted: the newest checkpoint of its own worktree, else the newest of the project. */
export const findLeadCheckpoint = ({
  checkpoints,
  worktree,
}: Pick<OrientationFacts, 'checkpoints' | 'worktree'>): FactItem | undefined => {
  const sound = checkpoints.items.filter(({ isDamaged }) => isDamaged !== true);
  return sound.find((item) => item.worktree === worktree) ?? sound[0];
};
