import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProcesses, processKey } from '../../src/system/processes.ts';

const processes = createProcesses((pid, signal) => process.kill(pid, signal));
const isLinux = existsSync('/proc/self/stat');

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(10);
}

describe('processes', () => {
  it('distinguishes a running process from a killed one', async () => {
    const child = spawn('sleep', ['600']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const key = processKey(Number(child.pid));
    expect(processes.isRunning(key)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(processes.isRunning(key)).toBe(false);
  });

  // Only the system's own table tells a process that nobody has waited for from one that runs.
  it.runIf(isLinux)(
    'does not take a killed process for a running one while its parent has not reaped it',
    async () => {
      // The shell becomes a program that never waits for the child it inherited.
      const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600']);
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      const key = processKey(pid);
      expect(processes.isRunning(key)).toBe(true);
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
      process.kill(pid, 'SIGKILL');
      await until(() => processes.isRunning(key) === false);
      expect(existsSync(`/proc/${pid}`)).toBe(true);
    },
  );

  it('returns undefined for a process of another machine', () => {
    expect(processes.isRunning('another.machine.example:1:1')).toBeUndefined();
  });
});
