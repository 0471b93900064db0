import { hasDigit } from '../format-rule.ts';
import type { Report, Rule } from '../rule.ts';

const KIND = 'private-key';
const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const MAX_BODY = 32_768;

// A line break as it is or escaped (JSON, .env), then what mail, diff, indentation or `cat -n` put before the line.
const BREAK = String.raw`(?:\\+[nr]|[\r\n])(?:\\+[nrt]|[\s>|*#"',]|\d{1,6}[\t:|→])*\+?`;
const HEADER = String.raw`(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID|Subject): [^\r\n\\]{0,200}`;
const LINE = String.raw`[A-Za-z0-9+/=]+(?=[ \t]*(?:[\r\n\\"',<-]|$))`;
const ONE_LINE = String.raw`(?:[ \t]*[A-Za-z0-9+/=]{24,})?(?:[ \t]+[A-Za-z0-9+/=]{16,})*`;
const BODY = new RegExp(`${ONE_LINE}(?:${BREAK}(?:${HEADER}|${LINE}))*`, 'y');
const STARTS_LIKE_KEY = /[A-Za-z0-9+/=]{24,}|\b(?:MI[IGHC]|MC4C|MHc|b3BlbnNzaC|lQ)[A-Za-z0-9+/=]/;
const LONG_RUNS = /[A-Za-z0-9+/=]{24,}/g;

// "LS0tLS1CRUdJTi" is base64 for "-----BEGIN", as keys lie in Kubernetes secrets.
const ENCODED = /LS0tLS1CRUdJTi[A-Za-z0-9+/=]{20,}/g;

/** Private keys in PEM, OpenSSH and PGP armour, also without their END line. The mere mention of a header stays. */
export const privateKeys: Rule = { kinds: [KIND], hints: ['private key', 'ls0tls1crudjti'], find };

function find(text: string, report: Report): void {
  for (const { index, 0: key } of text.matchAll(ENCODED)) {
    if (Buffer.from(key.slice(0, 80), 'base64').includes('PRIVATE KEY'))
      report(index, index + key.length, KIND);
  }
  const headers = [...text.matchAll(BEGIN)];
  headers.forEach(({ index, 0: header }, nth) => {
    const from = index + header.length;
    const length = lengthOfKey(
      text.slice(from, Math.min(from + MAX_BODY, headers[nth + 1]?.index ?? text.length)),
    );
    if (length > 0) report(index, from + length, KIND);
  });
}

/** How much of what follows the BEGIN line is the key; 0 when it is not one. */
function lengthOfKey(after: string): number {
  BODY.lastIndex = 0;
  const body = BODY.exec(after)?.[0] ?? '';
  const footer = END.exec(after);
  if (footer === null) return STARTS_LIKE_KEY.test(body) ? body.length : 0;
  const inside = after.slice(0, footer.index);
  const isWhole =
    body !== '' &&
    inside
      .slice(body.length)
      .replace(/\\+[nr]/g, '')
      .trim() === '';
  const hasKey = isWhole || (inside.match(LONG_RUNS) ?? []).some(hasDigit);
  return hasKey ? footer.index + footer[0].length : 0;
}
