import { examined, FINDING_STATUSES, type Finding, type FindingStatus } from './finding.ts';
import { judgeBarrier, judgePlace } from './judge-place.ts';
import { judgeStore } from './judge-store.ts';
import { type Repair, repairPlace, repairStore } from './repair-home.ts';
import { type DoctorParts, findBarrier, lookAt, type Sight } from './sight.ts';

export interface DoctorOptions {
  readonly isFull: boolean;
  readonly isRepair: boolean;
}

export interface DoctorReport {
  /** The worst of what remains. */
  readonly status: FindingStatus;
  readonly repairs: readonly Repair[];
  /** As things are now, after any repair; worst last. */
  readonly findings: readonly Finding[];
}

const rank = ({ status }: Finding) => FINDING_STATUSES.indexOf(status);

const judge = (sight: Sight, { clientToConnect }: DoctorParts): readonly Finding[] => [
  ...examined('store', () =>
    judgeStore(sight.store, sight.place.store, (sight.attached?.length ?? 0) > 0, clientToConnect),
  ),
  ...examined('place', () => judgePlace(sight)),
];

const examine = (parts: DoctorParts, isFull: boolean): readonly Finding[] => {
  const barrier = findBarrier(parts);
  return barrier === undefined
    ? examined('home', () => judge(lookAt(parts, isFull), parts))
    : [judgeBarrier(barrier, parts.place)];
};

function repair(parts: DoctorParts): readonly Repair[] {
  if (findBarrier(parts) !== undefined) return [];
  const before = lookAt(parts, true);
  const place = repairPlace(parts, before);
  return [...place, ...repairStore(parts, place.length === 0 ? before : lookAt(parts, true))];
}

/** Examines a home and says what to do; with `isRepair`, first does what is safe. `steady`: what no repair changes. */
export function doctor(
  parts: DoctorParts,
  steady: readonly Finding[],
  { isFull, isRepair }: DoctorOptions,
): DoctorReport {
  const repairs = isRepair ? examined('repair', () => repair(parts)) : [];
  const findings = [...examine(parts, isFull || isRepair), ...steady].toSorted((a, b) => rank(a) - rank(b));
  const worst = [...repairs, ...findings].reduce((most, one) => Math.max(most, rank(one)), 0);
  return { status: FINDING_STATUSES[worst] ?? 'error', repairs, findings };
}
