import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Processes } from '../app/ports/system.ts';
import { attempt } from '../lib/attempt.ts';

/** The fields of a process in /proc from its state on; undefined on systems without /proc. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name of the program stands in brackets and may contain anything.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** When it was started, in ticks of the system clock; '' on systems without /proc. */
const startIn = (stat: readonly string[] | undefined): string => stat?.[19] ?? '';

/** A killed process keeps its number until its parent asks how it ended. */
const isDefunct = (stat: readonly string[] | undefined): boolean => ['Z', 'X'].includes(stat?.[0] ?? '');

/** A number is used again by a later process, so the start belongs to the key. */
export const processKey = (pid: number): string => `${hostname()}:${pid}:${startIn(statOf(pid))}`;

/** As `process.kill`; signal 0 only asks. */
type Ask = (pid: number, signal: 0) => unknown;

function isThere(pid: number, ask: Ask): boolean {
  try {
    ask(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const createProcesses = (ask: Ask): Processes => ({
  isRunning(key) {
    const [, host, pid, start] = /^(.*):(\d+):(\d*)$/s.exec(key) ?? [];
    if (host !== hostname() || pid === undefined) return undefined;
    if (!isThere(Number(pid), ask)) return false;
    const stat = statOf(Number(pid));
    return !isDefunct(stat) && (start === '' || startIn(stat) === start);
  },
});
