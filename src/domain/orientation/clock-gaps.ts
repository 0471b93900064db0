import { isAhead } from '../clock-order.ts';
import type { Instant } from '../instant.ts';
import { nextStep } from '../next-step.ts';
import { REPLACED_TYPES } from '../record/lifecycle.ts';
import type { FactItem, OrientationFacts } from './facts.ts';
import { type GapFinder, idsOf } from './gap-finder.ts';
import { countOf, dateOf } from './wording.ts';

/** The store gives these newest first, so a later time further back was written by a clock that was ahead. */
const newestFirstLists = (facts: OrientationFacts) => [
  facts.checkpoints,
  facts.focus,
  facts.constraints,
  facts.warnings,
  facts.lessons,
  facts.decisions,
  facts.preferences,
  facts.relationalDeltas,
];

function outOfOrder(items: readonly FactItem[]): readonly FactItem[] {
  let earliest: Instant | undefined;
  return items.filter(({ createdAt }) => {
    const isOut = earliest !== undefined && isAhead(createdAt, earliest);
    if (earliest === undefined || createdAt < earliest) earliest = createdAt;
    return isOut;
  });
}

export const clockAhead: GapFinder = (facts) => {
  const lists = newestFirstLists(facts);
  const future = [...lists, facts.openLoops]
    .flatMap(({ items }) => items)
    .filter(({ createdAt }) => isAhead(createdAt, facts.now));
  const misdated = [...new Set([...future, ...lists.flatMap(({ items }) => outOfOrder(items))])];
  const latest = misdated
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
  if (latest === undefined) return undefined;
  return {
    code: 'clock_ahead',
    severity: 'warning',
    message: `The clock of this machine was ahead when ${countOf(misdated.length, 'record was', 'records were')} written, dated up to ${dateOf(latest)}: ${idsOf(misdated)}. Records are shown in the order they were written.`,
    ...(misdated.some(({ type }) => REPLACED_TYPES.includes(type))
      ? {
          hint: 'Do not rely on their dates. Write a new checkpoint when you end this session; it replaces a misdated one.',
          next: [nextStep('session.end')],
        }
      : {
          hint: 'Do not rely on their dates. Resolve those that no longer apply.',
          next: [nextStep('memory.update', { status: 'resolved' })],
        }),
  };
};
