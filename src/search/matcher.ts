import { normalizeText } from '../domain/words.ts';
import type { Term } from './parse-query.ts';
import { stemsOf } from './tokens.ts';
import { STRENGTHS } from './weights.ts';

/** Match strength from 0 to 1, in the order of the terms. */
export type TermStrengths = Float64Array;

/** Stems that match a term, with their strength. */
export type StemStrengths = ReadonlyMap<string, number>;

interface TermMatch {
  /** Index of the term. */
  readonly index: number;
  readonly strength: number;
}

/** A word of a text that matches terms of the query. */
export interface Spot {
  readonly from: number;
  readonly to: number;
  readonly matches: readonly TermMatch[];
}

const MIN_ROOT = 5;

/** Share a root: `expiry` and `expires`, `allergy` and `allergic`. */
export function isRelated(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  const shared = Math.max(MIN_ROOT, Math.ceil(longer * 0.7));
  return a.length >= shared && b.length >= shared && a.slice(0, shared) === b.slice(0, shared);
}

const NO_MATCHES: readonly TermMatch[] = [];
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** What a UTF-16 unit is within a word. */
const [NONE, LOWER, UPPER, OTHER] = [0, 1, 2, 3];
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? OTHER : NONE;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return ASCII[code] ?? NONE;
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  const isFirstHalf = code >= 0xd800 && code < 0xdc00;
  return LETTER.test(text.slice(isSecondHalf ? at - 1 : at, isFirstHalf ? at + 2 : at + 1)) ? OTHER : NONE;
}

const ALPHABET = 26;
const PREFIX = 3;

/** The first three letters of a word as one number; letters are a to z. */
const prefixAt = (text: string, at: number) =>
  (((text.charCodeAt(at) | 32) - 97) * ALPHABET + text.charCodeAt(at + 1) - 97) * ALPHABET +
  text.charCodeAt(at + 2) -
  97;

/** Matches the words of texts with the terms of a query. */
export class Matcher {
  readonly size: number;
  readonly #byStem = new Map<string, TermMatch[]>();
  readonly #prefixes: { readonly prefix: string; readonly index: number }[] = [];
  readonly #roots: { readonly stem: string; readonly index: number }[] = [];
  readonly #parts: { readonly part: string; readonly index: number; readonly strength: number }[] = [];
  readonly #byWord = new Map<string, readonly TermMatch[]>();
  /** The first three letters of all matching words: most words of a text have others and need not be stemmed. */
  readonly #beginnings = new Uint8Array(ALPHABET ** PREFIX);
  /** Words whose first three letters do not tell whether they match. */
  #needsEvery = false;

  constructor(terms: readonly { readonly term: Term; readonly known: StemStrengths }[]) {
    this.size = terms.length;
    terms.forEach(({ term, known }, index) => {
      if (term.kind === 'prefix') this.#prefixes.push({ prefix: term.word, index });
      if (term.kind === 'unspaced') this.#parts.push({ part: term.word, index, strength: 1 });
      if (term.kind === 'inside') this.#parts.push({ part: term.word, index, strength: STRENGTHS.inside });
      if ((term.kind === 'word' || term.kind === 'prefix') && term.stem.length >= MIN_ROOT)
        this.#roots.push({ stem: term.stem, index });
      for (const word of [term.word, term.stem, ...known.keys()])
        this.#addBeginning(word, term.kind === 'prefix');
      for (const [stem, strength] of known) {
        const matches = this.#byStem.get(stem) ?? [];
        matches.push({ index, strength });
        this.#byStem.set(stem, matches);
      }
    });
  }

  #addBeginning(word: string, isPrefix: boolean): void {
    if (/^[a-z]{3}/.test(word)) this.#beginnings[prefixAt(word, 0)] = 1;
    else if (isPrefix && word.length < PREFIX) this.#needsEvery = true;
  }

  matchesOf(word: string): readonly TermMatch[] {
    const known = this.#byWord.get(word);
    if (known !== undefined) return known;
    const matches = this.#find(word);
    this.#byWord.set(word, matches);
    return matches;
  }

  #find(word: string): readonly TermMatch[] {
    const stems = stemsOf(word);
    const direct = stems.flatMap((stem) => this.#byStem.get(stem) ?? NO_MATCHES);
    const found = direct.length > 0 ? direct : this.#relatedTo(stems[0] ?? '');
    const normalized = normalizeText(word);
    const begun = this.#prefixes.filter(({ prefix }) => normalized.startsWith(prefix));
    const within = this.#parts.filter(({ part }) => normalized.includes(part));
    return [
      ...found,
      ...begun.map(({ index }) => ({ index, strength: STRENGTHS.prefix })),
      ...within.map(({ index, strength }) => ({ index, strength })),
    ];
  }

  #relatedTo(stem: string): readonly TermMatch[] {
    if (stem.length < MIN_ROOT) return NO_MATCHES;
    return this.#roots
      .filter((root) => isRelated(root.stem, stem))
      .map(({ index }) => ({ index, strength: STRENGTHS.sameRoot }));
  }

  /** The words of a text that match, in order. One pass over the letters: a search reads hundreds of thousands. */
  spotsIn(text: string): readonly Spot[] {
    const spots: Spot[] = [];
    const { length } = text;
    for (let at = 0; at < length; ) {
      let kind = kindAt(text, at);
      if (kind === NONE) {
        at += 1;
        continue;
      }
      const from = at;
      let isPlain = kind !== OTHER;
      for (at += 1; at < length; at += 1) {
        kind = kindAt(text, at);
        if (kind === NONE) break;
        if (kind !== LOWER) isPlain = false;
      }
      if (isPlain && at - from > PREFIX && !this.#mayMatch(text, from)) continue;
      const matches = this.matchesOf(text.slice(from, at));
      if (matches.length > 0) spots.push({ from, to: at, matches });
    }
    return spots;
  }

  /** For words of more than three plain letters. */
  #mayMatch(text: string, from: number): boolean {
    return this.#needsEvery || this.#parts.length > 0 || this.#beginnings[prefixAt(text, from)] === 1;
  }
}
