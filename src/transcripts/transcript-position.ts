import type { FileHandle } from 'node:fs/promises';
import { digestOf } from '../domain/id.ts';

/** Where reading goes on, and by what the file is known again. It is JSON. */
export interface TranscriptPosition {
  /** In bytes, always at the beginning of a line. */
  readonly offset: number;
  /** Lines before it. */
  readonly line: number;
  /** Digest of the first bytes of the file, at most HEAD_BYTES and none beyond the offset. */
  readonly head: string;
  /** Digest of the last bytes before the offset. */
  readonly seam: string;
}

const HEAD_BYTES = 4_096;
const SEAM_BYTES = 256;

export async function readBytes(file: FileHandle, from: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  let filled = 0;
  while (filled < count) {
    const { bytesRead } = await file.read(bytes, filled, count - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

const digest = async (file: FileHandle, from: number, count: number) =>
  digestOf((await readBytes(file, from, count)).toString('latin1'));

export async function positionAt(file: FileHandle, offset: number, line: number): Promise<TranscriptPosition> {
  const seam = Math.min(SEAM_BYTES, offset);
  return {
    offset,
    line,
    head: await digest(file, 0, Math.min(HEAD_BYTES, offset)),
    seam: await digest(file, offset - seam, seam),
  };
}

/** False for a file that was shortened, or replaced by another: it has to be read anew. */
export async function isSameFile(file: FileHandle, size: number, known: TranscriptPosition): Promise<boolean> {
  if (!Number.isSafeInteger(known.offset) || known.offset < 0 || size < known.offset) return false;
  const now = await positionAt(file, known.offset, known.line);
  return now.head === known.head && now.seam === known.seam;
}
