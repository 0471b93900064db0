import type { Edit } from './view.ts';

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
