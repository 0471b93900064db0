import { conflict, denied, invalid, ThroughlineError, unavailable } from '../../domain/error.ts';
import { codeOf } from '../files/file-errors.ts';

const UNTOUCHED = 'Nothing was changed.';

export const readOnly = (path: string, problem: string, cause?: unknown): ThroughlineError =>
  denied(
    'settings_read_only',
    `${path} cannot be changed: ${problem}.`,
    `Make it writable. If another program manages it, add the lines there. Run throughline print-config to see them. ${UNTOUCHED}`,
    { cause },
  );

export const notAFile = (path: string, cause?: unknown): ThroughlineError =>
  invalid(
    'settings_not_a_file',
    `${path} is not a file, or its parent is not a folder.`,
    `Move it away and run the command again. ${UNTOUCHED}`,
    { cause },
  );

export const linkBroken = (path: string): ThroughlineError =>
  invalid(
    'settings_link_broken',
    `${path} is a link to a file that does not exist.`,
    `Create that file or remove the link, then run the command again. ${UNTOUCHED}`,
  );

export const notText = (path: string, cause: unknown): ThroughlineError =>
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

export function readFailure(path: string, cause: unknown): ThroughlineError {
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
