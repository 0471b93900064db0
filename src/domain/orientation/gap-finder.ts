import type { OrientationFacts, OrientationThresholds } from './facts.ts';
import type { Gap } from './orientation.ts';
import { formatCount } from './wording.ts';

/** Looks for one kind of gap. */
export type GapFinder = (facts: OrientationFacts, thresholds: OrientationThresholds) => Gap | undefined;

export const MAX_NAMED = 3;

export function idsOf(items: readonly { readonly id: string }[]): string {
  const named = items.slice(0, MAX_NAMED).map((item) => item.id);
  return (
    named.join(', ') + (items.length > MAX_NAMED ? `, and ${formatCount(items.length - MAX_NAMED)} more` : '')
  );
}
