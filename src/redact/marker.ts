import type { Rule } from './rule.ts';
import type { Extent } from './span.ts';

export const marker = (kind: string): string => `[redacted:${kind}]`;

/** Only kinds that the rules can produce count, so a secret cannot hide by dressing as a marker. */
export function markerPattern(rules: readonly Rule[]): RegExp {
  const kinds = [...new Set(rules.flatMap((rule) => rule.kinds))];
  return new RegExp(String.raw`\[redacted:(?:${kinds.join('|')})\]`, 'g');
}

export const findMarkers = (text: string, pattern: RegExp): Extent[] =>
  !text.includes('[redacted:')
    ? []
    : Array.from(text.matchAll(pattern), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }));

/** The same length with markers turned into asterisks, which every rule takes for a mask: their words mislead no one. */
export const blank = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => '*'.repeat(found.length));
