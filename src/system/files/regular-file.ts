import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

// Both are absent on Windows, whatever the types say. Without O_NONBLOCK, opening a named pipe waits for its writer.
const NO_WAIT = constants.O_NONBLOCK ?? 0;
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** A folder, pipe, socket or device where a regular file is meant. */
class NotRegularError extends Error {
  readonly code = 'EISDIR';

  constructor(path: string) {
    super(`not a regular file: ${path}`);
    this.name = 'NotRegularError';
  }
}

/**
 * Opens a regular file for reading, and nothing else: the check is made on what was opened, so nothing can be put in its place
 * in between. The path must be free of links.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | NO_WAIT | NO_LINK);
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new NotRegularError(path);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** As `openRegular`, for the program's own files, which may be links; `write` appends, and creates the file. */
export function openRegularSync(path: string, access: 'read' | 'write' = 'read'): number {
  const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT } = constants;
  const flags = access === 'read' ? O_RDONLY : O_WRONLY | O_APPEND | O_CREAT;
  const file = openSync(path, flags | NO_WAIT, 0o600);
  try {
    if (fstatSync(file).isFile()) return file;
    throw new NotRegularError(path);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The whole text; undefined where there is no file. */
export function readRegularSync(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openRegularSync(path);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
