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

export interface Ratio {
  readonly ratio: number;
  readonly work: number;
  readonly reference: number;
}

/** Machines are noisy: all are measured turn by turn with the reference, and only the ratio of each counts. */
export async function ratiosOf(
  rounds: number,
  works: readonly (() => Promise<number>)[],
  reference: () => Promise<number>,
): Promise<readonly Ratio[]> {
  const references: number[] = [];
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    references.push(await reference());
    for (const [index, work] of works.entries()) times[index]?.push(await work());
  }
  const other = median(references);
  return times.map(median).map((own) => ({ ratio: own / other, work: own, reference: other }));
}

export async function ratioOf(
  rounds: number,
  work: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Ratio> {
  const [ratio] = await ratiosOf(rounds, [work], reference);
  if (ratio === undefined) throw new Error('Nothing was measured.');
  return ratio;
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
