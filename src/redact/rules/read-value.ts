export interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

// Strings as most languages write them, with their prefixes; \" is a string inside a string.
const QUOTED =
  /(?:[bruf@$]{0,2})(?:"((?:[^"\\\r\n]|\\[^\r\n]){0,4096})"|'((?:[^'\\\r\n]|\\[^\r\n]){0,4096})'|`([^`\r\n]{0,4096})`|\\+"([^"\\\r\n]{0,4096})\\+")/iy;
const OPENING =
  /(?:[bruf@$]{0,2})\\*["'`]|&(?:amp;){0,3}(?:quot|apos|#0{0,4}3[49]|#x0{0,4}2[27]);|[“„‘«‹][ \u00a0\u202f]?|<(?:code|b|strong|em|i|kbd|tt|samp|mark|span)(?:[ \t][^<>]{0,80})?>/iy;
// Ends at space, quote, an escaped line break, markup, an entity, or where a script without spaces goes on with its sentence.
const BARE =
  /(?:[^\s"'`“”„«»\\<&\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]|\\(?![nrt"'])|<(?!\/|br)|&(?!(?:amp|quot|apos|lt|gt|nbsp|#\d{1,5}|#x[\da-fA-F]{1,4});)){1,256}/y;
// Longer ones are generated, and end at `=`: so a long run of assignments is read once, not once per name.
const LONG_BARE = /[A-Za-z0-9+/_.~%-]{0,8192}={0,2}/y;
const MAX_SHORT = 256;
const TRAILING = /[,;:.)\]}>*_]+$/;
// `;Initial Catalog=`: the next part of a connection string.
const SPACED_PAIR = /^ [A-Za-z]{2,20} ?=/;
const NEXT_PAIR = /[,;](?=\s{0,4}[A-Za-z_][\w.-]{0,60}[=:])|&(?=[A-Za-z_][\w.-]{0,60}=)/;

/** The value that begins at `at`, without its quotes. In a query string it ends at `&` or `#`. */
export function readValue(text: string, at: number, isQuery = false): Value | undefined {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const inside = quoted[1] ?? quoted[2] ?? quoted[3] ?? quoted[4] ?? '';
    const closing = quoted[4] === undefined ? 1 : (/\\+"$/.exec(quoted[0])?.[0].length ?? 1);
    const end = at + quoted[0].length - closing;
    return { start: end - inside.length, end, text: inside, isQuoted: true };
  }
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text)?.[0] ?? '';
  // What stands between the quotes of a book, or in bold, may be any word.
  return readBare(text, at + opening.length, isQuery, /["'`;]$/.test(opening));
}

function readBare(text: string, start: number, isQuery: boolean, isQuoted: boolean): Value | undefined {
  BARE.lastIndex = start;
  let bare = BARE.exec(text)?.[0];
  if (bare === undefined) return undefined;
  if (bare.length === MAX_SHORT) {
    LONG_BARE.lastIndex = start + MAX_SHORT;
    bare += LONG_BARE.exec(text)?.[0] ?? '';
  }
  if (isQuery) bare = bare.split(/[&#]/, 1)[0] ?? '';
  const next = bare.search(NEXT_PAIR);
  if (next > 0) bare = bare.slice(0, next);
  if (SPACED_PAIR.test(text.slice(start + bare.length, start + bare.length + 24)))
    bare = bare.replace(/;[A-Za-z]+$/, '');
  bare = bare.replace(TRAILING, '');
  return bare === '' ? undefined : { start, end: start + bare.length, text: bare, isQuoted };
}
