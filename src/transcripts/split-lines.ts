const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_BYTES = 64 * 1024;

interface LineCompactor {
  /** Takes bytes up to the end of the line and returns their number. */
  take(bytes: Uint8Array): number;
  /** undefined if the line is too long even without its long strings. */
  text(): string | undefined;
  /** Bytes that were left out. */
  droppedBytes(): number;
}

/** Whether the next byte of the string is escaped by a backslash. */
function endsEscaped(piece: Uint8Array, wasEscaped: boolean): boolean {
  let count = 0;
  while (count < piece.length && piece[piece.length - 1 - count] === BACKSLASH) count++;
  const isAll = count === piece.length;
  return (count + (isAll && wasEscaped ? 1 : 0)) % 2 === 1;
}

const SPACE = 0x20;
/** What is kept of both ends of a text that is too long. */
const END_BYTES = 16 * 1024;
/** Words at the beginning of the end that are left out, because what says that they are secret may be gone. */
const LOST_WORDS = 8;

/** The last bytes of what it is given, in constant memory. */
function lastBytes(max: number) {
  const held = Buffer.allocUnsafe(max * 2);
  let length = 0;
  return {
    push(bytes: Uint8Array) {
      const piece = bytes.subarray(Math.max(0, bytes.length - max));
      if (length + piece.length > held.length) {
        held.copyWithin(0, length - max, length);
        length = max;
      }
      held.set(piece, length);
      length += piece.length;
    },
    get: () => held.subarray(Math.max(0, length - max), length),
  };
}

/** Whole words at the beginning; none of data, which has no spaces. No space is part of an escape or of another character. */
const leadingWords = (bytes: Buffer): Buffer =>
  bytes.subarray(0, Math.max(0, bytes.subarray(0, END_BYTES).lastIndexOf(SPACE)));

/** Whole words at the end. */
function trailingWords(bytes: Buffer): Buffer {
  let at = 0;
  for (let word = 0; word < LOST_WORDS; word++) {
    const space = bytes.indexOf(SPACE, at);
    if (space === -1) return bytes.subarray(bytes.length);
    at = space + 1;
  }
  return bytes.subarray(at);
}

/**
 * Reads one long line of JSON in pieces and cuts strings that are too long to be messages: of a text both ends are kept,
 * whole words only, so that no part of a secret remains; images and other data are dropped completely. A mark says how much
 * is left out.
 */
function compactLine(maxStringBytes: number, maxLineBytes: number): LineCompactor {
  let kept = Buffer.allocUnsafe(Math.min(FIRST_BYTES, maxLineBytes));
  let length = 0;
  let stringStart: number | null = null;
  let isDropping = false;
  let isEscaped = false;
  let isTooLong = false;
  let dropped = 0;
  let stringDropped = 0;
  let ending = lastBytes(END_BYTES);

  const keep = (piece: Uint8Array) => {
    if (isTooLong || length + piece.length > maxLineBytes) {
      isTooLong = true;
      dropped += piece.length;
      return;
    }
    if (length + piece.length > kept.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(maxLineBytes, Math.max(kept.length * 2, length + piece.length)),
      );
      kept.copy(larger, 0, 0, length);
      kept = larger;
    }
    kept.set(piece, length);
    length += piece.length;
  };
  const keepInString = (piece: Uint8Array, start: number) => {
    const soFar = length - start;
    if (!isDropping && soFar + piece.length <= maxStringBytes) return keep(piece);
    if (!isDropping) {
      isDropping = true;
      ending = lastBytes(END_BYTES);
      ending.push(kept.subarray(start, length));
      length = start + leadingWords(kept.subarray(start, length)).length;
      stringDropped = soFar - (length - start);
    }
    ending.push(piece);
    stringDropped += piece.length;
  };
  /** Everything up to the next quotation mark or the end. */
  const takePiece = (piece: Uint8Array) => {
    if (stringStart === null) return keep(piece);
    keepInString(piece, stringStart);
    isEscaped = endsEscaped(piece, isEscaped);
  };
  const takeQuote = (quote: Uint8Array) => {
    if (stringStart !== null && isEscaped) keepInString(quote, stringStart);
    else {
      if (isDropping) {
        const rest = length === stringStart ? Buffer.alloc(0) : trailingWords(ending.get());
        const leftOut = stringDropped - rest.length;
        const mark = `[${leftOut} bytes left out]`;
        keep(Buffer.from(rest.length === 0 ? mark : ` ${mark} `));
        keep(rest);
        dropped += leftOut;
      }
      keep(quote);
      stringStart = stringStart === null ? length : null;
      isDropping = false;
    }
    isEscaped = false;
  };

  return {
    take(bytes) {
      const newline = bytes.indexOf(NEWLINE);
      const line = newline === -1 ? bytes : bytes.subarray(0, newline);
      for (let at = 0; at < line.length; ) {
        const quote = line.indexOf(QUOTE, at);
        takePiece(line.subarray(at, quote === -1 ? line.length : quote));
        if (quote === -1) break;
        takeQuote(line.subarray(quote, quote + 1));
        at = quote + 1;
      }
      return line.length;
    },
    text: () => (isTooLong ? undefined : kept.toString('utf8', 0, length)),
    droppedBytes: () => dropped,
  };
}

const NEWLINE = 0x0a;
/** Few messages are this long. Shorter lines cannot contain a longer string. */
const MAX_STRING_BYTES = 256 * 1024;

interface LineSplitter {
  /**
   * Takes the next bytes of the file and calls `onLine` for each line that ends in them, with undefined for one that is
   * too long.
   */
  push(bytes: Buffer, onLine: (text: string | undefined) => void): void;
  /** Bytes of the line that has not ended yet. */
  openBytes(): number;
  /** Bytes left out of lines that ended. */
  droppedBytes(): number;
}

const withoutReturn = (line: string | undefined) => line?.replace(/\r$/, '');

/** Splits bytes into lines in constant memory. Of a very long line only strings of message length are kept, and the ends of longer texts. */
export function splitLines(maxLineBytes: number): LineSplitter {
  const maxWhole = Math.min(MAX_STRING_BYTES, maxLineBytes);
  let pieces: Buffer[] = [];
  let openBytes = 0;
  let compactor: LineCompactor | undefined;
  let dropped = 0;

  const hold = (piece: Buffer) => {
    openBytes += piece.length;
    if (compactor === undefined && openBytes > maxWhole) {
      compactor = compactLine(MAX_STRING_BYTES, maxLineBytes);
      for (const before of pieces) compactor.take(before);
      pieces = [];
    }
    // The buffer is reused, so the piece has to be copied.
    if (compactor === undefined) pieces.push(Buffer.from(piece));
    else compactor.take(piece);
  };
  const endHeld = (): string | undefined => {
    const text = compactor === undefined ? Buffer.concat(pieces).toString('utf8') : compactor.text();
    dropped += compactor?.droppedBytes() ?? 0;
    pieces = [];
    openBytes = 0;
    compactor = undefined;
    return text;
  };
  const endLine = (piece: Buffer): string | undefined => {
    if (openBytes === 0 && piece.length <= maxWhole) return piece.toString('utf8');
    hold(piece);
    return endHeld();
  };

  return {
    push(bytes, onLine) {
      let at = 0;
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
        onLine(withoutReturn(endLine(bytes.subarray(at, end))));
        at = end + 1;
      }
      if (at < bytes.length) hold(bytes.subarray(at));
    },
    openBytes: () => openBytes,
    droppedBytes: () => dropped,
  };
}
