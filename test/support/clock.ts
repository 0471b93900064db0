import { join } from 'node:path';
import { ROOT } from './program.ts';
import type { StdioOptions } from './stdio-client.ts';

/** Options for a server whose clock runs `ms` away from the real one. */
export const shiftedBy = (ms: number): Partial<StdioOptions> => ({
  nodeArgs: ['--import', join(ROOT, 'test', 'support', 'shifted-clock.mjs')],
  env: { TEST_CLOCK_SHIFT_MS: String(ms) },
});
