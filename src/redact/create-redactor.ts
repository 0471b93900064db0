import { invalid } from '../domain/error.ts';
import { formatRule, hasDigit, isMixed, isUnmasked, parseFormats, patternRule } from './format-rule.ts';
import { assignments, nextLineValues } from './rules/assignments.ts';
import { commandSecrets } from './rules/command-arguments.ts';
import { pipedSecrets, redirectedSecrets } from './rules/command-input.ts';
import { connectionStrings, pgpass, plainLogins, urlPasswords, urlTokens } from './rules/logins.ts';
import { privateKeys, puttyKeys } from './rules/private-keys.ts';
import { foreignValues, proseValues, valuesBeforeNames } from './rules/prose-values.ts';
import {
  authorizationHeaders,
  cookieHeaders,
  kubernetesSecrets,
  markupSecrets,
  namedValues,
  privateTags,
  sqlPasswords,
} from './rules/structured-values.ts';
import { SECRET_FORMATS } from './secret-formats.ts';
import { slowness } from './slow-pattern.ts';
import type { Report, Rule } from './span.ts';
import { type Redactor, TextRedactor } from './text-redactor.ts';

const secretsInContext: readonly Rule[] = [
  {
    // The pair that AWS issues: id, then secret, in a CSV or on two lines.
    kind: 'aws-secret-key',
    hints: ['akia', 'asia'],
    pattern: () => /A[KS]IA[A-Z0-9]{16}["']?[\s,:;|]{1,6}["']?([A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/g,
    accepts: isMixed,
  },
  {
    kind: 'azure-storage-key',
    hints: ['accountkey', 'sharedaccesskey'],
    pattern: () => /(?:AccountKey|SharedAccessKey)["']?\s{0,4}[=:]\s{0,4}["']?([A-Za-z0-9+/]{30,}={0,2})/gi,
    accepts: () => true,
  },
  {
    kind: 'azure-sas-signature',
    hints: ['sig='],
    pattern: () => /(?<=[?&;\s"'])sig=([A-Za-z0-9%+/=_-]{20,})/g,
    accepts: hasDigit,
  },
  {
    kind: 'bearer-token',
    hints: ['bearer'],
    pattern: () => /\bbearer[ \t]{1,4}([A-Za-z0-9._~+/-]{16,}={0,2})/gi,
    accepts: (token: string) => hasDigit(token) || token.length >= 32,
  },
].map(({ accepts, ...format }) =>
  patternRule({ ...format, accepts: (secret) => accepts(secret) && isUnmasked(secret) }),
);

/** In order of rank: if two rules find the same secret, the first one names it. Created with the first use. */
export const makeRules = (): readonly Rule[] => [
  privateTags,
  privateKeys,
  puttyKeys,
  ...parseFormats(SECRET_FORMATS).map(formatRule),
  ...secretsInContext,
  ...authorizationHeaders,
  ...urlPasswords,
  urlTokens,
  plainLogins,
  pgpass,
  connectionStrings,
  cookieHeaders,
  commandSecrets,
  pipedSecrets,
  redirectedSecrets,
  assignments,
  nextLineValues,
  namedValues,
  kubernetesSecrets,
  markupSecrets,
  sqlPasswords,
  foreignValues,
  proseValues,
  valuesBeforeNames,
];

const KIND = 'custom';
const PROBES = ['', 'a', 'a b', '1', '\n', '-'];

/** The user's patterns: everything they match is replaced. A leading `(?i)` ignores case. */
function customPatterns(sources: readonly string[]): Rule {
  const patterns = sources.map(compile);
  const find = (text: string, report: Report) => {
    for (const pattern of patterns) {
      for (const match of text.matchAll(pattern)) {
        if (match[0] !== '') report(match.index, match.index + match[0].length, KIND);
      }
    }
  };
  return { kinds: [KIND], hints: [], find };
}

function compile(source: string, index: number): RegExp {
  const ignoresCase = source.startsWith('(?i)');
  const body = ignoresCase ? source.slice(4) : source;
  const flags = ignoresCase ? 'gi' : 'g';
  const pattern = tryCompile(body, `${flags}u`) ?? tryCompile(body, flags);
  if (pattern === undefined) throw patternInvalid(source, index, 'is not a regular expression');
  const problem = slowness(body, pattern.flags);
  if (problem !== undefined) throw patternInvalid(source, index, problem, SLOW_HINT);
  if (PROBES.some((probe) => probe.match(pattern)?.includes('') === true)) {
    throw patternInvalid(source, index, 'matches the empty text, so it would match everywhere');
  }
  return pattern;
}

// Unicode mode first, so that `.` matches whole characters; it refuses some harmless escapes that people write.
function tryCompile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const HINT =
  'Correct the pattern or take it out: it is a JavaScript regular expression, without slashes around it.';
const SLOW_HINT =
  'Write it without a repeat inside a repeat, and with alternatives that begin differently: `a+` finds all that `(a+)+` or `(a|aa)+` finds.';

const patternInvalid = (source: string, index: number, problem: string, hint = HINT) =>
  invalid('redaction_pattern_invalid', `The redaction pattern ${JSON.stringify(source)} ${problem}.`, hint, {
    fields: [{ field: `patterns[${index}]`, problem }],
  });

interface RedactorOptions {
  readonly patterns?: readonly string[];
}

/** For log lines, which are redacted synchronously. The rules are created with the first line. */
export function createLineRedactor({ patterns = [] }: RedactorOptions = {}): (line: string) => string {
  let redactor: TextRedactor | undefined;
  return (line) => {
    redactor ??= new TextRedactor([...makeRules(), customPatterns(patterns)]);
    return redactor.redact(line).text;
  };
}

export function createRedactor({ patterns = [] }: RedactorOptions = {}): Redactor {
  const custom = customPatterns(patterns);
  let redactor: TextRedactor | undefined;
  return {
    async redact(texts) {
      redactor ??= new TextRedactor([...makeRules(), custom]);
      const own = redactor;
      return texts.map((text) => own.redact(text));
    },
  };
}
