import { countUpTo } from '../span.ts';

/** The text in another form, with the original position of each character. */
export interface View {
  readonly text: string;
  startOf(position: number): number;
  endOf(position: number): number;
}

/** The original text from `from` to `to`, and its replacement: one character or nothing. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly becomes: string;
}

/** Edits are in order and do not overlap. */
export function viewOf(text: string, edits: readonly Edit[]): View {
  const parts: string[] = [];
  const places: number[] = [];
  let [kept, length] = [0, 0];
  for (const { from, to, becomes } of edits) {
    parts.push(text.slice(kept, from), becomes);
    places.push(length + from - kept);
    length += from - kept + becomes.length;
    kept = to;
  }
  parts.push(text.slice(kept));
  const locate = (position: number): readonly [number, number] => {
    const nth = countUpTo(places, position, (place) => place) - 1;
    const edit = edits[nth];
    if (edit === undefined) return [position, position + 1];
    const beyond = position - (places[nth] ?? 0) - edit.becomes.length;
    return beyond < 0 ? [edit.from, edit.to] : [edit.to + beyond, edit.to + beyond + 1];
  };
  return {
    text: parts.join(''),
    startOf: (position) => locate(position)[0],
    endOf: (position) => locate(position)[1],
  };
}

const LINES_AROUND = 2;

/** The lines with edits and those around them: of a long text with few edits only these have to be searched again. */
export function windowsAround(text: string, edits: readonly Edit[]) {
  const windows: ReturnType<typeof windowOf>[] = [];
  let [start, end, first] = [0, -1, 0];
  const close = (to: number) => {
    if (end >= 0) windows.push(windowOf(text, start, end, edits.slice(first, to)));
    first = to;
  };
  // Of several edits in one line only the first searches for the ends of the line, which keeps time linear.
  let lineEnd = -1;
  edits.forEach(({ from, to }, nth) => {
    if (to <= lineEnd) return;
    const opens = linesBack(text, from);
    if (opens > end) {
      close(nth);
      start = opens;
    }
    lineEnd = endOfLine(text, to);
    end = linesOn(text, lineEnd);
  });
  close(edits.length);
  return windows;
}

const windowOf = (text: string, start: number, end: number, edits: readonly Edit[]) => ({
  start,
  text: text.slice(start, end),
  edits: edits.map((edit) => ({ ...edit, from: edit.from - start, to: edit.to - start })),
});

const endOfLine = (text: string, at: number) => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

function linesOn(text: string, lineEnd: number): number {
  let end = lineEnd;
  for (let nth = 0; nth < LINES_AROUND && end < text.length; nth++) end = endOfLine(text, end + 1);
  return end;
}

function linesBack(text: string, at: number): number {
  let start = at;
  for (let nth = 0; nth <= LINES_AROUND && start > 0; nth++) start = text.lastIndexOf('\n', start - 1);
  return start <= 0 ? 0 : start + 1;
}

// Soft hyphen, zero-width space, non-joiner, joiner, word joiner, byte order mark, plain or as JSON escapes.
const INVISIBLE = String.raw`\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff|\\{1,4}u(?:00ad|200[bcd]|2060|feff)`;
// Escapes of ASCII characters in URLs, JSON and source code, and of other characters in URLs.
const ESCAPE = String.raw`%([0-7][0-9a-f])|\\(?:u00([0-7][0-9a-f])|x([0-7][0-9a-f])|([nrt"'/\\]))`;
const NEXT = '%[89ab][0-9a-f]';
const UTF8 = `(%[c-d][0-9a-f]${NEXT}|%e[0-9a-f](?:${NEXT}){2}|%f[0-7](?:${NEXT}){3})`;
// Entities of ASCII characters in HTML and XML.
const ENTITY =
  '&(?:(quot|apos|amp|lt|gt|nbsp|equals|colon|commat|sol|lowbar|dollar|percnt|excl)|#0{0,4}(\\d{2,3})|#x0{0,4}([0-7][0-9a-f]));';
const DECODED = new RegExp(`${INVISIBLE}|${ESCAPE}|${UTF8}|${ENTITY}`, 'gi');
const MAY_ESCAPE = /[\\%\u00ad\u200b-\u200d\u2060\ufeff]|&[#a-z]/i;
const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  equals: '=',
  colon: ':',
  commat: '@',
  sol: '/',
  lowbar: '_',
  dollar: '$',
  percnt: '%',
  excl: '!',
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const READABLE = /[\t\n\r\x20-\x7e]/;

export function findEscapes(text: string): readonly Edit[] {
  if (!MAY_ESCAPE.test(text)) return [];
  const edits: Edit[] = [];
  for (const match of text.matchAll(DECODED)) {
    const becomes = decode(match);
    if (becomes !== undefined) edits.push({ from: match.index, to: match.index + match[0].length, becomes });
  }
  return edits;
}

/** undefined if it does not decode to a readable character. */
function decode([, url, json, hex, sign, utf8, named, decimal, entity]: RegExpMatchArray) {
  if (named !== undefined) return NAMED[named.toLowerCase()];
  if (sign !== undefined) return CONTROLS[sign] ?? sign;
  if (utf8 !== undefined) return decodeUtf8(utf8);
  const code = url ?? json ?? hex ?? entity;
  if (code === undefined && decimal === undefined) return '';
  const character = String.fromCharCode(code === undefined ? Number(decimal) : Number.parseInt(code, 16));
  return READABLE.test(character) ? character : undefined;
}

function decodeUtf8(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}
