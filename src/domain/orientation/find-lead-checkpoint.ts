import type { Instant } from '../instant.ts';
import type { FactItem, OrientationFacts } from './facts.ts';

const isLate = ({ createdAt, continuedAt }: FactItem): boolean =>
  continuedAt !== undefined && continuedAt <= createdAt;

/** What a session writes after it was continued counts as written at that moment: its successors know more. */
const countsFrom = (item: FactItem): Instant => (isLate(item) ? (item.continuedAt ?? '') : item.createdAt);

/** Checkpoints or focuses in the order in which they lead, from a list that has the newest first. */
export function leadingFirst(items: readonly FactItem[]): readonly FactItem[] {
  const leading = items.filter((item) => !isLate(item));
  // The others keep their order, because dates are unreliable where a clock was wrong.
  for (const late of items.filter(isLate)) {
    const after = leading.findIndex((item) => countsFrom(item) < countsFrom(late));
    leading.splice(after === -1 ? leading.length : after, 0, late);
  }
  return leading;
}

/** Where this session left off, as far as its text can be trusted: the newest checkpoint of its own worktree, else the newest of the project. */
export const findLeadCheckpoint = ({
  checkpoints,
  worktree,
}: Pick<OrientationFacts, 'checkpoints' | 'worktree'>): FactItem | undefined => {
  const sound = leadingFirst(checkpoints.items).filter(({ isDamaged }) => isDamaged !== true);
  return sound.find((item) => item.worktree === worktree) ?? sound[0];
};
