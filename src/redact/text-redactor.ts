import type { Rule } from './span.ts';
import { type Extent, mergeSpans, type Span, toWholeCharacters, trimMarkers } from './span.ts';
import { findBase64 } from './views/base64.ts';
import { findTokenBreaks } from './views/split-tokens.ts';
import { findEscapes, type View, viewOf, windowsAround } from './views/view.ts';
import { findWraps, isAcrossWraps, type Wrap } from './views/wrapped-lines.ts';

/** All characters outside ASCII count as U+0080. */
const fold = (text: string): string => text.replace(/[^\0-\x7f]/g, '\x80').toLowerCase();

const START_LENGTH = 3;
const START_CODES = 2 ** 15;

const nextCode = (code: number, character: number): number => ((code << 5) ^ character) & (START_CODES - 1);

interface Hint {
  readonly text: string;
  readonly owner: number;
}

/** Finds all hints in one pass over the text: only those that begin with the code of three characters are compared. */
class HintScanner {
  /** By the code of their start: 1 more than the index of their list in `#lists`, or 0. */
  readonly #starts = new Uint16Array(START_CODES);
  readonly #lists: Hint[][] = [];
  readonly #short: Hint[] = [];

  /** `hints[i]` belong to owner `i`. */
  constructor(hints: readonly (readonly string[])[]) {
    hints.forEach((own, owner) => {
      for (const text of own) {
        if (text.length < START_LENGTH) this.#short.push({ text, owner });
        else this.#listFor(text).push({ text, owner });
      }
    });
  }

  /** Sets `present[owner]` to 1 for every owner with a hint in the text, in any case. */
  scan(text: string, present: Uint8Array): void {
    const folded = fold(text);
    const [starts, lists] = [this.#starts, this.#lists];
    for (const hint of this.#short) if (folded.includes(hint.text)) present[hint.owner] = 1;
    for (let at = 0, code = 0; at < folded.length; at++) {
      code = nextCode(code, folded.charCodeAt(at));
      const list = starts[code];
      if (list === undefined || list === 0) continue;
      for (const hint of lists[list - 1] ?? [])
        if (present[hint.owner] === 0 && folded.startsWith(hint.text, at + 1 - START_LENGTH))
          present[hint.owner] = 1;
    }
  }

  #listFor(hint: string): Hint[] {
    let code = 0;
    for (let at = 0; at < START_LENGTH; at++) code = nextCode(code, hint.charCodeAt(at));
    if (this.#starts[code] === 0) this.#starts[code] = this.#lists.push([]);
    return this.#lists[(this.#starts[code] ?? 1) - 1] ?? [];
  }
}

interface Redaction {
  readonly text: string;
  readonly found: Readonly<Record<string, number>>;
}

export interface Redactor {
  redact(texts: readonly string[]): Promise<Redaction[]>;
}

const marker = (kind: string): string => `[redacted:${kind}]`;

/** Only kinds of existing rules count, so that a secret cannot be disguised as a marker. */
function markerPattern(rules: readonly Rule[]): RegExp {
  const kinds = [...new Set(rules.flatMap((rule) => rule.kinds))];
  return new RegExp(String.raw`\[redacted:(?:${kinds.join('|')})\]`, 'g');
}

const findMarkers = (text: string, pattern: RegExp): Extent[] =>
  !text.includes('[redacted:')
    ? []
    : Array.from(text.matchAll(pattern), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }));

/** Replaces markers with asterisks of the same length, which every rule treats as a mask. */
const maskMarkers = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => '*'.repeat(found.length));

// The text around a replacement can look like another secret, so the text is searched until nothing is found.
// Each round shortens what is not marker; the limit only guards against patterns of the user that never end.
const MAX_ROUNDS = 12;
// Escapes inside escapes, and base64 inside base64.
const MAX_LEVELS = 3;
const MAX_DEPTH = 2;

export class TextRedactor {
  readonly #rules: readonly Rule[];
  readonly #scanner: HintScanner;
  readonly #markers: RegExp;
  readonly #present: Uint8Array;

