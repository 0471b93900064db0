import { classifyName, NAMED_KINDS } from '../name/classify-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';

const ELEMENT = /<([A-Za-z][\w.-]{2,60})>\s{0,40}([^<>\s]{4,4096})\s{0,40}<\//g;
const SQL =
  /(?:identified[ \t]{1,4}by|(?:with|encrypted)[ \t]{1,4}password)[ \t]{1,4}'([^'\r\n]{3,256})(?=')/gi;

/** `<password>...</password>` in settings files, and the password literals of SQL's user statements. */
export const markupSecrets: Rule = { kinds: NAMED_KINDS, hints: ['</', 'identified by', ' password '], find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(ELEMENT)) {
    const [whole, element = '', value = ''] = match;
    const name = classifyName(element);
    if (name === undefined || !isSecretShape(value, name, 'quoted')) continue;
    const start = match.index + whole.indexOf(value, element.length + 2);
    report(start, start + value.length, name.kind);
  }
  const sqlName = classifyName('PASSWORD');
  for (const match of text.matchAll(SQL)) {
    const password = match[1] ?? '';
    const end = match.index + match[0].length;
    if (sqlName && isSecretShape(password, sqlName, 'quoted'))
      report(end - password.length, end, sqlName.kind);
  }
}
