import type { Extent } from '../span.ts';
import { matchEnd } from '../span.ts';
import { BASE64_CHARS, endOfRun, isOneOf, startOfRun } from './wrapped-lines.ts';

type Run = Extent;
type Encoded = Extent & { readonly text: string };

const MIN_RUN = 20;
const PADDING = /^={1,2}/;
// A full line is one of several. After a shorter one, the next has to be alone on its line and not longer.
const FULL_LINE = 48;
const INDENT = 40;
const LINE_START = /(?:^|[\n>|])[ \t]*$/;
const BREAK = /\r?\n[ \t>|]{0,40}/y;
const LINE_END = /(?:[\s"'`<\\,;)}]|$)/y;
const PROBE = 40;
const MIN_LENGTH = 12;
// Replaces bytes that are not UTF-8.
const UNREADABLE = '\ufffd';
// In file names and addresses these separate encoded text from other text.
const SIGN = /[/_-]/;

/** Text in base64, also over several lines. Images, hashes and words do not decode to readable text. */
export function findBase64(text: string): Encoded[] {
  const found: Encoded[] = [];
  let read = 0;
  for (const run of findRuns(text)) {
    if (run.start < read) continue;
    const lines = followLines(text, run);
    const whole = decodeLines(text, lines);
    // Lines that cannot be decoded together are decoded one by one and not followed again, so that time stays linear.
    read = whole?.end ?? lines.at(-1)?.end ?? run.end;
    if (whole !== undefined) found.push(whole);
    else found.push(...(lines.length === 0 ? [run] : lines).flatMap((line) => decodeAlone(text, line)));
  }
  return found;
}

function findRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    // Tests every twentieth character first: no run fits between two that fail.
    if (!isOneOf(BASE64_CHARS, text.charCodeAt(at + MIN_RUN - 1))) {
      at += MIN_RUN - 1;
      continue;
    }
    const start = startOfRun(text, at + MIN_RUN - 1, BASE64_CHARS, at);
    const end = endOfRun(text, at + MIN_RUN, BASE64_CHARS, text.length);
    if (end - start >= MIN_RUN) runs.push({ start, end: withPadding(text, end) });
    at = end;
  }
  return runs;
}

function followLines(text: string, first: Run): Run[] {
  if (!isText(Buffer.from(text.slice(first.start, Math.min(first.end, first.start + PROBE)), 'base64')))
    return [];
  const lines = [first];
  const before = text.slice(Math.max(0, first.start - INDENT), first.start);
  const width = LINE_START.test(before) ? first.end - first.start : Number.POSITIVE_INFINITY;
  // Four characters are three bytes; the remainder continues in the next line.
  let rest = '';
  for (let line: Run | undefined = first; line !== undefined; ) {
    const encoded: string = rest + text.slice(line.start, line.end);
    if (!isText(Buffer.from(encoded, 'base64'))) return lines.slice(0, -1);
    rest = encoded.slice(encoded.length - (encoded.length % 4));
    line = nextLine(text, line, width, rest.length);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

function nextLine(text: string, last: Run, width: number, restLength: number): Run | undefined {
  const start = text.charAt(last.end - 1) === '=' ? undefined : matchEnd(BREAK, text, last.end);
  if (start === undefined) return undefined;
  const end = withPadding(text, endOfRun(text, start, BASE64_CHARS, text.length));
  const length = end - start;
  if (last.end - last.start >= FULL_LINE && length >= MIN_RUN) return { start, end };
  if (length === 0 || length > width || matchEnd(LINE_END, text, end) === undefined) return undefined;
  // A short last line has to complete a group of four characters; otherwise it is a word.
  return length >= MIN_RUN || (restLength + length) % 4 === 0 ? { start, end } : undefined;
}

/** Tried again without the last line, which may not belong to it. */
const decodeLines = (text: string, lines: readonly Run[]): Encoded | undefined =>
  decodeRun(text, lines) ?? decodeRun(text, lines.slice(0, -1));

function decodeAlone(text: string, line: Run): Encoded[] {
  const whole = decodeRun(text, [line]);
  return whole === undefined ? decodeParts(text, line) : [whole];
}

function decodeParts(text: string, { start, end }: Run): Encoded[] {
  const found: Encoded[] = [];
  let at = start;
  for (const part of text.slice(start, end).split(SIGN)) {
    const decoded =
      part.length >= MIN_RUN ? decodeRun(text, [{ start: at, end: at + part.length }]) : undefined;
    if (decoded !== undefined) found.push(decoded);
    at += part.length + 1;
  }
  return found;
}

function decodeRun(text: string, lines: readonly Run[]): Encoded | undefined {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const bytes = Buffer.from(lines.map(({ start, end }) => text.slice(start, end)).join(''), 'base64');
  if (bytes.length < MIN_LENGTH || !isText(bytes)) return undefined;
  const decoded = bytes.toString('utf8');
  return decoded.includes(UNREADABLE) ? undefined : { start: first.start, end: last.end, text: decoded };
}

const withPadding = (text: string, end: number): number =>
  end + (PADDING.exec(text.slice(end, end + 2))?.[0].length ?? 0);

/** No control characters except tabs and line breaks. */
const isText = (bytes: Buffer): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13);
