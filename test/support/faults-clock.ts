import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Home } from './faults-home.ts';
import { ROOT } from './program.ts';

const SHIM = pathToFileURL(join(ROOT, 'test', 'faults', 'shifted-clock.mjs')).href;

/** A clock that can be set while programs run by it. */
export function shiftableClock({ root }: Home) {
  const file = join(root, 'clock-shift-ms');
  const shift = (ms: number) => writeFileSync(file, String(ms));
  shift(0);
  return { shift, env: { NODE_OPTIONS: `--import ${SHIM}`, FAULT_CLOCK_FILE: file } };
}
