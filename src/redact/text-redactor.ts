import { HintScanner } from './hint-scanner.ts';
import type { Redaction } from './redactor.ts';
import type { Rule } from './rule.ts';
import { besideMarkers, type Extent, mergeSpans, onWholeCharacters, type Span } from './span.ts';
import { findBase64 } from './views/base64.ts';
import { findEscapes } from './views/decode.ts';
import { findSeams } from './views/seams.ts';
import { findWraps, isAcrossWraps, type Wrap } from './views/unwrap.ts';
import { type View, viewOf } from './views/view.ts';
import { windowsAround } from './views/windows.ts';

const marker = (kind: string): string => `[redacted:${kind}]`;

/** Only kinds that the rules can produce count, so a secret cannot hide by dressing as a marker. */
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

/** The same length with markers turned into asterisks, which every rule takes for a mask: their words mislead no one. */
const blank = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => '*'.repeat(found.length));

// What a replacement leaves can look like a secret of its own, so the text is searched again until nothing is found.
// Each round shortens what is not marker; the limit only guards against patterns of the user that would never end.
const MAX_ROUNDS = 12;
// Escapes within escapes, and base64 within base64.
const MAX_LEVELS = 3;
const MAX_DEPTH = 2;

export class TextRedactor {
  readonly #rules: readonly Rule[];
  readonly #scanner: HintScanner;
  readonly #markers: RegExp;
  readonly #present: Uint8Array;

  /** Rules in order of rank: where secrets overlap, the first names the marker. */
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
    const unmarked = markers.length === 0 ? text : blank(text, this.#markers);
    const spans = this.#searchViews(unmarked, 0);
    return mergeSpans(spans.map((span) => onWholeCharacters(text, span))).flatMap(
      (span) => besideMarkers(span, markers) ?? [],
    );
  }

  /** The text as it is, and as it reads when its escapes are decoded, once or several times. */
  #searchViews(text: string, depth: number, level = 0): Span[] {
    const spans = this.#searchForms(text, depth);
    const escapes = level < MAX_LEVELS ? findEscapes(text) : [];
    // What is hidden by invisible characters may reach over many lines.
    const windows = escapes.some(({ becomes }) => becomes === '')
      ? [{ start: 0, text, edits: escapes }]
      : windowsAround(text, escapes);
    for (const { start, text: part, edits } of windows) {
      const view = viewOf(part, edits);
      const inside = this.#searchViews(blank(view.text, this.#markers), depth, level + 1);
      spans.push(...inside.map((span) => originOf(view, span, start)));
    }
    return spans;
  }

  #searchForms(text: string, depth: number): Span[] {
    const spans = this.#runRules(text);
    const joined = [findWraps(text), findSeams(text)].flatMap((wraps) =>
      this.#searchUnwrapped(text, wraps, spans),
    );
    return [...spans, ...joined, ...this.#searchBase64(text, depth)];
  }

  /** What the end of a line cuts in two: found without it, reported with it. */
  #searchUnwrapped(text: string, wraps: readonly Wrap[], known: readonly Span[]): Span[] {
    const knownEnds = new Set(known.map(({ end }) => end));
    return windowsAround(text, wraps).flatMap(({ start, text: part, edits }) => {
      const view = viewOf(part, edits);
      return this.#runRules(view.text)
        .map((span) => originOf(view, span, start))
        .filter((span) => isAcrossWraps(span, wraps, knownEnds));
    });
  }

  /** A secret in base64 takes with it all that is encoded with it. */
  #searchBase64(text: string, depth: number): Span[] {
    if (depth >= MAX_DEPTH) return [];
    return findBase64(text).flatMap(({ start, end, text: decoded }) => {
      const inside = this.#searchViews(blank(decoded, this.#markers), depth + 1);
      const [first] = inside.sort((one, other) => one.rank - other.rank);
      return first === undefined ? [] : [{ ...first, start, end }];
    });
  }

  #runRules(text: string): Span[] {
    const spans: Span[] = [];
    this.#present.fill(0);
    this.#scanner.scan(text, this.#present);
    this.#rules.forEach((rule, rank) => {
      if (rule.hints.length > 0 && this.#present[rank] === 0) return;
      rule.find(text, (start, end, kind) => spans.push({ start, end, kind, rank }));
    });
    return spans;
  }
}

/** Where a span of the view stands in the text whose part from `offset` on the view shows. */
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
