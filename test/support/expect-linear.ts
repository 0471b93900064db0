import { expect } from 'vitest';

/** The larger input is so many times as long: linear work takes as many times as long, quadratic work that squared. */
const FACTOR = 4;
const MAX_GROWTH = 2 * FACTOR;
/** Other programs on the machine can only add to a measurement, so the least one counts. */
const MAX_ATTEMPTS = 20;

/** The processor time of this process, which runs nothing else meanwhile. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Fails if the work for an input of four times the size takes more than eight times as long. */
export async function expectLinear<Input>(
  size: number,
  inputOf: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<void> {
  const [short, long] = [inputOf(size), inputOf(FACTOR * size)];
  // The first call also compiles what the work needs.
  let shortTime = await timeOf(() => work(short));
  let longTime = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    shortTime = Math.min(shortTime, await timeOf(() => work(short)));
    longTime = Math.min(longTime, await timeOf(() => work(long)));
    if (longTime <= MAX_GROWTH * shortTime) return;
  }
  expect(longTime / shortTime).toBeLessThanOrEqual(MAX_GROWTH);
}
