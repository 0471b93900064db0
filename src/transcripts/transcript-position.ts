import type { OpenFile } from '../app/ports/system.ts';
import type { TranscriptPosition } from '../domain/capture/transcript-reading.ts';
import { digestOf } from '../domain/id.ts';

const HEAD_BYTES = 4_096;
const SEAM_BYTES = 256;

export async function readBytes(file: OpenFile, from: number, count: number): Promise<Buffer> {
  const bytes = Buffer.alloc(count);
  let filled = 0;
  while (filled < count) {
    const { bytesRead } = await file.read(bytes, filled, count - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

const digest = async (file: OpenFile, from: number, count: number) =>
  digestOf((await readBytes(file, from, count)).toString('latin1'));

export async function positionAt(file: OpenFile, offset: number, line: number): Promise<TranscriptPosition> {
  const seam = Math.min(SEAM_BYTES, offset);
  return {
    offset,
    line,
    head: await digest(file, 0, Math.min(HEAD_BYTES, offset)),
    seam: await digest(file, offset - seam, seam),
  };
}

/** False for a file that was truncated or replaced: it has to be read from its beginning. */
export async function isSameFile(file: OpenFile, known: TranscriptPosition): Promise<boolean> {
  if (!Number.isSafeInteger(known.offset) || known.offset < 0) return false;
  const now = await positionAt(file, known.offset, known.line);
  return now.head === known.head && now.seam === known.seam;
}

/** A text in memory that is read like a file. */
export const textFile = (path: string, text: string): OpenFile => {
  const bytes = Buffer.from(text);
  return {
    path,
    size: bytes.length,
    read: async (buffer, offset, length, position) => ({
      bytesRead: bytes.subarray(position, position + length).copy(buffer, offset),
    }),
    close: async () => undefined,
  };
};
