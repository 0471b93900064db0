export interface Encoded {
  readonly start: number;
  readonly end: number;
  /** What it says. */
  readonly text: string;
}

const RUN = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
// A line of a longer text is filled to its end.
const FULL_LINE = 48;
const BREAK = /^\r?\n[ \t>|]{0,40}$/;
const PROBE = 40;
const SHORTEST = 12;
// What takes the place of bytes that are no UTF-8.
const UNREADABLE = '\ufffd';
// In file names and addresses these part what is encoded from what is not.
const SIGN = /[/_-]/;

/** Text in base64, also over several lines. What decodes to anything but readable text is an image, a hash or a word. */
export function findBase64(text: string): Encoded[] {
  const found: Encoded[] = [];
  for (const run of joinLines(text)) {
    const whole = decodeRun(text, run);
    if (whole !== undefined) found.push(whole);
    else found.push(...decodeParts(text, run));
  }
  return found;
}

type Run = Pick<Encoded, 'start' | 'end'>;

function joinLines(text: string): Run[] {
  const runs: Run[] = [];
  let lastLine = 0;
  for (const { index, 0: found } of text.matchAll(RUN)) {
    const last = runs.at(-1);
    const end = index + found.length;
    const isNext =
      last !== undefined &&
      lastLine >= FULL_LINE &&
      index - last.end < 48 &&
      BREAK.test(text.slice(last.end, index));
    if (isNext && last !== undefined) runs[runs.length - 1] = { start: last.start, end };
    else runs.push({ start: index, end });
    lastLine = found.length;
  }
  return runs;
}

function decodeParts(text: string, { start, end }: Run): Encoded[] {
  const found: Encoded[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(SIGN)) {
    const decoded = part.length >= 20 ? decodeRun(text, { start: at, end: at + part.length }) : undefined;
    if (decoded !== undefined) found.push(decoded);
    at += part.length + 1;
  }
  return found;
}

function decodeRun(text: string, { start, end }: Run): Encoded | undefined {
  if (!isText(Buffer.from(text.slice(start, Math.min(end, start + PROBE)), 'base64'))) return undefined;
  const bytes = Buffer.from(text.slice(start, end).replace(/[\s>|]+/g, ''), 'base64');
  if (bytes.length < SHORTEST || !isText(bytes)) return undefined;
  const decoded = bytes.toString('utf8');
  return decoded.includes(UNREADABLE) ? undefined : { start, end, text: decoded };
}

/** No control characters but tabs and line ends. */
const isText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13);
