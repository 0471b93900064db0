import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { LogExam } from '../../../app/ports/doctor.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

interface Log extends LogExam {
  readonly pageSize: number;
  readonly storePages: number;
  /** Page number → where its newest finished version begins in the log. */
  readonly pages: ReadonlyMap<number, number>;
}

type Sums = readonly [number, number];

/** SQLite's checksum of the log, over pairs of 32-bit words. */
function addUp(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  let a = first;
  let b = second;
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0;
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}

const isSum = (bytes: Buffer, at: number, [a, b]: Sums) =>
  bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function readFrames(file: number, size: number, header: Buffer, first: Sums): Log {
  const isBigEndian = header.readUInt32BE(0) === MAGIC + 1;
  const pageSize = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  const pages = new Map<number, number>();
  let open: [number, number][] = [];
  let sums = first;
  let end = HEADER_BYTES;
  let storePages = 0;
  let at = HEADER_BYTES;
  let isOld = false;
  for (; at + frameBytes <= size; at += frameBytes) {
    const frame = readAt(file, at, frameBytes);
    isOld = !frame.subarray(8, 16).equals(salts);
    if (isOld) break;
    sums = addUp(
      frame.subarray(FRAME_HEADER_BYTES),
      isBigEndian,
      addUp(frame.subarray(0, 8), isBigEndian, sums),
    );
    if (!isSum(frame, 16, sums)) break;
    open.push([frame.readUInt32BE(0), at + FRAME_HEADER_BYTES]);
    const committed = frame.readUInt32BE(4);
    if (committed === 0) continue;
    for (const [page, where] of open) pages.set(page, where);
    open = [];
    storePages = committed;
    end = at + frameBytes;
  }
  // Frames of an earlier round remain behind those of this one until they are overwritten. They are no loss.
  const isWhole = end >= size || (isOld && at === end);
  return {
    bytes: size,
    pageCount: pages.size,
    tail: isWhole ? 'whole' : 'cut',
    tailBytes: isWhole ? 0 : size - end,
    pageSize,
    storePages,
    pages,
  };
}

const unreadable = (bytes: number): Log => ({
  bytes,
  pageCount: 0,
  tail: 'unreadable',
  tailBytes: bytes,
  pageSize: 0,
  storePages: 0,
  pages: new Map(),
});

/** The log as SQLite will read it when the next process opens the store; undefined when there is none. */
function readLog(path: string): Log | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const header = readAt(file, 0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || (header.readUInt32BE(0) & ~1) !== MAGIC) return unreadable(size);
    const sums = addUp(header.subarray(0, 24), header.readUInt32BE(0) === MAGIC + 1, [0, 0]);
    return isSum(header, 24, sums) ? readFrames(file, size, header, sums) : unreadable(size);
  } finally {
    closeSync(file);
  }
}

export function examineLog(path: string): LogExam | null {
  const log = readLog(path);
  if (log === undefined) return null;
  const { bytes, pageCount, tail, tailBytes } = log;
  return { bytes, pageCount, tail, tailBytes };
}

const USUAL_PAGE_BYTES = 4_096;
const PAGE_SIZES = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];

const pageSizeIn = (header: Buffer): number | undefined => {
  const stored = header.length < 18 ? 0 : header.readUInt16BE(16);
  return PAGE_SIZES.find((size) => size === (stored === 1 ? 65_536 : stored));
};

/** The pages of a store as they lie in its file and log, read without SQLite, which stops at the first bad one. */
export class StoreImage {
  readonly pageBytes: number;
  readonly usableBytes: number;
  readonly pageCount: number;
  readonly #file: number | undefined;
  readonly #logFile: number | undefined;
  readonly #log: Log | undefined;

  constructor(path: string) {
    this.#file = openIfThere(path);
    this.#logFile = openIfThere(`${path}-wal`);
    this.#log = readLog(`${path}-wal`);
    const size = this.#file === undefined ? 0 : fstatSync(this.#file).size;
    const header = this.#file === undefined ? Buffer.alloc(0) : readAt(this.#file, 0, 100);
    this.pageBytes = this.#log?.pageSize || pageSizeIn(header) || USUAL_PAGE_BYTES;
    this.pageCount = Math.max(this.#log?.storePages ?? 0, Math.ceil(size / this.pageBytes));
    this.usableBytes = this.pageBytes - (this.page(1)?.[20] ?? 0);
  }

  /** Pages are numbered from 1; undefined when neither file nor log has it whole. */
  page(number: number): Buffer | undefined {
    if (number < 1 || number > this.pageCount) return undefined;
    const at = this.#log?.pages.get(number);
    const [file, from] = at === undefined ? [this.#file, (number - 1) * this.pageBytes] : [this.#logFile, at];
    const bytes = file === undefined ? undefined : readAt(file, from, this.pageBytes);
    return bytes?.length === this.pageBytes ? bytes : undefined;
  }

  /** Pages that were given back: what they still hold was deleted, or moved elsewhere. */
  freePages(): ReadonlySet<number> {
    const free = new Set<number>();
    let trunk = this.page(1)?.readUInt32BE(32) ?? 0;
    while (trunk !== 0 && !free.has(trunk)) {
      const page = this.page(trunk);
      if (page === undefined) break;
      free.add(trunk);
      const count = Math.min(page.readUInt32BE(4), this.usableBytes / 4 - 2);
      for (let index = 0; index < count; index += 1) free.add(page.readUInt32BE(8 + index * 4));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  close(): void {
    for (const file of [this.#file, this.#logFile]) if (file !== undefined) closeSync(file);
  }
}
