import { HintScanner } from './hint-scanner.ts';
import { withoutInvisible } from './invisible.ts';
import { blank, findMarkers, marker, markerPattern } from './marker.ts';
import type { Redaction } from './redactor.ts';
import type { Rule } from './rule.ts';
import { besideMarkers, mergeSpans, onWholeCharacters, type Span } from './span.ts';

// What a replacement leaves can look like a secret of its own, so the text is searched again until nothing is found.
// Each round shortens what is not marker; the limit only guards against patterns of the user made to go on for ever.
const MAX_ROUNDS = 12;

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
    const spans = [...this.#runRules(unmarked), ...this.#searchVisible(unmarked)];
    return mergeSpans(spans.map((span) => onWholeCharacters(text, span))).flatMap(
      (span) => besideMarkers(span, markers) ?? [],
    );
  }

  /** What characters that no one sees break up: found without them, reported with them. */
  #searchVisible(text: string): Span[] {
    const visible = withoutInvisible(text);
    if (visible === undefined) return [];
    return this.#runRules(blank(visible.text, this.#markers))
      .filter(({ start, end }) => start < end)
      .map((span) => ({
        ...span,
        start: visible.origin(span.start),
        end: visible.origin(span.end - 1) + 1,
      }));
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
