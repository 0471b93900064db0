import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type Log, readLog } from './write-ahead-log.ts';

const USUAL_PAGE_BYTES = 4_096;
const PAGE_SIZES = [512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536];

const openIfThere = (path: string): number | undefined => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

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
    const header = this.#file === undefined ? Buffer.alloc(0) : this.#read(this.#file, 0, 100);
    this.pageBytes = this.#log?.pageSize || pageSizeIn(header) || USUAL_PAGE_BYTES;
    this.pageCount = Math.max(this.#log?.storePages ?? 0, Math.ceil(size / this.pageBytes));
    this.usableBytes = this.pageBytes - (this.page(1)?.[20] ?? 0);
  }

  /** Pages are numbered from 1; undefined when neither file nor log has it whole. */
  page(number: number): Buffer | undefined {
    if (number < 1 || number > this.pageCount) return undefined;
    const at = this.#log?.pages.get(number);
    const [file, from] = at === undefined ? [this.#file, (number - 1) * this.pageBytes] : [this.#logFile, at];
    const bytes = file === undefined ? undefined : this.#read(file, from, this.pageBytes);
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

  #read(file: number, at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  }
}
