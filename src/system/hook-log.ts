import { existsSync, fstatSync, mkdirSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HookFailure } from '../domain/orientation/facts.ts';
import { escapeUnusual } from '../domain/quote-text.ts';
import { attempt } from '../lib/attempt.ts';
import { withRegularFile } from './files/regular-file.ts';

export const HOOK_LOG = 'hooks.log';

/** Beyond this the log is set aside, and the one before it is gone. */
const MAX_BYTES = 256_000;
/** Of the end of the log, what orientation looks at. */
const TAIL_BYTES = 32_000;

const sizeOf = (path: string): number => withRegularFile(path, 'read', (file) => fstatSync(file).size);

/** One line of JSON for each failure; for the owner's eyes, as the store is. */
export function logHookFailure(path: string, failure: HookFailure): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path) && sizeOf(path) > MAX_BYTES) renameSync(path, `${path}.1`);
  const line = `${escapeUnusual(JSON.stringify(failure))}\n`;
  withRegularFile(path, 'append', (file) => writeFileSync(file, line));
}

const tailOf = (path: string): string =>
  withRegularFile(path, 'read', (file) => {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  });

const failureIn = (line: string): HookFailure | undefined =>
  attempt(() => {
    const value = JSON.parse(line) as Partial<HookFailure>;
    const parts = [value.at, value.client, value.event, value.code, value.message];
    return parts.every((part) => typeof part === 'string') ? (value as HookFailure) : undefined;
  });

/** The last ones, oldest first. What cannot be read is no failure of a hook. */
export function readHookFailures(path: string): readonly HookFailure[] {
  // Hardly any home has this log, and an error costs more than a look.
  if (!existsSync(path)) return [];
  const lines = attempt(() => tailOf(path).split('\n')) ?? [];
  return lines.flatMap((line) => failureIn(line) ?? []);
}
