import { basename } from 'node:path';
import { ThroughlineError } from '../../domain/error.ts';
import { nextStep } from '../../domain/next-step.ts';
import { countOf } from '../../domain/orientation/wording.ts';
import type { RecoveredTable, Recovery } from '../ports/doctor.ts';
import {
  checkHomeFolder,
  hasWrongMode,
  isUntouchable,
  properMode,
  reportBarrier,
} from './check-home-folder.ts';
import { checkStore } from './check-store.ts';
import {
  error,
  FINDING_STATUSES,
  type Finding,
  type FindingStatus,
  ok,
  runCheck,
  sizeOf,
} from './finding.ts';
import { type DoctorDeps, findBarrier, type HomeFacts, readHomeFacts } from './home-facts.ts';

export interface Repair extends Finding {
  readonly tables?: readonly RecoveredTable[];
}

/** Recovery needs space for the new store while it is built and copied into place. */
const SPACE_FACTOR = 2.5;

function attempt(what: string, work: () => readonly Repair[]): readonly Repair[] {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ThroughlineError) return [error('repair', cause.message, cause.hint)];
    const message = cause instanceof Error ? cause.message : String(cause);
    return [error('repair', `${what} failed: ${message}.`, 'Do it by hand, or as the owner.')];
  }
}

const done = (found: string): readonly Repair[] => [ok('repair', found)];

export function repairPlace({ machine, store }: DoctorDeps, homeFacts: HomeFacts): readonly Repair[] {
  const modes = homeFacts.paths
    .filter(hasWrongMode)
    .filter((facts) => facts.mayChangeMode && !isUntouchable(facts, homeFacts))
    .flatMap((facts) =>
      attempt(`Setting the permissions of ${facts.path}`, () => {
        machine.setMode(facts.path, properMode(facts));
        return done(
          `Set the permissions of ${facts.path} to ${properMode(facts).toString(8).padStart(4, '0')}.`,
        );
      }),
    );
  const drafts = homeFacts.drafts
    .filter(({ isAbandoned }) => isAbandoned)
    .flatMap(({ files }) => files)
    .flatMap(({ path, bytes }) =>
      attempt(`Removing ${path}`, () => {
        store.removeDraft(path);
        return done(`Removed the unfinished file ${basename(path)} (${sizeOf(bytes)}).`);
      }),
    );
  return [...modes, ...drafts];
}

const refusedInUse = ({ attached = [] }: HomeFacts): readonly Repair[] => [
  error(
    'repair',
    `The store was not repaired: ${attached.map(({ pid, name }) => `${pid} (${name})`).join(', ')} ${attached.length === 1 ? 'has' : 'have'} it open.`,
    'Stop them (close the clients that started them), then run throughline doctor --repair again.',
  ),
];

const isLossy = ({ lost, counted: how }: RecoveredTable) => lost > 0 || how !== 'exactly';

const renderLoss = ({ lost, counted: how }: RecoveredTable): string => {
  if (how === 'unknown') return 'an unknown number';
  return how === 'exactly' ? String(lost) : `at least ${lost}`;
};

function renderTotalLoss(tables: readonly RecoveredTable[]): string {
  const lost = tables.reduce((sum, table) => sum + table.lost, 0);
  if (tables.every(({ counted: how }) => how === 'exactly')) {
    return `${countOf(lost, 'row')} could not be saved.`;
  }
  return lost === 0
    ? 'Part of it is lost, with an unknown number of rows.'
    : `At least ${countOf(lost, 'row')} could not be saved. Part of it is lost, with an unknown number of rows.`;
}

