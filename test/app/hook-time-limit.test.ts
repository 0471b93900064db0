import { describe, expect, it } from 'vitest';
import { runHook } from '../../src/main/run-hook.ts';
import { environmentIn, inputOf } from '../support/run-in-process.ts';
import { place } from '../support/server.ts';

/** The milliseconds after which a hook ends whose process has already run for `uptimeMs`. */
async function limitAfter(uptimeMs: number): Promise<number | undefined> {
  const limits: number[] = [];
  const environment = {
    ...environmentIn(place(), 80, [], '{}'),
    uptimeMs: () => uptimeMs,
    exitAfter: (ms: number) => void limits.push(ms),
  };
  const input = inputOf(environment, { 'hook-timeout-ms': '1800' });
  await runHook(['claude-code', 'stop'], input, environment, '0');
  return limits[0];
}

describe('the time limit of a hook', () => {
  it('counts from the start of the process', async () => {
    expect(await limitAfter(0)).toBe(1_800);
    expect(await limitAfter(450)).toBe(1_350);
  });

  it('leaves a process that started slowly a little time to run', async () => {
    expect(await limitAfter(5_000)).toBe(100);
  });
});
