import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (command: string, ...args: string[]) => void execFileSync(command, args, { stdio: 'pipe' });

/** A file system of its own in memory; call the second to take it away. */
export function mountMemory(options: string): readonly [path: string, unmount: () => void] {
  const path = mkdtempSync(join(tmpdir(), 'throughline-mount-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path);
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  return [
    path,
    () => {
      run('umount', '--lazy', path);
      rmdirSync(path);
    },
  ];
}

export const remountReadOnly = (path: string): void => run('mount', '-o', 'remount,ro', path);
export const remountWritable = (path: string): void => run('mount', '-o', 'remount,rw', path);

function findReason(): string | undefined {
  if (process.platform !== 'linux') return 'file systems are mounted on Linux only';
  try {
    const [, unmount] = mountMemory('size=1m');
    unmount();
    return undefined;
  } catch {
    return 'this user may not mount a file system';
  }
}

/** Why the tests that need a file system of their own are skipped; undefined where they run. */
export const noMountReason = findReason();
export const unlessMounted = noMountReason === undefined ? '' : ` (skipped: ${noMountReason})`;
