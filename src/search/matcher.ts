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

/** Numbers and codes that begin alike are others. */
export const mayHaveRoot = (stem: string): boolean => !/\p{N}/u.test(stem);

const NO_MATCHES: readonly TermMatch[] = [];
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** What a UTF-16 unit is within a word. */
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const OTHER = 3;
const UNKNOWN = 4;
const KINDS = new Uint8Array(65_536).fill(UNKNOWN, 128);
for (let code = 97; code <= 122; code += 1) KINDS[code] = LOWER;
for (let code = 65; code <= 90; code += 1) KINDS[code] = UPPER;
for (let code = 48; code <= 57; code += 1) KINDS[code] = OTHER;

/** Beyond ASCII; the two halves of a character are judged together. */
function otherKindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  const isFirstHalf = code >= 0xd800 && code < 0xdc00;
  return LETTER.test(text.slice(isSecondHalf ? at - 1 : at, isFirstHalf ? at + 2 : at + 1)) ? OTHER : NONE;
}

/** `word`, `Word` or `WORD`, from its first letter and the kinds of the others as bits: it has no parts. */
const isOrdinary = (first: number, others: number) =>
  others === 0 || others === 1 << LOWER
    ? first === LOWER || first === UPPER
    : others === 1 << UPPER && first === UPPER;

const ALPHABET = 26;
const PREFIX = 3;

/** The first three letters of a word as one number; letters are a to z. */
const prefixAt = (text: string, at: number) =>
  (((text.charCodeAt(at) | 32) - 97) * ALPHABET + (text.charCodeAt(at + 1) | 32) - 97) * ALPHABET +
  (text.charCodeAt(at + 2) | 32) -
  97;

/** Words of up to three letters as numbers, in base 27; a missing letter is 0. */
const SHORT_WORDS = (ALPHABET + 1) ** PREFIX;
function shortWordAt(text: string, from: number, to: number): number {
  let number = (text.charCodeAt(from) | 32) - 96;
  for (let at = from + 1; at < to; at += 1)
    number = number * (ALPHABET + 1) + (text.charCodeAt(at) | 32) - 96;
  return number;
}
const UNTRIED = 0;
const MATCHES = 1;
const DIFFERS = 2;

/** Matches the words of texts with the terms of a query. */
export class Matcher {
  readonly size: number;
  readonly #byStem = new Map<string, TermMatch[]>();
  readonly #prefixes: { readonly prefix: string; readonly index: number }[] = [];
  readonly #roots: { readonly stem: string; readonly index: number }[] = [];
  readonly #parts: { readonly part: string; readonly index: number; readonly strength: number }[] = [];
  /** Those of the parts that may be in a word of plain letters. */
  readonly #insides: string[] = [];
  readonly #byWord = new Map<string, readonly TermMatch[]>();
  /** The first three letters of all matching words: most words of a text have others and need not be stemmed. */
  readonly #beginnings = new Uint8Array(ALPHABET ** PREFIX);
  /** Whether a word of up to three letters matches, once it was met: half of the words of a text are such words. */
  readonly #shortWords = new Uint8Array(SHORT_WORDS);
  /** Words whose first three letters do not tell whether they match. */
  #needsEvery = false;

  constructor(terms: readonly { readonly term: Term; readonly known: StemStrengths }[]) {
    this.size = terms.length;
    terms.forEach(({ term, known }, index) => {
      if (term.kind === 'prefix') this.#prefixes.push({ prefix: term.word, index });
      if (term.kind === 'unspaced') this.#parts.push({ part: term.word, index, strength: 1 });
      if (term.kind === 'inside') {
        this.#parts.push({ part: term.word, index, strength: STRENGTHS.inside });
        this.#insides.push(term.word);
      }
      if (
        (term.kind === 'word' || term.kind === 'prefix') &&
        term.stem.length >= MIN_ROOT &&
        mayHaveRoot(term.stem)
      )
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

  /** A stem of two letters, as that of `using`, does not tell the third. */
  #addBeginning(word: string, isPrefix: boolean): void {
    if (/^[a-z]{3}/.test(word)) this.#beginnings[prefixAt(word, 0)] = 1;
    else if (/^[a-z]{2}$/.test(word)) {
      const from = prefixAt(`${word}a`, 0);
      this.#beginnings.fill(1, from, from + ALPHABET);
    } else if (isPrefix) this.#needsEvery = true;
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
    if (this.#prefixes.length === 0 && this.#parts.length === 0) return found;
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

  /**
   * The words of a text that match, in order. One pass over the letters without a call for each: a search reads hundreds of
   * thousands.
   */
  spotsIn(text: string): readonly Spot[] {
    const spots: Spot[] = [];
    const kinds = KINDS;
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      let kind = kinds[text.charCodeAt(at)] ?? NONE;
      if (kind === UNKNOWN) kind = otherKindAt(text, at);
      if (kind === NONE) continue;
      const from = at;
      const first = kind;
      let others = 0;
      for (at += 1; at < length; at += 1) {
        kind = kinds[text.charCodeAt(at)] ?? NONE;
        if (kind === UNKNOWN) kind = otherKindAt(text, at);
        if (kind === NONE) break;
        others |= 1 << kind;
      }
      if (isOrdinary(first, others) && !this.#mayMatch(text, from, at)) continue;
      const matches = this.matchesOf(text.slice(from, at));
      if (matches.length > 0) spots.push({ from, to: at, matches });
    }
    return spots;
  }

  #containsPart(word: string): boolean {
    const lower = word.toLowerCase();
    return this.#insides.some((part) => lower.includes(part));
  }

  /** For ordinary words. */
  #mayMatch(text: string, from: number, to: number): boolean {
    if (to - from > PREFIX)
      return (
        this.#needsEvery ||
        this.#beginnings[prefixAt(text, from)] === 1 ||
        (this.#insides.length > 0 && this.#containsPart(text.slice(from, to)))
      );
    const word = shortWordAt(text, from, to);
    if (this.#shortWords[word] === UNTRIED)
      this.#shortWords[word] = this.matchesOf(text.slice(from, to)).length > 0 ? MATCHES : DIFFERS;
    return this.#shortWords[word] === MATCHES;
  }
}
