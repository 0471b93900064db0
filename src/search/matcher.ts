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

/** The two halves of a character beyond the basic plane are judged together. */
function isOtherLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  const isFirstHalf = code >= 0xd800 && code < 0xdc00;
  return LETTER.test(text.slice(isSecondHalf ? at - 1 : at, isFirstHalf ? at + 2 : at + 1));
}

/** Whether a word has a letter, digit or mark here. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 128) return isOtherLetter(text, at);
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || (code >= 48 && code <= 57);
}

// Each alternative of the pattern begins with a character that few words have, and looks back only after it: V8 then skips all other
// characters in one step, which halves the time.

/** In a word that has parts or is no plain word: anything but `word`, `Word` and `WORD`. */
const UNUSUAL = String.raw`[0-9\x80-\uffff]|[A-Z](?:(?<=[a-z][A-Z])|[A-Z][a-z])`;

const inAnyCase = (letters: Iterable<string>) =>
  `[${[...letters].map((letter) => letter + letter.toUpperCase()).join('')}]`;

/** The first letters of words, as the source of a pattern. */
class Beginnings {
  /** By all letters but the last one. */
  readonly #lastLetters = new Map<string, Set<string>>();

  /** Nothing for a word with other characters than a to z among the first three: plain words do not have them. */
  add(word: string): void {
    const first = /^(?:[a-z]{3}|[a-z]{1,2}$)/.exec(word)?.[0];
    if (first === undefined) return;
    const before = first.slice(0, -1);
    const last = this.#lastLetters.get(before) ?? new Set();
    last.add(first.slice(-1));
    // A stem may have an i where words have a y: `kei` is that of `key`.
    if (first.endsWith('i')) last.add('y');
    this.#lastLetters.set(before, last);
  }

  get sources(): readonly string[] {
    return [...this.#lastLetters].map(([before, last]) => {
      const [first = '', ...others] = [...[...before].map((letter) => inAnyCase(letter)), inAnyCase(last)];
      return `${first}(?<![A-Za-z]${first})${others.join('')}`;
    });
  }
}

/** Matches the words of texts with the terms of a query. */
export class Matcher {
  readonly size: number;
  readonly #byStem = new Map<string, TermMatch[]>();
  readonly #prefixes: { readonly prefix: string; readonly index: number }[] = [];
  readonly #roots: { readonly stem: string; readonly index: number }[] = [];
  readonly #parts: { readonly part: string; readonly index: number; readonly strength: number }[] = [];
  readonly #byWord = new Map<string, readonly TermMatch[]>();
  /** Finds the words that may match: most words of a text begin with other letters and need not be stemmed. */
  readonly #candidates: RegExp;

  constructor(terms: readonly { readonly term: Term; readonly known: StemStrengths }[]) {
    this.size = terms.length;
    const beginnings = new Beginnings();
    terms.forEach(({ term, known }, index) => {
      if (term.kind === 'prefix') this.#prefixes.push({ prefix: term.word, index });
      if (term.kind === 'unspaced') this.#parts.push({ part: term.word, index, strength: 1 });
      if (term.kind === 'inside') this.#parts.push({ part: term.word, index, strength: STRENGTHS.inside });
      if (
        (term.kind === 'word' || term.kind === 'prefix') &&
        term.stem.length >= MIN_ROOT &&
        mayHaveRoot(term.stem)
      )
        this.#roots.push({ stem: term.stem, index });
      for (const word of [term.word, term.stem, ...known.keys()]) beginnings.add(word);
      for (const [stem, strength] of known) {
        const matches = this.#byStem.get(stem) ?? [];
        matches.push({ index, strength });
        this.#byStem.set(stem, matches);
      }
    });
    const insides = this.#parts.filter(({ part }) => /^[a-z]+$/.test(part));
    this.#candidates = new RegExp(
      [
        UNUSUAL,
        ...beginnings.sources,
        ...insides.map(({ part }) => [...part].map((letter) => inAnyCase(letter)).join('')),
      ].join('|'),
      'g',
    );
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
   * The words of a text that match, in order. A pattern finds them: a loop over the letters is as fast once it is compiled, and slower in
   * the first searches of a process.
   */
  spotsIn(text: string): readonly Spot[] {
    const spots: Spot[] = [];
    const candidates = this.#candidates;
    while (candidates.test(text)) {
      let to = candidates.lastIndex;
      let from = to;
      while (from > 0 && isInWord(text, from - 1)) from -= 1;
      if (from === to) continue;
      while (to < text.length && isInWord(text, to)) to += 1;
      candidates.lastIndex = to;
      const matches = this.matchesOf(text.slice(from, to));
      if (matches.length > 0) spots.push({ from, to, matches });
    }
    return spots;
  }
}
