import type { OpenFile } from '../app/ports/files.ts';
import type { TranscriptEntry } from '../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../domain/capture/transcript-reading.ts';
import { splitLines } from './split-lines.ts';
import { isSameFile, positionAt } from './transcript-position.ts';

export interface ReadLimits {
  /** At most this much is parsed; of a longer backlog its beginning and its end. */
  readonly maxBytes: number;
  /** A line that is longer, even without what is too long in it to be words, is left out. */
  readonly maxLineBytes: number;
  /** Reading stops soon after it is aborted, at the end of a line. */
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  readonly file: OpenFile;
  /** null: from the beginning. */
  readonly from: TranscriptPosition | null;
  readonly parse: (text: string, line: number) => readonly TranscriptEntry[];
  readonly onEntries: (entries: readonly TranscriptEntry[]) => void;
  /** Called before the first entries when the file is not the one `from` was taken in, and is read anew: what was
   *  made of the old one no longer counts. */
  readonly onAnew?: () => void;
  readonly limits: ReadLimits;
}

export interface ReadOutcome {
  readonly position: TranscriptPosition;
  /** All that was there at the beginning of the reading has been read or left out on purpose. */
  readonly isComplete: boolean;
  readonly skippedBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Of a backlog that is too long: this share of the limit for how it began, the rest for how it ended. */
const HEAD_SHARE = 1 / 8;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = /^\ufeff/;

interface Place {
  readonly offset: number;
  readonly line: number;
}

interface Reading extends ReadOptions {
  readonly chunk: Buffer;
}

const isAborted = ({ limits }: Reading) => limits.signal?.aborted === true;

async function nextChunk({ file, chunk }: Reading, at: number, end: number): Promise<Buffer> {
  const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - at), at);
  return chunk.subarray(0, bytesRead);
}

/** Parses from line to line; stops at the last line that ended before `end`. */
async function readStretch(reading: Reading, from: Place, end: number): Promise<Place & { dropped: number }> {
  const { parse, onEntries, limits } = reading;
  const splitter = splitLines(limits.maxLineBytes);
  let { line } = from;
  let at = from.offset;
  while (at < end && !isAborted(reading)) {
    const bytes = await nextChunk(reading, at, end);
    if (bytes.length === 0) break;
    at += bytes.length;
    const entries: TranscriptEntry[] = [];
    splitter.push(bytes, (text) => {
      line++;
      if (text !== undefined)
        entries.push(...parse(line === 1 ? text.replace(BYTE_ORDER_MARK, '') : text, line));
    });
    if (entries.length > 0) onEntries(entries);
  }
  return { offset: at - splitter.openBytes(), line, dropped: splitter.droppedBytes() };
}

/** The first line that begins at or after `target`, or the last one there is; lines that are skipped are counted all
 *  the same. null when time is up. */
async function findLine(reading: Reading, from: Place, target: number, end: number): Promise<Place | null> {
  let { line, offset } = from;
  for (let at = offset; at < end; ) {
    if (isAborted(reading)) return null;
    const bytes = await nextChunk(reading, at, end);
    if (bytes.length === 0) break;
    for (let found = bytes.indexOf(NEWLINE); found !== -1; found = bytes.indexOf(NEWLINE, found + 1)) {
      line++;
      offset = at + found + 1;
      if (offset >= target) return { offset, line };
    }
    at += bytes.length;
  }
  return { offset, line };
}

async function readBacklog(
  reading: Reading,
  from: Place,
  size: number,
): Promise<Place & { skipped: number }> {
  const { maxBytes } = reading.limits;
  const tailBytes = maxBytes - Math.floor(maxBytes * HEAD_SHARE);
  const begun = await readStretch(reading, from, from.offset + Math.floor(maxBytes * HEAD_SHARE));
  const tail = await findLine(reading, begun, size - tailBytes, size);
  if (tail === null) return { ...begun, skipped: begun.dropped };
  const ended = await readStretch(reading, tail, size);
  return { ...ended, skipped: begun.dropped + (tail.offset - begun.offset) + ended.dropped };
}

async function readFrom(reading: Reading, from: Place, size: number): Promise<Place & { skipped: number }> {
  if (size - from.offset > reading.limits.maxBytes) return readBacklog(reading, from, size);
  const { dropped, ...place } = await readStretch(reading, from, size);
  return { ...place, skipped: dropped };
}

/** Reads on where it stopped the last time, line by line, in constant memory. The last line is left for the next
 *  time unless it has ended. */
export async function readTranscript(options: ReadOptions): Promise<ReadOutcome> {
  const { file, from, onAnew } = options;
  const isSame = from !== null && (await isSameFile(file, from));
  if (from !== null && !isSame) onAnew?.();
  const reading: Reading = { ...options, chunk: Buffer.allocUnsafe(CHUNK_BYTES) };
  const start: Place = from !== null && isSame ? from : { offset: 0, line: 0 };
  const { offset, line, skipped } = await readFrom(reading, start, file.size);
  return {
    position: await positionAt(file, offset, line),
    isComplete: !isAborted(reading),
    skippedBytes: skipped,
  };
}
