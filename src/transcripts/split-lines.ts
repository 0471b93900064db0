import { type LineSqueezer, squeezeLine } from './squeeze-line.ts';

const NEWLINE = 0x0a;
/** No word, no request and no reply is this long. Shorter lines cannot hold a longer string. */
const MAX_STRING_BYTES = 256 * 1024;

export interface LineSplitter {
  /** Takes the next bytes of the file and gives each line that ended in them; undefined for one that was too long. */
  push(bytes: Buffer, onLine: (text: string | undefined) => void): void;
  /** Bytes of the line that has not ended yet. */
  openBytes(): number;
  /** Bytes left out of lines that ended. */
  droppedBytes(): number;
}

const withoutReturn = (line: string | undefined) => line?.replace(/\r$/, '');

/** Bytes into lines, in constant memory: of a very long line only what can be words is held. */
export function splitLines(maxLineBytes: number): LineSplitter {
  const maxWhole = Math.min(MAX_STRING_BYTES, maxLineBytes);
  let pieces: Buffer[] = [];
  let openBytes = 0;
  let squeezer: LineSqueezer | undefined;
  let dropped = 0;

  const hold = (piece: Buffer) => {
    openBytes += piece.length;
    if (squeezer === undefined && openBytes > maxWhole) {
      squeezer = squeezeLine(MAX_STRING_BYTES, maxLineBytes);
      for (const before of pieces) squeezer.take(before);
      pieces = [];
    }
    // The buffer is read into again, so what is held of it must be a copy.
    if (squeezer === undefined) pieces.push(Buffer.from(piece));
    else squeezer.take(piece);
  };
  const endHeld = (): string | undefined => {
    const text = squeezer === undefined ? Buffer.concat(pieces).toString('utf8') : squeezer.text();
    dropped += squeezer?.droppedBytes() ?? 0;
    pieces = [];
    openBytes = 0;
    squeezer = undefined;
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
