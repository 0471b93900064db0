import type { Stats } from 'node:fs';
import { access, constants, lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ReadSettings } from '../../app/ports/client-settings.ts';
import { conflict, denied, invalid, ThroughlineError, unavailable } from '../../domain/error.ts';
import { codeOf } from '../files/file-errors.ts';
import { openRegular } from '../files/regular-file.ts';

const UNTOUCHED = 'Nothing was changed.';

export const readOnly = (path: string, problem: string, cause?: unknown): ThroughlineError =>
  denied(
    'settings_read_only',
    `${path} cannot be changed: ${problem}.`,
    `Make it writable. If another program manages it, add the lines there. Run throughline print-config to see them. ${UNTOUCHED}`,
    { cause },
  );

const notAFile = (path: string, cause?: unknown): ThroughlineError =>
  invalid(
    'settings_not_a_file',
    `${path} is not a file, or its parent is not a folder.`,
    `Move it away and run the command again. ${UNTOUCHED}`,
    { cause },
  );

const linkBroken = (path: string): ThroughlineError =>
  invalid(
    'settings_link_broken',
    `${path} is a link to a file that does not exist.`,
    `Create that file or remove the link, then run the command again. ${UNTOUCHED}`,
  );

const notText = (path: string, cause: unknown): ThroughlineError =>
  invalid(
    'settings_not_text',
    `${path} is not UTF-8 text.`,
    `Convert it to UTF-8 and run it again. ${UNTOUCHED}`,
    { cause },
  );

export const changed = (path: string): ThroughlineError =>
  conflict(
    'settings_changed',
    `${path} was changed by another program at the same time.`,
    'The change of that program was kept. Run the command again.',
  );

export const busy = (path: string): ThroughlineError =>
  conflict(
    'settings_busy',
    `${path} is locked by its client, which is writing to it.`,
    `Run it again in a moment. ${UNTOUCHED}`,
  );

const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS'];

function readFailure(path: string, cause: unknown): ThroughlineError {
  if (cause instanceof ThroughlineError) return cause;
  const code = codeOf(cause);
  if (['ENOTDIR', 'EISDIR'].includes(code)) return notAFile(path, cause);
  return unavailable(
    'settings_unreadable',
    `${path} cannot be read (${code}).`,
    `Make it readable for yourself and run it again. ${UNTOUCHED}`,
    { cause },
  );
}

export function toSettingsWriteError(path: string, cause: unknown): ThroughlineError {
  if (cause instanceof ThroughlineError) return cause;
  const code = codeOf(cause);
  if (['ENOTDIR', 'EISDIR', 'EEXIST'].includes(code)) return notAFile(path, cause);
  if (FORBIDDEN.includes(code)) return readOnly(path, `writing is refused (${code})`, cause);
  return unavailable(
    'settings_write_failed',
    `${path} could not be written (${code}).`,
    `Check the space on the disk and run it again. ${UNTOUCHED}`,
    { cause },
  );
}

export interface SettingsLocation {
  readonly real: string;
  readonly stats: Stats | undefined;
  readonly isLink: boolean;
}

const unlessMissing = async <Result>(look: Promise<Result>): Promise<Result | undefined> =>
  look.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

export async function locateSettings(path: string): Promise<SettingsLocation> {
  try {
    const own = await unlessMissing(lstat(path));
    if (own === undefined) return { real: path, stats: undefined, isLink: false };
    const isLink = own.isSymbolicLink();
    const real = isLink ? await unlessMissing(realpath(path)) : path;
    if (real === undefined) throw linkBroken(path);
    const stats = await stat(real);
    if (!stats.isFile()) throw notAFile(path);
    return { real, stats, isLink };
  } catch (error) {
    throw readFailure(path, error);
  }
}

async function readBytes(real: string): Promise<Buffer> {
  const file = await openRegular(real);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

export async function readSettings(path: string): Promise<ReadSettings> {
  const { real, stats, isLink } = await locateSettings(path);
  if (stats === undefined) return { text: null, isLink };
  const bytes = await readBytes(real).catch((error: unknown) => {
    throw readFailure(path, error);
  });
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), isLink };
  } catch (cause) {
    throw notText(path, cause);
  }
}

const WRITE_BITS = 0o222;

/** Without a single write bit it is meant to stay as it is, even if this process runs as root. */
async function checkWritePermission(path: string, stats: Stats, mode: number, what: string): Promise<void> {
  if ((stats.mode & WRITE_BITS) === 0) throw readOnly(path, `the ${what} is read-only`);
  await access(path, mode).catch((cause: unknown) => {
    throw readOnly(path, `the ${what} is not writable for you (${codeOf(cause)})`, cause);
  });
}

/** The folder, or the nearest one above it that is there: it has to take the others. */
async function checkFolder(folder: string): Promise<void> {
  const stats = await unlessMissing(stat(folder));
  if (stats === undefined) return checkFolder(dirname(folder));
  if (!stats.isDirectory()) throw notAFile(folder);
  await checkWritePermission(folder, stats, constants.W_OK | constants.X_OK, 'folder');
}

export async function checkWritable(path: string): Promise<void> {
  const { real, stats } = await locateSettings(path);
  if (stats !== undefined) await checkWritePermission(real, stats, constants.W_OK, 'file');
  try {
    for (const folder of new Set([dirname(real), dirname(path)])) await checkFolder(folder);
  } catch (error) {
    throw readFailure(path, error);
  }
}
