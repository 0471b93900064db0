import type { OrientationFacts } from './facts.ts';
import { type GapFinder, idsOf } from './gap-finder.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { countOf } from './wording.ts';

/** Everything this report would show, and cannot vouch for. */
function damagedIn({
  delta,
  unreviewedCaptures,
  damagedTraces = [],
  ...facts
}: OrientationFacts): readonly { id: string }[] {
  const items = [
    ...RECORD_KINDS.flatMap(({ list }) => facts[list].items),
    ...(delta === null ? [] : [...delta.own.items, ...delta.changed.map(({ item }) => item)]),
    ...unreviewedCaptures.items,
  ].filter(({ isDamaged }) => isDamaged);
  const ids = new Set([...items.map(({ id }) => id), ...damagedTraces]);
  return [...ids].map((id) => ({ id }));
}

export const damagedItems: GapFinder = (facts) => {
  const damaged = damagedIn(facts);
  if (damaged.length === 0) return undefined;
  return {
    code: 'items_damaged',
    severity: 'critical',
    message: `${countOf(damaged.length, 'stored item does', 'stored items do')} not match the checksum and cannot be shown: ${idsOf(damaged)}.`,
    nextStep:
      'Ask the person to run throughline doctor. If you know the text, save it again with store_memory.',
  };
};
