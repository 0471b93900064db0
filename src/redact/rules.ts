import { formatRule, hasDigit, isMixed, isUnmasked, parseFormats, patternRule } from './format-rule.ts';
import type { Rule } from './rule.ts';
import { assignments, nextLineValues } from './rules/assignments.ts';
import { commandSecrets } from './rules/command-arguments.ts';
import { pipedSecrets, redirectedSecrets } from './rules/command-input.ts';
import { foreignValues } from './rules/foreign-values.ts';
import { authorizationHeaders, cookieHeaders } from './rules/http-headers.ts';
import { connectionStrings, pgpass, plainLogins, urlPasswords, urlTokens } from './rules/logins.ts';
import { privateKeys, puttyKeys } from './rules/private-keys.ts';
import { privateTags } from './rules/private-tags.ts';
import { proseValues, valuesBeforeNames } from './rules/prose-values.ts';
import { kubernetesSecrets, markupSecrets, namedValues, sqlPasswords } from './rules/structured-values.ts';
import { SECRET_FORMATS } from './secret-formats.ts';

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
