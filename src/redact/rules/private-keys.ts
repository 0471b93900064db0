import { hasDigit } from '../format-rule.ts';
import { matchAt, matchEnd, type Rule } from '../span.ts';

const KIND = 'private-key';
const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const MAX_BODY = 32_768;

// A line break, plain or escaped (JSON, .env), and what mail, diff, indentation or `cat -n` put before the line.
const PEM_BREAK = String.raw`(?:\\+[nr]|[\r\n])(?:\\+[nrt]|[\s>|*#"',]|\d{1,6}[\t:|→])*\+?`;
const PEM_HEADER = String.raw`(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID|Subject): [^\r\n\\]{0,200}`;
const PEM_LINE = String.raw`[A-Za-z0-9+/=]+(?=[ \t]*(?:[\r\n\\"',<-]|$))`;
const ONE_LINE = String.raw`(?:[ \t]*[A-Za-z0-9+/=]{24,})?(?:[ \t]+[A-Za-z0-9+/=]{16,})*`;
const BODY = new RegExp(`${ONE_LINE}(?:${PEM_BREAK}(?:${PEM_HEADER}|${PEM_LINE}))*`, 'y');
const STARTS_LIKE_KEY = /[A-Za-z0-9+/=]{24,}|\b(?:MI[IGHC]|MC4C|MHc|b3BlbnNzaC|lQ)[A-Za-z0-9+/=]/;
const LONG_RUNS = /[A-Za-z0-9+/=]{24,}/g;

// "LS0tLS1CRUdJTi" is base64 for "-----BEGIN", as in Kubernetes secrets.
const ENCODED = /LS0tLS1CRUdJTi[A-Za-z0-9+/=]{20,}/g;

/** Private keys in PEM, OpenSSH and PGP armor, also without their END line. A header that is only mentioned stays. */
export const privateKeys: Rule = {
  kinds: [KIND],
  hints: ['private key', 'ls0tls1crudjti'],
  find(text, report) {
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
  },
};

/** The length of the key after the BEGIN line; 0 if it is not a key. */
function lengthOfKey(after: string): number {
  const body = matchAt(BODY, after, 0)?.[0] ?? '';
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

const PUTTY_HEADER = /Private-Lines:[ \t]{0,4}(\d{1,4})/gi;
// The same, or only spaces.
const PUTTY_BREAK = String.raw`(?:(?:\\{1,8}[nr]|[\r\n]){1,2}(?:[ \t>|*#"',+]|\\t){0,40}(?:\d{1,6}[\t:|→][ \t]{0,8})?|[ \t]{1,8})`;
const PUTTY_LINE = new RegExp(String.raw`${PUTTY_BREAK}([A-Za-z0-9+/]{1,4096}={0,3})(?![^\s\\"'<,])`, 'y');
const MAC = new RegExp(String.raw`${PUTTY_BREAK}Private-(?:MAC|Hash):[ \t]{0,4}[0-9a-f]{16,128}`, 'iy');
const MIN_EXTRA_LINE = 40;
const FIRST_LINE = 24;

/** PuTTY key files: the lines that `Private-Lines` announces, and the MAC after them. The public part stays. */
export const puttyKeys: Rule = {
  kinds: [KIND],
  hints: ['private-lines'],
  find(text, report) {
    for (const { index, 0: header, 1: count } of text.matchAll(PUTTY_HEADER)) {
      const lines = readLines(text, index + header.length, Number(count));
      if (lines === undefined) continue;
      report(lines.start, matchEnd(MAC, text, lines.end) ?? lines.end, KIND);
    }
  },
};

/** Reads more lines than announced if they look like parts of the key, so that a wrong count leaves nothing. */
function readLines(text: string, from: number, announced: number) {
  let [start, end] = [-1, from];
  for (let nth = 0; ; nth++) {
    PUTTY_LINE.lastIndex = end;
    const line = PUTTY_LINE.exec(text);
    const body = line?.[1] ?? '';
    if (line === null || (nth === 0 && body.length < FIRST_LINE)) break;
    if (
      nth > 0 &&
      nth >= announced &&
      body.length < MIN_EXTRA_LINE &&
      matchEnd(MAC, text, PUTTY_LINE.lastIndex) === undefined
    )
      break;
    end = PUTTY_LINE.lastIndex;
    if (nth === 0) start = end - body.length;
  }
  return start < 0 ? undefined : { start, end };
}
