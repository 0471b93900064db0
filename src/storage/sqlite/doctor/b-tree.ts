import type { SqlValue } from '../driver.ts';
import type { StoreImage } from './store-image.ts';

export type Value = SqlValue | Uint8Array;

const KINDS: ReadonlyMap<number, PageKind> = new Map([
  [0x02, { isTable: false, isLeaf: false }],
  [0x05, { isTable: true, isLeaf: false }],
  [0x0a, { isTable: false, isLeaf: true }],
  [0x0d, { isTable: true, isLeaf: true }],
]);

interface PageKind {
  readonly isTable: boolean;
  readonly isLeaf: boolean;
}

export interface Cell {
  /** The page of smaller keys; 0 on a leaf. */
  readonly child: number;
  /** 0 in an index. */
  readonly rowid: number;
  /** undefined where the row could not be read, and on inner pages of a table, which hold none. */
  readonly values: readonly Value[] | undefined;
}

const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** SQLite's integers of one to nine bytes, and where the next thing begins. */
function readVarint(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0n;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) throw new RangeError('cut off');
    if (index === 8) return [Number(BigInt.asIntN(64, (value << 8n) | BigInt(byte))), at + 9];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [Number(value), at + index + 1];
  }
  throw new RangeError('cut off');
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function readValue(body: Buffer, type: number, at: number): readonly [value: Value, next: number] {
  if (type === 0) return [null, at];
  if (type === 7) return [body.readDoubleBE(at), at + 8];
  if (type === 8 || type === 9) return [type - 8, at];
  const length = INTEGER_BYTES[type] ?? Math.floor((type - 12) / 2);
  const bytes = body.subarray(at, at + length);
  if (length < 0 || bytes.length < length) throw new RangeError('cut off');
  if (type === 6) return [Number(bytes.readBigInt64BE(0)), at + length];
  if (type < 6) return [bytes.readIntBE(0, length), at + length];
  if (type % 2 === 0) return [bytes, at + length];
  const words = text.decode(bytes);
  // No text that was ever stored has one: this is where a page of it was.
  if (words.includes('\0')) throw new RangeError('zeroed');
  return [words, at + length];
}

function readRecord(body: Buffer): readonly Value[] {
  const [headerBytes, first] = readVarint(body, 0);
  const values: Value[] = [];
  let typeAt = first;
  let at = headerBytes;
  while (typeAt < headerBytes) {
    const [type, nextType] = readVarint(body, typeAt);
    const [value, next] = readValue(body, type, at);
    values.push(value);
    typeAt = nextType;
    at = next;
  }
  if (at !== body.length) throw new RangeError('not a record');
  return values;
}

/** The part of a long row that lies on this page; the rest is on a chain of others. */
function localBytes(total: number, usable: number, isTable: boolean): number {
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (total <= most) return total;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((total - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

function readPayload(image: StoreImage, page: Buffer, at: number, total: number, isTable: boolean): Buffer {
  const local = localBytes(total, image.usableBytes, isTable);
  if (total < 1 || at + local > image.usableBytes || total > image.pageCount * image.pageBytes) {
    throw new RangeError('beyond the page');
  }
  const parts = [page.subarray(at, at + local)];
  let next = local < total ? page.readUInt32BE(at + local) : 0;
  for (let left = total - local; left > 0; ) {
    const overflow = image.page(next);
    if (overflow === undefined) throw new RangeError('the rest of it is gone');
    const part = overflow.subarray(4, Math.min(image.usableBytes, 4 + left));
    parts.push(part);
    left -= part.length;
    next = overflow.readUInt32BE(0);
  }
  return parts.length === 1 ? (parts[0] ?? page) : Buffer.concat(parts);
}

function readCell(image: StoreImage, page: Buffer, start: number, { isTable, isLeaf }: PageKind): Cell {
  const child = isLeaf ? 0 : page.readUInt32BE(start);
  let at = isLeaf ? start : start + 4;
  if (isTable && !isLeaf) return { child, rowid: 0, values: undefined };
  let rowid = 0;
  try {
    const [total, afterTotal] = readVarint(page, at);
    at = afterTotal;
    if (isTable) [rowid, at] = readVarint(page, at);
    return { child, rowid, values: readRecord(readPayload(image, page, at, total, isTable)) };
  } catch {
    return { child, rowid, values: undefined };
  }
}

function readTreePage(image: StoreImage, number: number) {
  const page = image.page(number);
  const start = number === 1 ? 100 : 0;
  const kind = KINDS.get(page?.[start] ?? 0);
  if (page === undefined || kind === undefined) return undefined;
  const pointersAt = start + (kind.isLeaf ? 8 : 12);
  const promised = page.readUInt16BE(start + 3);
  const count = Math.min(promised, Math.floor((page.length - pointersAt) / 2));
  const cells = Array.from({ length: count }, (_, index) => page.readUInt16BE(pointersAt + index * 2))
    .filter((at) => at > pointersAt && at <= page.length - 4)
    .map((at) => readCell(image, page, at, kind));
  return {
    ...kind,
    cells,
    isIntact: cells.length === promised,
    /** The page of the largest keys; 0 on a leaf. */
    lastChild: kind.isLeaf ? 0 : page.readUInt32BE(start + 8),
  };
}

/** Every cell that can be reached from the root, in order. A bad page costs only what is below it. */
export function walkTree(
  image: StoreImage,
  root: number,
  isTable: boolean,
  seen: Set<number>,
  visit: (cell: Cell) => void,
) {
  let isWhole = true;
  const go = (number: number): void => {
    const page = seen.has(number) ? undefined : readTreePage(image, number);
    if (page === undefined || page.isTable !== isTable) {
      isWhole = false;
      return;
    }
    seen.add(number);
    if (!page.isIntact) isWhole = false;
    for (const cell of page.cells) {
      if (!page.isLeaf) go(cell.child);
      if (page.isLeaf || !isTable) visit(cell);
    }
    if (!page.isLeaf) go(page.lastChild);
  };
  go(root);
  return { isWhole };
}

/** Leaves of tables that no tree leads to any more, because the page that led there is bad. */
export function* orphanedCells(image: StoreImage, seen: ReadonlySet<number>): Generator<Cell> {
  const free = image.freePages();
  for (let number = 2; number <= image.pageCount; number += 1) {
    if (seen.has(number) || free.has(number)) continue;
    const page = readTreePage(image, number);
    if (page?.isTable && page.isLeaf) yield* page.cells;
  }
}
