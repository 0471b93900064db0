import { closeSync, existsSync, fstatSync, mkdirSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HookFailure } from '../domain/orientation/facts.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { openRegularSync } from './files/regular-file.ts';

/** Its name in Throughline's home. */
export const HOOK_LOG = 'hooks.log';

/** Beyond this the log is set aside, and the one before it is gone. */
const MAX_BYTES = 256_000;
/** Of the end of the log, what orientation looks at. */
const TAIL_BYTES = 32_000;

const sizeOf = (path: string): number => {
  const file = openRegularSync(path);
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
};

/** One line of JSON for each failure; for the owner's eyes, as the store is. */
export function logHookFailure(path: string, failure: HookFailure): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path) && sizeOf(path) > MAX_BYTES) renameSync(path, `${path}.1`);
  const file = openRegularSync(path, 'write');
  try {
    writeFileSync(file, `${escapeUnusual(JSON.stringify(failure))}\n`);
  } finally {
    closeSync(file);
  }
}

function tailOf(path: string): string {
  const file = openRegularSync(path);
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

const failureIn = (line: string): HookFailure | undefined => {
  try {
    const value = JSON.parse(line) as Partial<HookFailure>;
    const isWhole = [value.at, value.client, value.event, value.code, value.message].every(
      (part) => typeof part === 'string',
    );
    return isWhole ? (value as HookFailure) : undefined;
  } catch {
    return undefined;
  }
};

/** The last ones, oldest first. What cannot be read is no failure of a hook. */
export function readHookFailures(path: string): readonly HookFailure[] {
  try {
    if (!existsSync(path)) return [];
    return tailOf(path)
      .split('\n')
      .flatMap((line) => failureIn(line) ?? []);
  } catch {
    return [];
  }
}
