import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

// Both are absent on Windows, although the types say otherwise. Without O_NONBLOCK, opening a named pipe waits for its writer.
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

/** Checks what was opened, so that nothing can be put in its place in between. The path must be free of links. */
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

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT } = constants;
const FLAGS = { read: O_RDONLY, append: O_WRONLY | O_APPEND | O_CREAT };

/** As `openRegular`, for the program's own files, which may be links; `append` creates the file. Closes it after the work. */
export function withRegularFile<Result>(
  path: string,
  access: keyof typeof FLAGS,
  work: (file: number) => Result,
): Result {
  const file = openSync(path, FLAGS[access] | NO_WAIT, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new NotRegularError(path);
    return work(file);
  } finally {
    closeSync(file);
  }
}

export function readRegularSync(path: string): string | undefined {
  try {
    return withRegularFile(path, 'read', (file) => readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function readStart(file: number, maxBytes: number): Buffer {
  const buffer = Buffer.alloc(Math.min(fstatSync(file).size, maxBytes));
  let length = 0;
  for (let count = -1; count !== 0 && length < buffer.length; length += count)
    count = readSync(file, buffer, length, buffer.length - length, length);
  return buffer.subarray(0, length);
}