function reportRecovery({ aside, tables, remadeProjectCount }: Recovery, homeFacts: HomeFacts) {
  if (aside === null) {
    const copy = homeFacts.backups[0] ?? homeFacts.leftovers.find(({ kind }) => kind === 'copy');
    return [
      error(
        'repair',
        'Nothing could be read from the damaged store, so it was not changed.',
        'Restore a backup, or move the file away. The next session then creates a new store.',
        [nextStep('backup.restore', { file: copy?.path })],
      ),
    ];
  }
  const list = tables
    .filter((table) => table.saved > 0 || isLossy(table))
    .map((table) => `${table.table} ${table.saved}${isLossy(table) ? ` (${renderLoss(table)} lost)` : ''}`)
    .join(', ');
  const projects =
    remadeProjectCount === 0
      ? ''
      : ` ${countOf(remadeProjectCount, 'project')} with a lost row got a name derived from its key.`;
  const found = `Renamed the damaged store to ${basename(aside)} and copied to a new one: ${list}.${projects}`;
  if (!tables.some(isLossy)) return [{ ...ok('repair', found), tables }];
  return [
    {
      ...error(
        'repair',
        `${found} ${renderTotalLoss(tables)}`,
        `Keep ${aside}, and look for the missing rows in a backup.`,
      ),
      tables,
    },
  ];
}

function recover({ store, clock }: DoctorDeps, homeFacts: HomeFacts, bytes: number): readonly Repair[] {
  const needed = bytes * SPACE_FACTOR;
  if (homeFacts.freeBytes !== undefined && homeFacts.freeBytes < needed) {
    return [
      error(
        'repair',
        `The damaged store was not changed: copying it needs about ${sizeOf(needed)}, and ${sizeOf(homeFacts.freeBytes)} are free.`,
        'Free some space on that disk, then run throughline doctor --repair again.',
      ),
    ];
  }
  return attempt('Saving what can be read', () => reportRecovery(store.recover(clock.now()), homeFacts));
}

/** What is derived, or a new store for a damaged one. Not while others have it open; never what is not ours. */
export function repairStore(deps: DoctorDeps, homeFacts: HomeFacts): readonly Repair[] {
  const { store: exam, attached = [] } = homeFacts;
  if (exam.state === 'damaged' || exam.state === 'misshapen') {
    return attached.length > 0 ? refusedInUse(homeFacts) : recover(deps, homeFacts, exam.bytes);
  }
  if (exam.state !== 'sound') return [];
  const differences = exam.differences.filter(({ problem }) => problem !== 'unknown');
  // What was written while a trigger was not there never reached its index.
  const areTriggersWrong = differences.some(({ kind }) => kind === 'trigger');
  const indexes = exam.indexes
    .filter(({ problem }) => areTriggersWrong || problem !== null)
    .map(({ name }) => name);
  const areCountersWrong = exam.wrongCounterCount > 0;
  const areMigrationsWrong = exam.wrongMigrations.length > 0;
  const searchTexts = exam.checksums.damaged
    .filter(({ kind }) => kind === 'search text')
    .map(({ place }) => place);
  const isWrong =
    indexes.length + differences.length + searchTexts.length > 0 || areCountersWrong || areMigrationsWrong;
  if (attached.length > 0) return isWrong ? refusedInUse(homeFacts) : [];
  if (!isWrong && exam.log === null) return [];
  const keepsLog = exam.log !== null && exam.log.tail !== 'whole';
  return attempt('Repairing the store', () => {
    const mending = { indexes, areCountersWrong, differences, areMigrationsWrong, searchTexts, keepsLog };
    const kept = deps.store.repairInPlace(mending, deps.clock.now());
    return [
      ...differences.flatMap(({ kind, name }) => done(`Created the ${kind} ${name} again.`)),
      ...indexes.flatMap((name) => done(`Built the text index ${name} again.`)),
      ...(searchTexts.length > 0
        ? done(`Made ${countOf(searchTexts.length, 'search text')} again from the stored texts.`)
        : []),
      ...(areCountersWrong ? done('Counted the records again.') : []),
      ...(areMigrationsWrong ? done('Corrected the list of migrations.') : []),
      ...(kept === null ? [] : done(`Kept a copy of the log as ${basename(kept)}.`)),
      ...(exam.log === null ? [] : done('Moved the log into the store.')),
    ];
  });
}

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
