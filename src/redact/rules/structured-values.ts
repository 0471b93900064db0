import { patternRule } from '../format-rule.ts';
import { classifyName, NAMED_KINDS } from '../shape/classify-name.ts';
import { isPlaceholder, isRandom, isSecretShape } from '../shape/is-secret-shape.ts';
import { matchEnd, type Report, type Rule } from '../span.ts';
import { readValue } from './read-value.ts';

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

// Quoted values may contain `>`. A quote that is never closed must not hide the tag, so plain text is tried second.
const ATTRIBUTES = String.raw`\s(?:[^<>"']{0,200}(?:(?:"[^"]{0,100}"|'[^']{0,100}')[^<>"']{0,100}){0,4}|[^<>]{0,200})`;
// After `< ` only what cannot be a comparison: `a < private && private > b` is code.
const STRICT = String.raw`(?:\s{1,8}[\w-]{1,40}=(?:"[^"]{0,100}"|'[^']{0,100}'|[^\s<>"']{1,100})){0,4}\s{0,8}\/?\s{0,8}`;
const TAG = new RegExp(
  String.raw`<(?:private(?:${ATTRIBUTES}|\/)?>|\s{1,8}private${STRICT}>|\s{0,8}(\\?\/)\s{0,8}private(?:\s[^<>]{0,200})?>)`,
  'gi',
);
const KIND = 'private';

/** `<private>...</private>`, also nested. A tag that is never closed covers the rest of the text. */
export const privateTags: Rule = {
  kinds: [KIND],
  hints: ['private'],
  find(text, report) {
    let depth = 0;
    let start = 0;
    for (const tag of text.matchAll(TAG)) {
      const closes = tag[1] !== undefined;
      if (!closes && /\/\s*>$/.test(tag[0])) continue;
      if (!closes && depth++ === 0) start = tag.index;
      if (closes && depth > 0 && --depth === 0) report(start, tag.index + tag[0].length, KIND);
    }
    if (depth > 0) report(start, text.length, KIND);
  },
};

const NAME_THEN_VALUE =
  /\b(?:name|key|Name|Key)\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?([\w.-]{3,80})\\?["']?[,;]?(?:\s|\\{1,4}[nrt]){1,40}\\?["']?[Vv]alue\\?["']?[ \t]{0,4}[:=][ \t]{0,4}/g;

const NAMED_BLOCK = /"([\w.-]{3,80})\\?"[ \t]{0,4}:?\s{0,8}\{/g;
const VALUE_IN_BLOCK = /[^{}]{0,600}?\b(?:default|value)\\?"?[ \t]{0,40}[:=][ \t]{0,40}(?=\\{0,4}")/y;

/** Name and value in separate fields: `- name: DB_PASSWORD` and `value: ...`, `<add key="..." value="..."/>`. */
export const namedValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['value', 'default'],
  find(text, report) {
    for (const match of text.matchAll(NAME_THEN_VALUE)) {
      const name = classifyName(match[1] ?? '');
      if (name === undefined) continue;
      const value = readValue(text, match.index + match[0].length);
      if (value === undefined) continue;
      if (isSecretShape(value.text, name, value.isQuoted ? 'quoted' : 'line'))
        report(value.start, value.end, name.kind);
    }
    for (const match of text.matchAll(NAMED_BLOCK)) {
      const name = classifyName(match[1] ?? '');
      if (name === undefined) continue;
      const start = matchEnd(VALUE_IN_BLOCK, text, match.index + match[0].length);
      const value = start === undefined ? undefined : readValue(text, start);
      if (value !== undefined && isSecretShape(value.text, name, 'line'))
        report(value.start, value.end, name.kind);
    }
  },
};

const KUBERNETES_KIND = 'secret';
const SECRET = /^[ \t>+-]{0,20}kind:[ \t]{1,4}["']?Secret["']?[ \t]{0,20}\r?$/m;
// `data` may come before or after `kind`; its entries are indented further.
const BLOCK = /^([ \t]{0,40})(?:data|stringData):[ \t]{0,20}(?=\r?\n)/gm;
const ENTRY =
  /\r?\n([ \t]{1,60})([\w.-]{1,253}):[ \t]{1,8}["']?([^\s"'|>][^\s"']{0,200000})["']?[ \t]{0,8}(?=\r?\n|$)/y;
// Entries of a Secret that are not secret.
const PUBLIC_ENTRY =
  /^(?:user(?:-?name)?|login|host(?:name)?|server|port|db(?:-?name)?|database|region|namespace|name|type|email|provider|engine|(?:ca|tls)\.crt|.*\.pub)$/i;
const MIN_LENGTH = 4;

/** The values of a Kubernetes Secret, encoded or not. */
export const kubernetesSecrets: Rule = {
  kinds: [KUBERNETES_KIND],
  hints: ['kind:'],
  find(text, report) {
    if (!SECRET.test(text)) return;
    let offset = 0;
    for (const document of text.split(/^(?=---)/m)) {
      if (SECRET.test(document)) findEntries(document, offset, report);
      offset += document.length;
    }
  },
};

function findEntries(document: string, offset: number, report: Report): void {
  for (const block of document.matchAll(BLOCK)) {
    ENTRY.lastIndex = block.index + block[0].length;
    for (let entry = ENTRY.exec(document); entry !== null; entry = ENTRY.exec(document)) {
      const [whole, indent = '', name = '', value = ''] = entry;
      if (indent.length <= (block[1] ?? '').length) break;
      if (PUBLIC_ENTRY.test(name) || value.length < MIN_LENGTH || isPlaceholder(value)) continue;
      const start = offset + entry.index + whole.lastIndexOf(value);
      report(start, start + value.length, KUBERNETES_KIND);
    }
  }
}

const ELEMENT = /<([A-Za-z][\w.-]{2,60})>\s{0,40}([^<>\s]{4,4096})\s{0,40}<\//g;
const SQL =
  /(?:identified[ \t]{1,4}by|(?:with|encrypted)[ \t]{1,4}password)[ \t]{1,4}'([^'\r\n]{3,256})(?=')/gi;

/** `<password>...</password>` in settings files. */
export const markupSecrets: Rule = {
  kinds: NAMED_KINDS,
  hints: ['</'],
  find(text, report) {
    for (const match of text.matchAll(ELEMENT)) {
      const [whole, element = '', value = ''] = match;
      const name = classifyName(element);
      if (name === undefined || !isSecretShape(value, name, 'quoted')) continue;
      const start = match.index + whole.indexOf(value, element.length + 2);
      report(start, start + value.length, name.kind);
    }
  },
};

const PASSWORD_NAME = classifyName('PASSWORD');

/** Password literals of SQL statements. */
export const sqlPasswords = patternRule({
  kind: 'password',
  hints: ['identified by', ' password '],
  pattern: () => SQL,
  accepts: (password) => PASSWORD_NAME !== undefined && isSecretShape(password, PASSWORD_NAME, 'quoted'),
});
