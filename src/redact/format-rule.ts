import type { Report, Rule } from './span.ts';

/** The characters of a run, as written between the brackets of a regular expression. */
export const ALPHABETS = {
  digit: '0-9',
  hex: '0-9a-f',
  Hex: '0-9A-Fa-f',
  lower: 'a-z',
  lower36: 'a-z0-9',
  upper36: 'A-Z0-9',
  base62: 'A-Za-z0-9',
  dash62: 'A-Za-z0-9-',
  word: 'A-Za-z0-9_',
  percent: 'A-Za-z0-9%',
  url64: 'A-Za-z0-9_-',
  pad64: 'A-Za-z0-9_=-',
  std64: 'A-Za-z0-9+/=',
  any64: 'A-Za-z0-9+/=_-',
  dotted: 'A-Za-z0-9_.-',
  tilde: 'A-Za-z0-9_.~-',
  path64: 'A-Za-z0-9/_+@-',
} as const;

export interface Run {
  readonly alphabet: string;
  readonly min: number;
  /** Infinity: a longer run belongs to the secret too. */
  readonly max: number;
  /** The length that the service issues. */
  readonly usual: number;
}

export type Part = readonly string[] | Run;

export interface SecretFormat {
  readonly kind: string;
  readonly issuer: string;
  readonly form: string;
  readonly conditions: readonly string[];
  /** Text before the secret that is kept; empty for most. */
  readonly context: readonly string[];
  readonly parts: readonly Part[];
}

export const isRun = (part: Part): part is Run => 'alphabet' in part;

const RUN = /^(\w+):(\d+)(?:\((\d+)\+\)|(\+)|-(\d+))?$/;
const UUID = 'hex:8 - hex:4 - hex:4 - hex:4 - hex:12';

/** `gh{p,o}_` -> ['ghp_', 'gho_'] */
function expandBraces(text: string): string[] {
  const [open, close] = [text.indexOf('{'), text.indexOf('}')];
  if (open < 0) return [text];
  const options = text.slice(open + 1, close).split(',');
  return options.flatMap((option) => expandBraces(`${text.slice(0, open)}${option}${text.slice(close + 1)}`));
}

function parsePart(text: string): Part {
  const [whole, alphabet = '', length, accepted, open, longest] = RUN.exec(text) ?? [];
  if (whole === undefined) return expandBraces(text);
  const usual = Number(longest ?? length);
  const max = accepted !== undefined || open !== undefined ? Number.POSITIVE_INFINITY : usual;
  return {
    alphabet: ALPHABETS[alphabet as keyof typeof ALPHABETS],
    min: Number(accepted ?? length),
    max,
    usual,
  };
}

function parseFormat(line: string): SecretFormat {
  const [kind = '', issuer = '', form = '', conditions = ''] = line.split(' | ').map((cell) => cell.trim());
  const [, context, secret = form] = /^\[(\S+)\] (.+)$/.exec(form) ?? [];
  return {
    kind,
    issuer,
    form,
    conditions: conditions.split(' ').filter(Boolean),
    context: context === undefined ? [] : expandBraces(context),
    parts: secret.replace('uuid', UUID).split(' ').map(parsePart),
  };
}

export const parseFormats = (table: string) => table.split('\n').filter(Boolean).map(parseFormat);

const MASKED = /^(?:.*[-_.:])?(?:[xX]{2,}|\.+|\*+)$/;

export const hasDigit = (text: string): boolean => /\d/.test(text);
export const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

/** Starts with the id of the bot in base64, which may contain no digit; otherwise both long parts look random. */
function isDiscordToken(token: string): boolean {
  const [id = '', , key = ''] = token.split('.');
  return /^\d{15,22}$/.test(Buffer.from(id, 'base64url').toString('latin1')) || (isMixed(id) && isMixed(key));
}

const CHECKS: Readonly<Record<string, (secret: string) => boolean>> = {
  digit: hasDigit,
  mixed: isMixed,
  discord: isDiscordToken,
};

// A token may follow an escape in JSON (\n), in a URL (%3D) or a terminal color code, each of which ends in a letter.
const AFTER_ESCAPE = String.raw`(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{1,12}m)`;
const WORD_START = `(?:(?<![A-Za-z0-9])|${AFTER_ESCAPE})`;
const TOKEN_START = `(?:(?<![A-Za-z0-9_-])|${AFTER_ESCAPE})`;

const oneOf = (literals: readonly string[]) =>
  `(?:${literals.map((literal) => literal.replace(/[.+|/]/g, String.raw`\$&`)).join('|')})`;

const sourceOf = (part: Part) =>
  isRun(part)
    ? `[${part.alphabet}]{${part.min},${part.max === Number.POSITIVE_INFINITY ? '' : part.max}}`
    : oneOf(part);

/** A run of limited length ends where its alphabet ends; a period after it belongs to the sentence. */
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
  // The boundary is checked after the prefix: with a look-behind first, the engine would try it at every position.
  const prefix = isRun(first) ? `[${first.alphabet}]` : oneOf(first);
  const run = isRun(first) ? sourceOf({ ...first, min: first.min - 1, max: first.max - 1 }) : '';
  return new RegExp(`${prefix}(?<=${start}${prefix})${run}${rest}`, flags);
}

// Longer hints are hardly rarer, and the time to build the scanner grows with their length.
const MAX_HINT = 8;

/** Literal text that every such secret contains: the first that is rare enough to search for. */
function hintsOf({ context, parts }: SecretFormat): string[] {
  const literals = [context, ...parts].flatMap((part) => (isRun(part) ? [] : [part]));
  const hints = literals.find((part) => part.length > 0 && part.every((text) => !/^\w?$/.test(text))) ?? [];
  return [...new Set(hints.map((hint) => hint.slice(0, MAX_HINT).toLowerCase()))];
}

interface PatternFormat {
  readonly kind: string;
  readonly hints: readonly string[];
  /** Needs the `g` flag. The group `secret`, else group 1, is the secret and has to end where the match ends. */
  readonly pattern: () => RegExp;
  readonly accepts: (secret: string, match: RegExpExecArray, text: string) => boolean;
}

export function patternRule({ kind, hints, pattern: make, accepts }: PatternFormat): Rule {
  let pattern: RegExp | undefined;
  const find = (text: string, report: Report) => {
    pattern ??= make();
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const secret = match.groups?.secret ?? match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accepts(secret, match, text)) report(end - secret.length, end, kind);
    }
  };
  return { kinds: [kind], hints, find };
}

/** Does not end like a mask, such as `sk-xxxx` or `ghp_...`. */
export const isUnmasked = (secret: string): boolean => !MASKED.test(secret);

/** The pattern is compiled when a text first contains one of the hints: most are never needed. */
export function formatRule(format: SecretFormat): Rule {
  const checks = format.conditions.flatMap((condition) => CHECKS[condition] ?? []);
  return patternRule({
    kind: format.kind,
    hints: hintsOf(format),
    pattern: () => patternOf(format),
    accepts: (secret) => isUnmasked(secret) && checks.every((check) => check(secret)),
  });
}
