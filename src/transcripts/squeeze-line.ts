const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_BYTES = 64 * 1024;

export interface LineSqueezer {
  /** Takes bytes up to the end of the line, and answers how many that were. */
  take(bytes: Uint8Array): number;
  /** undefined: even without its long strings it is too long. */
  text(): string | undefined;
  /** Bytes that were left out. */
  droppedBytes(): number;
}

/** Whether the byte after this piece of a string stands behind an odd number of backslashes. */
function endsEscaped(piece: Uint8Array, wasEscaped: boolean): boolean {
  let count = 0;
  while (count < piece.length && piece[piece.length - 1 - count] === BACKSLASH) count++;
  const isAll = count === piece.length;
  return (count + (isAll && wasEscaped ? 1 : 0)) % 2 === 1;
}

/** Takes in one long line of JSON piece by piece and keeps it without the strings that are too long to be words:
 *  pictures, whole files. Nothing at all is kept of such a string, so that no half of a secret can be. */
export function squeezeLine(maxStringBytes: number, maxLineBytes: number): LineSqueezer {
  let kept = Buffer.allocUnsafe(Math.min(FIRST_BYTES, maxLineBytes));
  let length = 0;
  let stringStart: number | null = null;
  let isDropping = false;
  let isEscaped = false;
  let isTooLong = false;
  let dropped = 0;

  const keep = (piece: Uint8Array) => {
    if (isTooLong || length + piece.length > maxLineBytes) {
      isTooLong = true;
      dropped += piece.length;
      return;
    }
    if (length + piece.length > kept.length) {
      const grown = Buffer.allocUnsafe(
        Math.min(maxLineBytes, Math.max(kept.length * 2, length + piece.length)),
      );
      kept.copy(grown, 0, 0, length);
      kept = grown;
    }
    kept.set(piece, length);
    length += piece.length;
  };
  const keepInString = (piece: Uint8Array, start: number) => {
    const soFar = length - start;
    if (isDropping) dropped += piece.length;
    else if (soFar + piece.length <= maxStringBytes) keep(piece);
    else {
      isDropping = true;
      dropped += soFar + piece.length;
      length = start;
    }
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
