/** The characters of a run, as they are written between the brackets of a regular expression. */
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
  /** As many as the service issues. */
  readonly usual: number;
}

/** Literal text in one of several spellings, or a run of characters. */
export type Part = readonly string[] | Run;

export interface SecretFormat {
  readonly kind: string;
  readonly issuer: string;
  readonly form: string;
  readonly conditions: readonly string[];
  /** What stands before the secret and is kept; empty for most. */
  readonly context: readonly string[];
  readonly parts: readonly Part[];
}

export const isRun = (part: Part): part is Run => 'alphabet' in part;

const RUN = /^(\w+):(\d+)(?:\((\d+)\+\)|(\+)|-(\d+))?$/;
const UUID = 'hex:8 - hex:4 - hex:4 - hex:4 - hex:12';

/** `gh{p,o}_` -> ['ghp_', 'gho_'] */
function expand(text: string): string[] {
  const [open, close] = [text.indexOf('{'), text.indexOf('}')];
  if (open < 0) return [text];
  const options = text.slice(open + 1, close).split(',');
  return options.flatMap((option) => expand(`${text.slice(0, open)}${option}${text.slice(close + 1)}`));
}

function parsePart(text: string): Part {
  const [whole, alphabet = '', length, accepted, open, longest] = RUN.exec(text) ?? [];
  if (whole === undefined) return expand(text);
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
    context: context === undefined ? [] : expand(context),
    parts: secret.replace('uuid', UUID).split(' ').map(parsePart),
  };
}

export const parseFormats = (table: string): SecretFormat[] =>
  table.split('\n').filter(Boolean).map(parseFormat);
