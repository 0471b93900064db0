import { matchAt } from '../match-at.ts';
import { readValue, type Value } from './read-value.ts';

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
