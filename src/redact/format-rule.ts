import type { Report, Rule } from './rule.ts';

/** A secret that is recognised by its own form, wherever it stands. */
export interface Format {
  readonly kind: string;
  readonly hints: readonly string[];
  /** Needs the `g` flag. The secret is group 1 when there is one, and must then end where the match ends. */
  readonly pattern: RegExp;
  readonly accepts?: (secret: string) => boolean;
}

// A token may follow an escape in JSON (\n), in a URL (%3D) or a terminal colour code, each of which ends in a letter.
const AFTER_ESCAPE = String.raw`(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{1,12}m)`;

// The boundary is looked for behind the prefix: with a look-behind first, the engine would try it at every position.
const after = (boundary: string, prefix: string, rest: string) =>
  new RegExp(`(?:${prefix})(?<=(?:${boundary}|${AFTER_ESCAPE})(?:${prefix}))(?:${rest})`, 'g');

/** The prefix stands at the start of a word. */
export const atWordStart = (prefix: string, rest: string): RegExp => after('(?<![A-Za-z0-9])', prefix, rest);

/** The same where `_` and `-` belong to the word: keeps patterns with a tail that can fail linear. */
export const atTokenStart = (prefix: string, rest: string): RegExp =>
  after('(?<![A-Za-z0-9_-])', prefix, rest);

const MASKED = /^(?:.*[-_.:])?(?:[xX]+|\.+|\*+)$/;

export const hasDigit = (text: string): boolean => /\d/.test(text);
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

export function formatRule({ kind, hints, pattern, accepts = () => true }: Format): Rule {
  const find = (text: string, report: Report) => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const secret = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accepts(secret) && !MASKED.test(secret)) report(end - secret.length, end, kind);
    }
  };
  return { kinds: [kind], hints, find };
}
