import { HOUR_MS } from '../../domain/instant.ts';
import type { BackupFile } from '../ports/backups.ts';
import type { Clock } from '../ports/system.ts';
import { isDailyBackupDue } from './daily-backup.ts';

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
export const FIRST_LOOK_MS = 20_000;

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
