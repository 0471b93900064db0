import { FOREIGN_HINTS, FOREIGN_PASSWORD, foreignName } from '../name/foreign-password.ts';
import type { Report, Rule } from '../rule.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue } from './read-value.ts';

const NAME_AND_SIGN = new RegExp(
  String.raw`(${FOREIGN_PASSWORD})\\{0,4}["'\x60]?[*_]{0,3}[ \t]{0,8}[:=：＝][*_]{0,3}[ \t\u3000]{0,8}`,
  'gi',
);
const LINE_END = /^["'`]?(?:$|\r?\n|\\[nr]|[ \t]{1,2}(?:$|\r?\n|#))/;

/** `Kennwort: ...`, `contraseña=...`, `密码：...`. */
export const foreignPasswords: Rule = { kinds: ['password'], hints: FOREIGN_HINTS, find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(NAME_AND_SIGN)) {
    const name = foreignName(match[1] ?? '');
    const value = readValue(text, match.index + match[0].length);
    if (value === undefined) continue;
    const isAlone = value.isQuoted || LINE_END.test(text.slice(value.end, value.end + 4));
    if (isSecretShape(value.text, name, isAlone ? 'line' : 'loose'))
      report(value.start, value.end, name.kind);
  }
}
