import type { Edit } from './view.ts';

// Soft hyphen, zero-width space, non-joiner, joiner, word joiner, byte order mark; as they are or as JSON escapes them.
const INVISIBLE = String.raw`\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff|\\{1,4}u(?:00ad|200[bcd]|2060|feff)`;
// What URLs, JSON and source code write for an ASCII character.
const ESCAPE = String.raw`%([0-7][0-9a-f])|\\(?:u00([0-7][0-9a-f])|x([0-7][0-9a-f])|([nrt"'/\\]))`;
const DECODED = new RegExp(`${INVISIBLE}|${ESCAPE}`, 'gi');
const MAY_ESCAPE = /[\\%\u00ad\u200b-\u200d\u2060\ufeff]/;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const READABLE = /[\t\n\r\x20-\x7e]/;

/** The escapes of the text, each decoded once, and what no one sees. */
export function findEscapes(text: string): readonly Edit[] {
  if (!MAY_ESCAPE.test(text)) return [];
  const edits: Edit[] = [];
  for (const { index, 0: found, 1: url, 2: json, 3: hex, 4: sign } of text.matchAll(DECODED)) {
    const code = url ?? json ?? hex;
    const becomes = sign !== undefined ? (CONTROLS[sign] ?? sign) : code !== undefined ? decode(code) : '';
    if (becomes !== undefined) edits.push({ from: index, to: index + found.length, becomes });
  }
  return edits;
}

function decode(code: string): string | undefined {
  const character = String.fromCharCode(Number.parseInt(code, 16));
  return READABLE.test(character) ? character : undefined;
}
