import { isRun, type Part, type SecretFormat } from './parse-format.ts';
import type { Report, Rule } from './rule.ts';

const MASKED = /^(?:.*[-_.:])?(?:[xX]{2,}|\.+|\*+)$/;

export const hasDigit = (text: string): boolean => /\d/.test(text);
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

/** Begins with the number of the bot in base64, which now and then holds no digit; else both long parts look random. */
function isDiscordToken(token: string): boolean {
  const [id = '', , key = ''] = token.split('.');
  return /^\d{15,22}$/.test(Buffer.from(id, 'base64url').toString('latin1')) || (isMixed(id) && isMixed(key));
}

const CHECKS: Readonly<Record<string, (secret: string) => boolean>> = {
  digit: hasDigit,
  mixed: isMixed,
  discord: isDiscordToken,
};

// A token may follow an escape in JSON (\n), in a URL (%3D) or a terminal colour code, each of which ends in a letter.
const AFTER_ESCAPE = String.raw`(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{1,12}m)`;
const WORD_START = `(?:(?<![A-Za-z0-9])|${AFTER_ESCAPE})`;
const TOKEN_START = `(?:(?<![A-Za-z0-9_-])|${AFTER_ESCAPE})`;

const oneOf = (literals: readonly string[]) =>
  `(?:${literals.map((literal) => literal.replace(/[.+|/]/g, String.raw`\$&`)).join('|')})`;

const sourceOf = (part: Part) =>
  isRun(part)
    ? `[${part.alphabet}]{${part.min},${part.max === Number.POSITIVE_INFINITY ? '' : part.max}}`
    : oneOf(part);

/** A run of limited length ends where its alphabet does; the period after it belongs to the sentence. */
function endOf(part: Part | undefined): string {
  if (part === undefined || !isRun(part)) return '(?![A-Za-z0-9])';
  const limit =
    part.max === Number.POSITIVE_INFINITY ? '' : `(?![A-Za-z0-9${part.alphabet.endsWith('_-') ? '_-' : ''}])`;
  return part.alphabet.includes('.') ? `(?<![.])${limit}` : limit;
}

function patternOf({ conditions, context, parts }: SecretFormat): RegExp {
  const flags = conditions.includes('ignore-case') ? 'gi' : 'g';
  const [first = [], ...others] = parts;
  const rest = `${others.map(sourceOf).join('')}${endOf(parts.at(-1))}`;
  if (context.length > 0) return new RegExp(`${oneOf(context)}(${sourceOf(first)}${rest})`, flags);
  if (conditions.includes('anywhere')) return new RegExp(`${sourceOf(first)}${rest}`, flags);
  const start = conditions.includes('token') ? TOKEN_START : WORD_START;
  // The boundary is looked for behind what is found: with a look-behind first, the engine would try it at every position.
  const prefix = isRun(first) ? `[${first.alphabet}]` : oneOf(first);
  const run = isRun(first) ? sourceOf({ ...first, min: first.min - 1, max: first.max - 1 }) : '';
  return new RegExp(`${prefix}(?<=${start}${prefix})${run}${rest}`, flags);
}

// Longer hints are hardly rarer, and the time to build the scanner grows with their length.
const MAX_HINT = 8;

/** Literal text that every such secret contains: the first that is rare enough to be worth looking for. */
function hintsOf({ context, parts }: SecretFormat): string[] {
  const literals = [context, ...parts].flatMap((part) => (isRun(part) ? [] : [part]));
  const hints = literals.find((part) => part.length > 0 && part.every((text) => !/^\w?$/.test(text))) ?? [];
  return [...new Set(hints.map((hint) => hint.slice(0, MAX_HINT).toLowerCase()))];
}

/** A secret that is known by a pattern, wherever it stands. */
export interface PatternFormat {
  readonly kind: string;
  readonly hints: readonly string[];
  /** Needs the `g` flag. The secret is group 1 when there is one, and must then end where the match ends. */
  readonly pattern: () => RegExp;
  readonly accepts: (secret: string) => boolean;
}

export function patternRule({ kind, hints, pattern: make, accepts }: PatternFormat): Rule {
  let pattern: RegExp | undefined;
  const find = (text: string, report: Report) => {
    pattern ??= make();
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const secret = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accepts(secret) && !MASKED.test(secret)) report(end - secret.length, end, kind);
    }
  };
  return { kinds: [kind], hints, find };
}

/** The pattern is made when a text first contains one of the hints: most are never needed. */
export function formatRule(format: SecretFormat): Rule {
  const checks = format.conditions.flatMap((condition) => CHECKS[condition] ?? []);
  return patternRule({
    kind: format.kind,
    hints: hintsOf(format),
    pattern: () => patternOf(format),
    accepts: (secret) => checks.every((check) => check(secret)),
  });
}
