import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import type { TextFile } from '../../app/ports/files.ts';
import { invalid, ThroughlineError } from '../../domain/error.ts';
import { describeFailure, notRegular, type Place, refusal } from './failure.ts';

export async function readText(place: Place, maxBytes: number): Promise<TextFile> {
  const handle = await openRegular(place);
  try {
    const bytes = await readUpTo(handle, maxBytes + 1);
    const decoded = decode(bytes.subarray(0, maxBytes), place);
    return { path: place.path, text: decoded.text, isCut: bytes.length > maxBytes || decoded.isTorn };
  } catch (error) {
    throw error instanceof ThroughlineError ? error : describeFailure(error, place);
  } finally {
    await handle.close();
  }
}

// Absent on Windows, whatever the types say.
const FOLLOW_NOTHING = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const ATTEMPTS = 3;

/** What is open is what was checked: neither a swapped link nor a swapped folder leads elsewhere. */
async function openRegular(place: Place): Promise<FileHandle> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const handle = await open(place.path, constants.O_RDONLY | FOLLOW_NOTHING).catch((error: unknown) => {
      throw describeFailure(error, place);
    });
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw notRegular(place);
      if (await isStillAt(place.path, stats)) return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
    // Whoever writes files atomically replaces them: look again before suspecting anything.
    await handle.close();
  }
  throw place.refuse('was changed while it was opened');
}

async function isStillAt(path: string, opened: BigIntStats): Promise<boolean> {
  try {
    const [real, now] = await Promise.all([realpath(path), lstat(path, { bigint: true })]);
    return real === path && now.ino === opened.ino && now.dev === opened.dev;
  } catch {
    return false;
  }
}

const CHUNK_BYTES = 65_536;

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let left = maxBytes; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, left));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(chunks);
}

/** Torn: the bytes end within a character, which is left out. */
function decode(bytes: Buffer, place: Place): { text: string; isTorn: boolean } {
  try {
    if (bytes.includes(0)) throw new TypeError('NUL');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return { text: text.replace(/^\uFEFF/, ''), isTorn: Buffer.byteLength(text) < bytes.length };
  } catch (cause) {
    const hint = 'Name a text file, or convert it to UTF-8 first.';
    throw refusal(invalid, 'file_not_text', place, 'is not a UTF-8 text file', hint, cause);
  }
}
