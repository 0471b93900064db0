import { createDigest, type Digest } from '../domain/id.ts';
import { createPause } from '../lib/slices.ts';

/** Of the text that the parts make. */
export async function digestInSlices(parts: Iterable<string>): Promise<Digest> {
  const pause = createPause();
  const sum = createDigest();
  for (const part of parts) {
    sum.update(part);
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  return sum.digest();
}
