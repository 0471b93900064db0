import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

export const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

export async function timed<Result>(work: () => Promise<Result>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of a whole process, from spawn to exit. */
export const processMs = (
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<number> =>
  timed(async () => {
    const child = spawn(process.execPath, args, {
      stdio: 'ignore',
      env: { ...process.env, ...env },
      cwd,
    });
    await once(child, 'close');
  });

/** Machines are noisy: the two are measured turn by turn, and only their ratio counts. */
export async function ratioOf(
  rounds: number,
  work: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ratio: number; work: number; reference: number }> {
  const [works, references]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    references.push(await reference());
    works.push(await work());
  }
  const [own, other] = [median(works), median(references)];
  return { ratio: own / other, work: own, reference: other };
}

export interface BenchPlace {
  readonly home: string;
  readonly project: string;
}

/** A home and a project folder for the length of `work`. */
export async function inPlace<Result>(work: (place: BenchPlace) => Promise<Result>): Promise<Result> {
  const top = mkdtempSync(join(tmpdir(), 'throughline-bench-'));
  const [home, project] = [join(top, 'home'), join(top, 'lantern')];
  for (const folder of [home, project]) mkdirSync(folder, { mode: 0o700 });
  try {
    return await work({ home, project });
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}
