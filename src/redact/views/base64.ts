import { BASE64_CHARS, endOfRun, isOneOf, startOfRun } from './token-chars.ts';

export interface Encoded {
  readonly start: number;
  readonly end: number;
  /** What it says. */
  readonly text: string;
}

const SHORTEST_RUN = 20;
const PADDING = /^={1,2}/;
// A line of a longer text is filled to its end.
const FULL_LINE = 48;
const MAX_BREAK = 48;
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

function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    // Looks at every twentieth character first: between two of them no run has room.
    if (!isOneOf(BASE64_CHARS, text.charCodeAt(at + SHORTEST_RUN - 1))) {
      at += SHORTEST_RUN - 1;
      continue;
    }
    const start = startOfRun(text, at + SHORTEST_RUN - 1, BASE64_CHARS, at);
    const end = endOfRun(text, at + SHORTEST_RUN, BASE64_CHARS, text.length);
    if (end - start >= SHORTEST_RUN)
      runs.push({ start, end: end + (PADDING.exec(text.slice(end, end + 2))?.[0].length ?? 0) });
    at = end;
  }
  return runs;
}

/** The lines of one encoded text become one run. */
function joinLines(text: string): Run[] {
  const runs: Run[] = [];
  let lastLength = 0;
  for (const run of findRuns(text)) {
    const last = runs.at(-1);
    const isNext =
      last !== undefined &&
      lastLength >= FULL_LINE &&
      run.start - last.end < MAX_BREAK &&
      BREAK.test(text.slice(last.end, run.start));
    if (isNext) runs[runs.length - 1] = { start: last.start, end: run.end };
    else runs.push(run);
    lastLength = run.end - run.start;
  }
  return runs;
}

function decodeParts(text: string, { start, end }: Run): Encoded[] {
  const found: Encoded[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(SIGN)) {
    const decoded =
      part.length >= SHORTEST_RUN ? decodeRun(text, { start: at, end: at + part.length }) : undefined;
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
