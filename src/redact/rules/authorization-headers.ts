import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';
import { isRandom } from '../shape/is-random.ts';

const KIND = 'authorization';
const HEADER =
  /authorization\\?["']?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}\\?["'`]?(basic|bearer|token|bot|apikey|api-key|digest|negotiate|aws4-hmac-sha256|splunk|genericapikey)[ \t]{1,4}([^\s"'`\\<>]{4,4096})/gi;
const BASIC = /(?<![A-Za-z0-9])basic[ \t]{1,4}([A-Za-z0-9+/_-]{8,4096}={0,2})/gi;

/** The credential in an Authorization header, and Basic credentials wherever they decode to `user:password`. */
export const authorizationHeaders: Rule = { kinds: [KIND], hints: ['authorization', 'basic'], find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(HEADER)) {
    const value = (match[2] ?? '').replace(/[,;)}\]]+$/, '');
    const start = match.index + match[0].length - (match[2] ?? '').length;
    if (isCredential(match[1] ?? '', value)) report(start, start + value.length, KIND);
  }
  for (const match of text.matchAll(BASIC)) {
    const value = match[1] ?? '';
    const end = match.index + match[0].length;
    if (decodesToPair(value)) report(end - value.length, end, KIND);
  }
}

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
