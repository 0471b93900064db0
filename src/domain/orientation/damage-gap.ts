import { nextStep } from '../next-step.ts';
import type { OrientationFacts } from './facts.ts';
import { type GapFinder, idsOf } from './gap-finder.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import { countOf } from './wording.ts';

interface Damaged {
  readonly id: string;
  readonly isDamaged?: boolean;
  readonly isSubjectDamaged?: boolean;
}

const idsIn = (items: readonly Damaged[]) =>
  items.filter((one) => one.isDamaged || one.isSubjectDamaged).map(({ id }) => id);

/** Records that this report would show. */
const damagedRecords = ({ delta, ...facts }: OrientationFacts): readonly string[] => [
  ...RECORD_KINDS.flatMap(({ list }) => idsIn(facts[list].items)),
  ...(delta === null ? [] : idsIn([...delta.own.items, ...delta.changed.map(({ item }) => item)])),
];

export const damagedItems: GapFinder = (facts) => {
  const records = damagedRecords(facts);
  const others = [...(facts.damagedTraces ?? []), ...idsIn(facts.unreviewedCaptures.items)];
  const damaged = [...new Set([...records, ...others])].map((id) => ({ id }));
  if (damaged.length === 0) return undefined;
  return {
    code: 'items_damaged',
    severity: records.length > 0 ? 'critical' : 'warning',
    message: `${countOf(damaged.length, 'stored item does', 'stored items do')} not match the checksum and cannot be shown: ${idsOf(damaged)}.`,
    hint: 'Find the damage. If you know the text of a damaged record, restore it.',
    next: [nextStep('doctor.run'), nextStep('memory.restore')],
  };
};
