import { matchAt } from '../match-at.ts';

export interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

// String literals of most languages, with their prefixes; \" is a string inside a string.
const QUOTED =
  /(?:[bruf@$]{0,2})(?:"((?:[^"\\\r\n]|\\[^\r\n]){0,4096})"|'((?:[^'\\\r\n]|\\[^\r\n]){0,4096})'|`([^`\r\n]{0,4096})`|\\+"([^"\\\r\n]{0,4096})\\+")/iy;
const OPENING =
  /(?:[bruf@$]{0,2})\\*["'`]|&(?:amp;){0,3}(?:quot|apos|#0{0,4}3[49]|#x0{0,4}2[27]);|[“„‘«‹][ \u00a0\u202f]?|<(?:code|b|strong|em|i|kbd|tt|samp|mark|span)(?:[ \t][^<>]{0,80})?>/iy;
// Ends at a space, a quote, an escaped line break, markup, an entity, or a character of a script without spaces.
const UNQUOTED =
  /(?:[^\s"'`“”„«»\\<&\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]|\\(?![nrt"'])|<(?!\/|br)|&(?!(?:amp|quot|apos|lt|gt|nbsp|#\d{1,5}|#x[\da-fA-F]{1,4});)){1,256}/y;
// Longer values are generated and end at `=`, so that a long run of assignments is read once and not once per name.
const LONG_UNQUOTED = /[A-Za-z0-9+/_.~%-]{0,8192}={0,2}/y;
const MAX_SHORT = 256;
const TRAILING = /[,;:.)\]}>*_]+$/;
// `;Initial Catalog=`: the next part of a connection string.
const SPACED_PAIR = /^ [A-Za-z]{2,20} ?=/;
const NEXT_PAIR = /[,;](?=\s{0,4}[A-Za-z_][\w.-]{0,60}[=:])|&(?=[A-Za-z_][\w.-]{0,60}=)/;

/** The value at this position, without its quotes. In a query string it ends at `&` or `#`. */
export function readValue(text: string, at: number, isQuery = false): Value | undefined {
  const quoted = matchAt(QUOTED, text, at);
  if (quoted !== undefined) {
    const inside = quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? '';
    const closing = quoted[4] === undefined ? 1 : (/\\+"$/.exec(quoted[0])?.[0].length ?? 1);
    const end = at + quoted[0].length - closing;
    return { start: end - inside.length, end, text: inside, isQuoted: true };
  }
  const opening = matchAt(OPENING, text, at)?.[0] ?? '';
  // Text in typographic quotes or in bold may be any word, so it does not count as quoted.
  return readUnquoted(text, at + opening.length, isQuery, /["'`;]$/.test(opening));
}

function readUnquoted(text: string, start: number, isQuery: boolean, isQuoted: boolean): Value | undefined {
  let value = matchAt(UNQUOTED, text, start)?.[0];
  if (value === undefined) return undefined;
  if (value.length === MAX_SHORT) value += matchAt(LONG_UNQUOTED, text, start + MAX_SHORT)?.[0] ?? '';
  if (isQuery) value = value.split(/[&#]/, 1)[0] ?? '';
  const next = value.search(NEXT_PAIR);
  if (next > 0) value = value.slice(0, next);
  if (SPACED_PAIR.test(text.slice(start + value.length, start + value.length + 24)))
    value = value.replace(/;[A-Za-z]+$/, '');
  value = value.replace(TRAILING, '');
  return value === '' ? undefined : { start, end: start + value.length, text: value, isQuoted };
}
