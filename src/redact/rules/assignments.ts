import { classifyName, NAMED_KINDS } from '../name/classify-name.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isCommitHash } from '../shape/is-commit-hash.ts';
import { isSecretShape, type Setting } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

// Begins at the telling word and looks back for the rest of the name: a leading [\w-]* would be quadratic.
const NAME_AND_SIGN =
  /(?:pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred|auth)([\w-]{0,40})(\\*["'`]?(?:\[?\]|[*_]{1,3}|<\/\w{1,8}>)?[ \t]{0,20}(?:=>|:=|[!=]?={1,2}|[:,：＝](?:[*_]{1,3}(?=[ \t])|<\/\w{1,8}>)?)[ \t]{0,20}(?:\*\*(?=\w))?|[ \t]{1,4}(?:is|was|to)[ \t]{1,4}:?[ \t]?|[ \t]{1,4}(?=["'`]))/gi;

/** `NAME=value`, `name: value`, `"name": "value"`, `name => value`, "the password is ...": names that promise a secret. */
export const assignments: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'pw', 'secret', 'token', 'key', 'cred', 'auth'],
  find,
};

function find(text: string, report: Report): void {
  NAME_AND_SIGN.lastIndex = 0;
  for (let match = NAME_AND_SIGN.exec(text); match !== null; match = NAME_AND_SIGN.exec(text)) {
    const sign = match[2] ?? '';
    const nameEnd = match.index + match[0].length - sign.length;
    const nameStart = startOfName(text, nameEnd);
    const spelling = text.slice(nameStart, nameEnd);
    const name = classifyName(spelling);
    if (name === undefined) continue;
    const before = text.charAt(nameStart - 1);
    const value = readValue(text, NAME_AND_SIGN.lastIndex, before === '?' || before === '&');
    if (value === undefined || !isSecretShape(value.text, name, settingOf(text, before, sign, value)))
      continue;
    if (isCommitHash(text, spelling, nameStart, value.start, value.end)) continue;
    report(value.start, value.end, name.kind);
    NAME_AND_SIGN.lastIndex = value.end;
  }
}

function settingOf(text: string, before: string, sign: string, value: Value): Setting {
  if (/\b(?:is|was)\b/.test(sign)) return 'told';
  if (/^[ \t]+$/.test(sign)) return 'told';
  if (/,|\bto\b/.test(sign)) return 'loose';
  if (value.isQuoted) return 'quoted';
  const next = text.slice(value.end, value.end + 3);
  const endsArgument = /^[,)]/.test(next) && before !== '?' && before !== '&';
  if (sign === '=' && !endsArgument && before !== '(' && before !== '.') return 'env';
  return /^(?:$|\r?\n|\\[nr]|[ \t]{1,2}(?:$|\r?\n|#))/.test(next) ? 'line' : 'loose';
}
