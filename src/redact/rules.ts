import { formatRule } from './format-rule.ts';
import { parseFormats } from './parse-format.ts';
import type { Rule } from './rule.ts';
import { assignments } from './rules/assignments.ts';
import { authorizationHeaders } from './rules/authorization-headers.ts';
import { bareLogins } from './rules/bare-logins.ts';
import { commandSecrets } from './rules/command-secrets.ts';
import { connectionStrings } from './rules/connection-strings.ts';
import { cookieHeaders } from './rules/cookie-headers.ts';
import { foreignValues } from './rules/foreign-values.ts';
import { kubernetesSecrets } from './rules/kubernetes-secrets.ts';
import { markupSecrets } from './rules/markup-secrets.ts';
import { namedValues } from './rules/named-values.ts';
import { nextLineValues } from './rules/next-line-values.ts';
import { pgpass } from './rules/pgpass.ts';
import { pipedSecrets } from './rules/piped-secrets.ts';
import { privateKeys } from './rules/private-keys.ts';
import { privateTags } from './rules/private-tags.ts';
import { puttyKeys } from './rules/putty-keys.ts';
import { redirectedSecrets } from './rules/redirected-secrets.ts';
import { secretsInContext } from './rules/secrets-in-context.ts';
import { spokenValues } from './rules/spoken-values.ts';
import { urlPasswords } from './rules/url-passwords.ts';
import { urlTokens } from './rules/url-tokens.ts';
import { valuesBeforeNames } from './rules/values-before-names.ts';
import { SECRET_FORMATS } from './secret-formats.ts';

/** In order of rank: where two find the same secret, the more exact one names it. Made when first needed, for a fast start. */
export const makeRules = (): readonly Rule[] => [
  privateTags,
  privateKeys,
  puttyKeys,
  ...parseFormats(SECRET_FORMATS).map(formatRule),
  ...secretsInContext,
  authorizationHeaders,
  urlPasswords,
  urlTokens,
  bareLogins,
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
  foreignValues,
  spokenValues,
  valuesBeforeNames,
];