  /** Rules in order of rank: if secrets overlap, the first rule names the marker. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#scanner = new HintScanner(rules.map((rule) => rule.hints));
    this.#markers = markerPattern(rules);
    this.#present = new Uint8Array(rules.length);
  }

  redact(text: string): Redaction {
    const found: Record<string, number> = {};
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const spans = this.#search(current);
      if (spans.length === 0) break;
      for (const { kind } of spans) found[kind] = (found[kind] ?? 0) + 1;
      current = replaceSpans(current, spans);
    }
    return { text: current, found };
  }

  #search(text: string): Span[] {
    const markers = findMarkers(text, this.#markers);
    const unmarked = markers.length === 0 ? text : maskMarkers(text, this.#markers);
    const spans = this.#searchViews(unmarked, 0);
    return mergeSpans(spans.map((span) => toWholeCharacters(text, span))).flatMap(
      (span) => trimMarkers(span, markers) ?? [],
    );
  }

  /** Searches the text, and the text with its escapes decoded once or several times. */
  #searchViews(text: string, depth: number, level = 0): Span[] {
    const spans = this.#searchForms(text, depth);
    const escapes = level < MAX_LEVELS ? findEscapes(text) : [];
    // A secret with invisible characters may span many lines.
    const windows = escapes.some(({ becomes }) => becomes === '')
      ? [{ start: 0, text, edits: escapes }]
      : windowsAround(text, escapes);
    for (const { start, text: part, edits } of windows) {
      const view = viewOf(part, edits);
      const inside = this.#searchViews(maskMarkers(view.text, this.#markers), depth, level + 1);
      spans.push(...inside.map((span) => originOf(view, span, start)));
    }
    return spans;
  }

  #searchForms(text: string, depth: number): Span[] {
    const spans = this.#runRules(text);
    const joined = [findWraps(text), findTokenBreaks(text)].flatMap((wraps) =>
      this.#searchUnwrapped(text, wraps, spans),
    );
    return [...spans, ...joined, ...this.#searchBase64(text, depth)];
  }

  /** Secrets that a line break divides: found without the break, reported with it. */
  #searchUnwrapped(text: string, wraps: readonly Wrap[], known: readonly Span[]): Span[] {
    if (wraps.length === 0) return [];
    const knownEnds = new Set(known.map(({ end }) => end));
    return windowsAround(text, wraps).flatMap(({ start, text: part, edits }) => {
      const view = viewOf(part, edits);
      return this.#runRules(view.text)
        .map((span) => originOf(view, span, start))
        .filter((span) => isAcrossWraps(span, wraps, knownEnds));
    });
  }

  /** A secret in base64 covers the whole encoded text. */
  #searchBase64(text: string, depth: number): Span[] {
    if (depth >= MAX_DEPTH) return [];
    return findBase64(text).flatMap(({ start, end, text: decoded }) => {
      const inside = this.#searchViews(maskMarkers(decoded, this.#markers), depth + 1);
      const [first] = inside.sort((one, other) => one.rank - other.rank);
      return first === undefined ? [] : [{ ...first, start, end }];
    });
  }

  #runRules(text: string): Span[] {
    const spans: Span[] = [];
    this.#present.fill(0);
    this.#scanner.scan(text, this.#present);
    this.#rules.forEach((rule, rank) => {
      if (rule.hints.length === 0 || this.#present[rank] === 1) findSpans(rule, rank, text, spans);
    });
    return spans;
  }
}

/** Apart from the loop: a closure in it would be made for every rule, and few rules are run on a text. */
function findSpans(rule: Rule, rank: number, text: string, into: Span[]): void {
  rule.find(text, (start, end, kind) => into.push({ start, end, kind, rank }));
}

const originOf = (view: View, span: Span, offset: number): Span => ({
  ...span,
  start: offset + view.startOf(span.start),
  end: offset + (span.end > span.start ? view.endOf(span.end - 1) : view.startOf(span.start)),
});

function replaceSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(kept, start), marker(kind));
    kept = end;
  }
  parts.push(text.slice(kept));
  return parts.join('');
}
