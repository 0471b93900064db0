import { checkLocation, reportBarrier } from './check-location.ts';
import { checkStore } from './check-store.ts';
import { FINDING_STATUSES, type Finding, type FindingStatus, runCheck } from './finding.ts';
import { type DoctorDeps, findBarrier, type HomeFacts, readHomeFacts } from './home-facts.ts';
import { type Repair, repairPlace, repairStore } from './repair-home.ts';

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

const checkHome = (sight: HomeFacts, { clientToConnect }: DoctorDeps): readonly Finding[] => [
  ...runCheck('store', () =>
    checkStore(sight.store, sight.place.store, (sight.attached?.length ?? 0) > 0, clientToConnect),
  ),
  ...runCheck('place', () => checkLocation(sight)),
];

const examine = (parts: DoctorDeps, isFull: boolean): readonly Finding[] => {
  const barrier = findBarrier(parts);
  return barrier === undefined
    ? runCheck('home', () => checkHome(readHomeFacts(parts, isFull), parts))
    : [reportBarrier(barrier, parts.place)];
};

function repair(parts: DoctorDeps): readonly Repair[] {
  if (findBarrier(parts) !== undefined) return [];
  const before = readHomeFacts(parts, true);
  const place = repairPlace(parts, before);
  return [...place, ...repairStore(parts, place.length === 0 ? before : readHomeFacts(parts, true))];
}

/** Examines a home and says what to do; with `isRepair`, first does what is safe. `steady`: what no repair changes. */
export function doctor(
  parts: DoctorDeps,
  steady: readonly Finding[],
  { isFull, isRepair }: DoctorOptions,
): DoctorReport {
  const repairs = isRepair ? runCheck('repair', () => repair(parts)) : [];
  const findings = [...examine(parts, isFull || isRepair), ...steady].toSorted((a, b) => rank(a) - rank(b));
  const worst = [...repairs, ...findings].reduce((most, one) => Math.max(most, rank(one)), 0);
  return { status: FINDING_STATUSES[worst] ?? 'error', repairs, findings };
}
