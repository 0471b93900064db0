import { checkHomeFolder, reportBarrier } from './check-home-folder.ts';
import { checkStore } from './check-store.ts';
import { FINDING_STATUSES, type Finding, type FindingStatus, runCheck } from './finding.ts';
import { type DoctorDeps, findBarrier, type HomeFacts, readHomeFacts } from './home-facts.ts';
import { type Repair, repairPlace, repairStore } from './repair-home.ts';

export interface DoctorOptions {
  readonly isFull: boolean;
  readonly isRepair: boolean;
}

const rank = ({ status }: Finding) => FINDING_STATUSES.indexOf(status);

const checkHome = (homeFacts: HomeFacts, { clientToConnect }: DoctorDeps): readonly Finding[] => [
  ...runCheck('store', () =>
    checkStore(
      homeFacts.store,
      homeFacts.place.store,
      (homeFacts.attached?.length ?? 0) > 0,
      homeFacts.now,
      clientToConnect,
    ),
  ),
  ...runCheck('place', () => checkHomeFolder(homeFacts)),
];

const examine = (deps: DoctorDeps, isFull: boolean): readonly Finding[] => {
  const barrier = findBarrier(deps);
  return barrier === undefined
    ? runCheck('home', () => checkHome(readHomeFacts(deps, isFull), deps))
    : [reportBarrier(barrier, deps.place)];
};

function repair(deps: DoctorDeps): readonly Repair[] {
  if (findBarrier(deps) !== undefined) return [];
  const before = readHomeFacts(deps, true);
  const place = repairPlace(deps, before);
  return [...place, ...repairStore(deps, place.length === 0 ? before : readHomeFacts(deps, true))];
}

/** Examines a home and says what to do; with `isRepair`, first does what is safe. `steady`: what no repair changes. The findings are
 *  as things are after any repair, worst last; `status` is the worst of what remains. */
export function doctor(deps: DoctorDeps, steady: readonly Finding[], { isFull, isRepair }: DoctorOptions) {
  const repairs = isRepair ? runCheck('repair', () => repair(deps)) : [];
  const findings = [...examine(deps, isFull || isRepair), ...steady].toSorted((a, b) => rank(a) - rank(b));
  const worst = [...repairs, ...findings].reduce((most, one) => Math.max(most, rank(one)), 0);
  const status: FindingStatus = FINDING_STATUSES[worst] ?? 'error';
  return { status, repairs, findings };
}

export type DoctorReport = ReturnType<typeof doctor>;
