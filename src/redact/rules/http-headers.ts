import { patternRule } from '../format-rule.ts';
import type { Report, Rule } from '../rule.ts';
import { isRandom } from '../shape/is-random.ts';
import { isPlaceholder } from '../shape/is-secret-shape.ts';

// A bracket, comma or semicolon at the end belongs to the text around it.
const AUTHORIZATION =
  /authorization\\?["']?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}\\?["'`]?(basic|bearer|token|bot|apikey|api-key|digest|negotiate|aws4-hmac-sha256|splunk|genericapikey)[ \t]{1,4}(?<secret>[^\s"'`\\<>]{4,4096})(?<![,;)}\]])/gi;
const BASIC = /(?<![A-Za-z0-9])basic[ \t]{1,4}([A-Za-z0-9+/_-]{8,4096}={0,2})/gi;

/** The credential in an Authorization header, and Basic credentials wherever they decode to `user:password`. */
export const authorizationHeaders: readonly Rule[] = [
  patternRule({
    kind: 'authorization',
    hints: ['authorization'],
    pattern: () => AUTHORIZATION,
    accepts: (value, [, scheme = '']) => isCredential(scheme, value),
  }),
  patternRule({ kind: 'authorization', hints: ['basic'], pattern: () => BASIC, accepts: decodesToPair }),
];

function isCredential(scheme: string, value: string): boolean {
  if (isPlaceholder(value)) return false;
  if (scheme.toLowerCase() === 'basic') return decodesToPair(value) || isRandom(value);
  return (
    isRandom(value) || value.length >= 20 || (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value))
  );
}

function decodesToPair(value: string): boolean {
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return /^[\x20-\x7e]*:[\x20-\x7e\x80-\xff]*$/.test(decoded);
}

const COOKIE_KIND = 'cookie';
const COOKIE = /(?:set-)?cookie\\?["']?[ \t]{0,4}[:=,][ \t]{0,4}\\?["']?([^\r\n"'`]{1,8192})/gi;
const COOKIE_FLAG = /\bcurl\b[^\r\n]{0,300}?[ \t](?:-b|--cookie)[ \t=]{1,4}["']?([^\r\n"'`]{1,8192})/g;
const PAIR = /([^\s;=,]{1,128})=([^\s;,]{1,4096})/g;
const SESSION = /sess|sid$|auth|token|jwt|csrf|xsrf|remember|login|secret|credential|^id$|^sb-/i;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version)$/i;

/** Values of session cookies in Cookie and Set-Cookie headers; preferences such as `theme=dark` stay. */
export const cookieHeaders: Rule = {
  kinds: [COOKIE_KIND],
  hints: ['cookie', 'curl'],
  find(text, report) {
    for (const pattern of [COOKIE, COOKIE_FLAG]) {
      for (const match of text.matchAll(pattern)) {
        const cookies = match[1] ?? '';
        findPairs(cookies, match.index + match[0].length - cookies.length, report);
      }
    }
  },
};

function findPairs(cookies: string, offset: number, report: Report): void {
  for (const pair of cookies.matchAll(PAIR)) {
    const [whole, name = '', value = ''] = pair;
    if (ATTRIBUTE.test(name) || isPlaceholder(value)) continue;
    const isSession = SESSION.test(name) && value.length >= (/\d/.test(value) ? 6 : 8);
    if (!isSession && !isRandom(value)) continue;
    const end = offset + pair.index + whole.length;
    report(end - value.length, end, COOKIE_KIND);
  }
}
