import { matchAt } from '../span.ts';

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

export interface ProseValue {
  readonly value: Value;
  /** In lower case. */
  readonly words: readonly string[];
  /** `:`, `→`, `(` and the like before the value; empty when there is only space. */
  readonly sign: string;
  /** A colon follows an earlier word: "API key: now ...". */
  readonly isLabelled: boolean;
}

const SPACE = String.raw`[ \t\u00a0\u202f]`;
const NAME_END = /\\{0,4}["'`]?[*_]{0,3}(?:<\/(?!t[dh])\w{1,8}>)?/y;
// A value may consist of letters too, but changes case like no word does.
const WORD = new RegExp(
  String.raw`([,:]?)${SPACE}{1,4}(\p{Lu}?[\p{Ll}\p{Lo}\p{M}][\p{Ll}\p{Lo}\p{M}'’-]{0,30}|\p{Lu}{1,8})(?=[,:]?${SPACE}|[=：])`,
  'uy',
);
// "(rotated yesterday)".
const ASIDE = new RegExp(String.raw`()${SPACE}{1,4}\(([\p{L} ,'’-]{1,40})\)(?=[,:]?${SPACE})`, 'uy');
// In "for the host db-2.internal" and "for jane@example.org" names count as words.
const PURPOSE = /^(?:for|of|in|on)$/;
const NAME = new RegExp(String.raw`(,?)${SPACE}{1,4}([\w.@'’-]{1,60})(?=[,:]?${SPACE}|[=：])`, 'y');
const SIGN = new RegExp(
  [
    String.raw`(?:${SPACE}{0,4}([:=：]|→|->|=>|⇒|»|[はが是为為는은]|[-–—/?](?=${SPACE}))${SPACE}{0,4}|${SPACE}{1,4})([([{<]?)\*{0,3}(?=[^\s:=])`,
    String.raw`(\()(?=["'\x60])`,
  ].join('|'),
  'y',
);
const CELL = /([|│]|<\/t[dh]>\s{0,40}<td[^<>]{0,40}>)[ \t]{0,40}\*{0,3}/y;
const CELL_SPACE = /[ \t]{0,40}/y;
const VALUE_END = /[|│()[\]{}<>]/;
const MAX_WORDS = 8;
const MIN_LENGTH = 6;

/** Possible values of the name that ends at `nameEnd`, nearest first. */
export function* proseValuesAfter(text: string, nameEnd: number): Generator<ProseValue> {
  const start = nameEnd + (matchAt(NAME_END, text, nameEnd)?.[0].length ?? 0);
  const cellStart = start + (matchAt(CELL_SPACE, text, start)?.[0].length ?? 0);
  const cell = matchAt(CELL, text, cellStart);
  if (cell === undefined) yield* valuesInSentence(text, start);
  else yield* valueAt(text, cellStart + cell[0].length, { words: [], sign: '|', isLabelled: false });
}

function* valuesInSentence(text: string, start: number): Generator<ProseValue> {
  const words: string[] = [];
  let isLabelled = false;
  for (let at = start; words.length <= MAX_WORDS; ) {
    const word = matchAt(WORD, text, at) ?? matchAt(ASIDE, text, at);
    const sign = word === undefined ? matchAt(SIGN, text, at) : undefined;
    if (sign !== undefined)
      yield* valueAt(text, at + sign[0].length, {
        words: [...words],
        sign: sign.slice(1).join(''),
        isLabelled,
      });
    const next = word ?? (PURPOSE.test(words[0] ?? '') ? matchAt(NAME, text, at) : undefined);
    if (next === undefined) return;
    words.push(...(next[2] ?? '').toLowerCase().split(/[ ,]+/));
    isLabelled ||= next[1] === ':';
    at += next[0].length;
  }
}

function* valueAt(text: string, at: number, between: Omit<ProseValue, 'value'>): Generator<ProseValue> {
  const value = readValue(text, at);
  const inside = value?.text.split(VALUE_END, 1)[0] ?? '';
  if (value !== undefined && inside.length >= MIN_LENGTH)
    yield { value: { ...value, text: inside, end: value.start + inside.length }, ...between };
}
