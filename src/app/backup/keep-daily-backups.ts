import { HOUR_MS, type Instant, msOf } from '../../domain/instant.ts';
import type { BackupFile } from '../ports/backups.ts';
import type { Clock } from '../ports/system.ts';

/** Less than a day, so that a machine that is on from nine to five gets one each day at about the same time. */
const DUE_AFTER_MS = 20 * HOUR_MS;

const KEPT_COUNT = 7;

const isDaily = ({ reason }: BackupFile) => reason === 'daily';

/** Compares the distance, so that a backup dated in the future does not stop all others. */
export const isDailyBackupDue = (backups: readonly BackupFile[], now: Instant): boolean =>
  !backups.some((one) => isDaily(one) && Math.abs(msOf(now) - msOf(one.madeAt)) < DUE_AFTER_MS);

/** Daily backups beyond the number that is kept. Those of other reasons stay until a person deletes them. */
export const spentDailyBackups = (newestFirst: readonly BackupFile[]): readonly BackupFile[] =>
  newestFirst.filter(isDaily).slice(KEPT_COUNT);

/** A process of its own that makes one backup. */
export interface BackupProcess {
  /** Resolves when it ends, with what went wrong; null if nothing did. Never rejects. */
  readonly ended: Promise<string | null>;
  kill(): void;
}

interface DailyBackupDeps {
  listBackups(): readonly BackupFile[];
  readonly clock: Clock;
  start(): BackupProcess;
  log(line: string): void;
}

/** After the start: many servers live for minutes only, and all of them are slow in their first seconds. */
const FIRST_LOOK_MS = 20_000;

/**
 * For processes that serve: looks once an hour whether a backup is due, and has another process make it, because SQLite copies a
 * store without a pause in between. Its timers do not keep the process alive.
 */
export function keepDailyBackups(
  { listBackups, clock, start, log }: DailyBackupDeps,
  { firstMs = FIRST_LOOK_MS, everyMs = HOUR_MS } = {},
) {
  let running: BackupProcess | undefined;
  let lastProblem: string | null = null;

  async function look(): Promise<void> {
    if (running !== undefined || !isDailyBackupDue(listBackups(), clock.now())) return;
    running = start();
    const problem = await running.ended;
    running = undefined;
    if (problem !== null && problem !== lastProblem) log(`daily backup: ${problem}`);
    lastProblem = problem;
  }

  function wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      timer = wait(everyMs);
      void look();
    }, ms).unref();
  }

  let timer = wait(firstMs);
  return {
    stop(): void {
      clearTimeout(timer);
      running?.kill();
    },
  };
}
