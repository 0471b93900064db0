import type { OpenFile } from '../app/ports/system.ts';
import type { TranscriptFormat } from '../app/ports/transcripts.ts';
import type { TranscriptEntry } from '../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../domain/capture/transcript-reading.ts';
import { ThroughlineError } from '../domain/error.ts';
import { splitLines } from './split-lines.ts';
import { isSameFile, positionAt, readBytes } from './transcript-position.ts';

export interface ReadLimits {
  /** Of a longer backlog only the beginning and the end are parsed. */
  readonly maxBytes: number;
  /** A line that is longer even without its long strings is skipped. */
  readonly maxLineBytes: number;
  /** Reading stops at the end of a line soon after it is aborted. */
  readonly signal?: AbortSignal;
}

export interface ReadOptions {
  readonly file: OpenFile;
  /** null: from the beginning. */
  readonly from: TranscriptPosition | null;
  readonly parse: (text: string, line: number) => readonly TranscriptEntry[];
  readonly onEntries: (entries: readonly TranscriptEntry[]) => void;
  /**
   * Called before the first entries if the file was replaced and is read from its beginning: earlier results no longer
   * count.
   */
  readonly onRestart?: () => void;
  readonly limits: ReadLimits;
}

export interface ReadOutcome {
  readonly position: TranscriptPosition;
  /** Everything that was in the file at the start was read or skipped on purpose. */
  readonly isComplete: boolean;
  readonly skippedBytes: number;
}

const CHUNK_BYTES = 256 * 1024;
/** The share of the limit for the beginning of a long backlog; the rest is for its end. */
const HEAD_SHARE = 1 / 8;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = /^\ufeff/;

interface LinePosition {
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

const LINE_END = Buffer.from([NEWLINE]);

/** Some clients write no line break after the last line; one that is still being written is no whole value. */
function isWholeValue(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Stops after the last line that ends before `end`. */
async function readLines(
  reading: Reading,
  from: LinePosition,
  end: number,
): Promise<LinePosition & { dropped: number }> {
  const { parse, onEntries, limits, file } = reading;
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
  const place = { offset: at - splitter.openBytes(), line, dropped: splitter.droppedBytes() };
  if (at < file.size || place.offset === at || isAborted(reading)) return place;
  let last: string | undefined;
  splitter.push(LINE_END, (text) => {
    last = text;
  });
  if (last === undefined || !isWholeValue(last)) return place;
  onEntries(parse(last, line + 1));
  return { offset: at, line: line + 1, dropped: splitter.droppedBytes() };
}

/** After a last line without a line break, the break that follows ends no other line. */
async function withoutBreakOf(file: OpenFile, { offset, line }: LinePosition): Promise<LinePosition> {
  if (offset === 0) return { offset, line };
  const [before, ...after] = await readBytes(file, offset - 1, 3);
  const next = after[0] === RETURN ? 1 : 0;
  return { offset: before !== NEWLINE && after[next] === NEWLINE ? offset + next + 1 : offset, line };
}

/** The first line that starts at or after `target`, or the last one. Skipped lines are counted. null if time is up. */
async function findLine(
  reading: Reading,
  from: LinePosition,
  target: number,
  end: number,
): Promise<LinePosition | null> {
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
  from: LinePosition,
  size: number,
): Promise<LinePosition & { skipped: number }> {
  const { maxBytes } = reading.limits;
  const tailBytes = maxBytes - Math.floor(maxBytes * HEAD_SHARE);
  const begun = await readLines(reading, from, from.offset + Math.floor(maxBytes * HEAD_SHARE));
  const tail = await findLine(reading, begun, size - tailBytes, size);
  if (tail === null) return { ...begun, skipped: begun.dropped };
  const ended = await readLines(reading, tail, size);
  return { ...ended, skipped: begun.dropped + (tail.offset - begun.offset) + ended.dropped };
}

async function readFrom(
  reading: Reading,
  from: LinePosition,
  size: number,
): Promise<LinePosition & { skipped: number }> {
  if (size - from.offset > reading.limits.maxBytes) return readBacklog(reading, from, size);
  const { dropped, ...place } = await readLines(reading, from, size);
  return { ...place, skipped: dropped };
}

/**
 * Continues at the last position, line by line, in constant memory. A last line that is not complete is left for the next call.
 */
export async function readTranscript(options: ReadOptions): Promise<ReadOutcome> {
  const { file, from, onRestart } = options;
  const isSame = from !== null && (await isSameFile(file, from));
  if (from !== null && !isSame) onRestart?.();
  const reading: Reading = { ...options, chunk: Buffer.allocUnsafe(CHUNK_BYTES) };
  const start = from !== null && isSame ? await withoutBreakOf(file, from) : { offset: 0, line: 0 };
  const { offset, line, skipped } = await readFrom(reading, start, file.size);
  return {
    position: await positionAt(file, offset, line),
    isComplete: !isAborted(reading),
    skippedBytes: skipped,
  };
}

/** Clients that write JSON name their folder as `cwd` in one of the first lines. */
const HEAD_BYTES = 256 * 1024;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/;

/** The first `cwd` in the file, which is the folder where the conversation started; null if there is none. */
export async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const head = await readBytes(file, 0, Math.min(HEAD_BYTES, file.size));
    const [, text] = FOLDER.exec(head.toString('utf8')) ?? [];
    return text === undefined ? null : String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Of a longer backlog only the beginning and the end are parsed, within the time and memory of a hook. */
const MAX_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1_000_000;

/** The file up to the end of the line that contains the last of `maxBytes` bytes. */
async function beginningOf(file: OpenFile, from: number, maxBytes: number): Promise<OpenFile> {
  for (let at = from + maxBytes; at < file.size; at += CHUNK_BYTES) {
    const newline = (await readBytes(file, at, Math.min(CHUNK_BYTES, file.size - at))).indexOf(NEWLINE);
    if (newline !== -1) return { ...file, size: at + newline + 1 };
  }
  return file;
}

/** The entries of one line; none for a broken or unknown line. Never throws. */
export type ParseLine = (text: string, line: number) => readonly TranscriptEntry[];

interface LineFormat {
  /** Called once per reading. What it keeps between lines is gone in the next one, so it may only improve entries. */
  readonly parserFor: (file: OpenFile) => ParseLine | Promise<ParseLine>;
  readonly folderOf: TranscriptFormat['folderOf'];
}

/** A transcript to which the client appends lines. */
export const lineFormat = ({ parserFor, folderOf }: LineFormat): TranscriptFormat => ({
  async read({ file: whole, from, limitMs, maxBytes }) {
    const file = maxBytes === undefined ? whole : await beginningOf(whole, from?.offset ?? 0, maxBytes);
    const entries: TranscriptEntry[] = [];
    let isRestarted = false;
    try {
      const { position, skippedBytes } = await readTranscript({
        file,
        from,
        parse: await parserFor(file),
        onEntries: (more) => entries.push(...more),
        onRestart: () => {
          isRestarted = true;
        },
        limits: {
          maxBytes: maxBytes === undefined ? MAX_BYTES : Number.POSITIVE_INFINITY,
          maxLineBytes: MAX_LINE_BYTES,
          signal: AbortSignal.timeout(limitMs),
        },
      });
      return { position, entries, isRestarted, skippedBytes };
    } catch (error) {
      if (error instanceof ThroughlineError) return undefined;
      throw error;
    }
  },
  folderOf,
});
