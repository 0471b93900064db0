import { patternRule } from '../format-rule.ts';
import { matchEnd } from '../match-at.ts';
import type { Report, Rule } from '../rule.ts';
import { classifyName, NAMED_KINDS } from '../shape/classify-name.ts';
import { isPlaceholder, isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue } from './read-value.ts';

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
