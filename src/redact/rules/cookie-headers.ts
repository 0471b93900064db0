import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';
import { isRandom } from '../shape/is-random.ts';

const KIND = 'cookie';
const HEADER = /(?:set-)?cookie\\?["']?[ \t]{0,4}[:=,][ \t]{0,4}\\?["']?([^\r\n"'`]{1,8192})/gi;
const FLAG = /\bcurl\b[^\r\n]{0,300}?[ \t](?:-b|--cookie)[ \t=]{1,4}["']?([^\r\n"'`]{1,8192})/g;
const PAIR = /([^\s;=,]{1,128})=([^\s;,]{1,4096})/g;
const SESSION = /sess|sid$|auth|token|jwt|csrf|xsrf|remember|login|secret|credential|^id$|^sb-/i;
const ATTRIBUTE = /^(?:path|domain|expires|max-age|samesite|priority|version)$/i;

/** Values of session cookies in Cookie and Set-Cookie headers; preferences such as `theme=dark` stay. */
export const cookieHeaders: Rule = { kinds: [KIND], hints: ['cookie', 'curl'], find };

function find(text: string, report: Report): void {
  for (const pattern of [HEADER, FLAG]) {
    for (const match of text.matchAll(pattern)) {
      const cookies = match[1] ?? '';
      findPairs(cookies, match.index + match[0].length - cookies.length, report);
    }
  }
}

function findPairs(cookies: string, offset: number, report: Report): void {
  for (const pair of cookies.matchAll(PAIR)) {
    const [whole, name = '', value = ''] = pair;
    if (ATTRIBUTE.test(name) || isPlaceholder(value)) continue;
    const isSession = SESSION.test(name) && value.length >= (/\d/.test(value) ? 6 : 8);
    if (!isSession && !isRandom(value)) continue;
    const end = offset + pair.index + whole.length;
    report(end - value.length, end, KIND);
  }
}
