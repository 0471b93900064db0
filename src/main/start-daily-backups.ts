import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { type BackupProcess, keepDailyBackups } from '../app/backup/keep-daily-backups.ts';
import type { Deps } from '../app/deps.ts';
import type { StoreCapabilities } from '../app/ports/store.ts';
import type { Config } from '../config/schema.ts';
import { attempt } from '../lib/attempt.ts';
import type { ProcessEnvironment } from './process-environment.ts';

/** Runs `throughline backup --daily` for the same store, with a low priority. */
function startBackup(
  { home, store }: Config,
  { program, env }: Pick<ProcessEnvironment, 'program' | 'env'>,
): BackupProcess {
  const args = [program.path, 'backup', '--daily', '--home', home, '--store', store];
  const child = spawn(program.node, args, {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const { pid } = child;
  if (pid !== undefined) attempt(() => setPriority(pid, constants.priority.PRIORITY_LOW));
  const words: string[] = [];
  child.stderr.on('data', (chunk) => words.push(String(chunk)));
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      const message = words
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^throughline: /, '');
      resolve(code === 0 || signal === 'SIGKILL' ? null : message || `ended with code ${code}`);
    });
  });
  child.unref();
  return { ended, kill: () => void child.kill('SIGKILL') };
}

/** For a server; undefined where no backups are made. */
export function startDailyBackups(
  { listBackups, clock }: Pick<Deps, 'listBackups' | 'clock'>,
  { hasFileBackups }: StoreCapabilities,
  config: Config,
  environment: ProcessEnvironment,
  log: (line: string) => void,
) {
  if (!config.dailyBackup || config.readOnly || !hasFileBackups) return undefined;
  return keepDailyBackups({ listBackups, clock, log, start: () => startBackup(config, environment) });
}
