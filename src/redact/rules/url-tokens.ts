import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';
import { isRandom } from '../shape/is-random.ts';

const KIND = 'url-token';
const USER =
  /:\/\/([^\s/?#@:"'`<>\\]{12,512})(?::(?:x-oauth-basic|x-token-auth|x|oauth2)?)?@([A-Za-z0-9.[_-][^\s/?#"'`<>\\]{0,200})/g;
// The key of a Sentry address is public: it is shipped to every browser.
const PUBLIC_USER = /(?:^|\.)sentry\.io(?::|$)/i;

/** `https://TOKEN@host`: a generated value in place of the user is the secret. */
export const urlTokens: Rule = { kinds: [KIND], hints: ['://'], find };

function find(text: string, report: Report): void {
  for (const { index, 1: user = '', 2: host = '' } of text.matchAll(USER)) {
    if (isPlaceholder(user) || PUBLIC_USER.test(host) || !isRandom(user)) continue;
    report(index + 3, index + 3 + user.length, KIND);
  }
}
