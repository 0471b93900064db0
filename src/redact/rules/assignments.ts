import {
  classifyName,
  isCommitHash,
  NAMED_KINDS,
  type SecretName,
  startOfName,
} from '../shape/classify-name.ts';
import { isRandom, isSecretShape, type ValueContext } from '../shape/is-secret-shape.ts';
import { matchAt, matchEnd, type Rule } from '../span.ts';
import { readValue, type Value } from './read-value.ts';

// Matches from the key word on, and the rest of the name is searched backwards: a leading [\w-]* would be quadratic.
const NAME_AND_SIGN =
  /(?:pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred|auth)([\w-]{0,40})(\\*["'`]?(?:\[?\]|[*_]{1,3}|<\/\w{1,8}>)?[ \t]{0,20}(?:=>|:=|[!=]?={1,2}|[:,：＝](?:[*_]{1,3}(?=[ \t])|<\/\w{1,8}>)?)[ \t]{0,20}(?:\*\*(?=\w))?|[ \t]{1,4}(?:is|was|to)[ \t]{1,4}:?[ \t]?|[ \t]{1,4}(?=["'`]))/gi;

/** `NAME=value`, `name: value`, `"name": "value"`, `name => value`, "the password is ...": names that promise a secret. */
export const assignments: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'pw', 'secret', 'token', 'key', 'cred', 'auth'],
  find(text, report) {
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
      if (value === undefined || !isSecretShape(value.text, name, contextOf(text, before, sign, value)))
        continue;
      if (isCommitHash(text, spelling, nameStart, value.start, value.end)) continue;
      report(value.start, value.end, name.kind);
      NAME_AND_SIGN.lastIndex = value.end;
    }
  },
};

function contextOf(text: string, before: string, sign: string, value: Value): ValueContext {
  if (/\b(?:is|was)\b/.test(sign)) return 'prose';
  if (/^[ \t]+$/.test(sign)) return 'prose';
  if (/,|\bto\b/.test(sign)) return 'loose';
  if (value.isQuoted) return 'quoted';
  const next = text.slice(value.end, value.end + 3);
  const endsArgument = /^[,)]/.test(next) && before !== '?' && before !== '&';
  if (sign === '=' && !endsArgument && before !== '(' && before !== '.') return 'env';
  return /^(?:$|\r?\n|\\[nr]|[ \t]{1,2}(?:$|\r?\n|#))/.test(next) ? 'line' : 'loose';
}

const BREAK = String.raw`(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)`;
// Matches from the key word on, as above. `|` and `>` start a block of text in YAML.
const NAME_AT_LINE_END = new RegExp(
  String.raw`(?:pass|pwd|secret|token|key|cred|auth)[\w-]{0,40}(\\{0,8}["'\x60]?[ \t]{0,8}(:=?|=>?)[ \t]{0,8}([|>][+-]?\d?[+-]?)?[ \t]{0,8}(?:#[^\r\n\\]{0,100})?)(?=${BREAK})`,
  'gi',
);
// The mark of a diff or a quoted mail, the indentation, the dash of a list.
const LINE_START = new RegExp(
  String.raw`${BREAK}(?:[ \t]{0,60}${BREAK})?[+>-]?([ \t]{0,60})(-[ \t]{1,4})?`,
  'y',
);
const LINE_END = new RegExp(
  String.raw`\\{0,8}["'\x60]?[ \t]{0,20}[,;}\])]{0,8}[ \t]{0,20}(?:#[^\r\n]{0,100})?(?=${BREAK}|$|<\/|["'\x60](?:$|[\s,:}\])]))`,
  'y',
);
const MAX_LINES = 64;

/** `token:` and the value alone on the next line, `password: |` and a block of text, `tokens:` and a list. */
export const nextLineValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred', 'auth'],
  find(text, report) {
    NAME_AT_LINE_END.lastIndex = 0;
    for (let match = NAME_AT_LINE_END.exec(text); match !== null; match = NAME_AT_LINE_END.exec(text)) {
      const end = match.index + match[0].length;
      const nameEnd = end - (match[1] ?? '').length;
      const name = classifyName(text.slice(startOfName(text, nameEnd), nameEnd));
      if (name === undefined) continue;
      const sort = match[3] !== undefined ? 'block' : match[2]?.startsWith('=') ? 'code' : 'data';
      for (const value of readLines(text, end, name, sort)) report(value.start, value.end, name.kind);
    }
  },
};

type Sort = 'block' | 'code' | 'data';

function readLines(text: string, from: number, name: SecretName, sort: Sort): Value[] {
  const found: Value[] = [];
  let at = from;
  for (let nth = 0; nth < MAX_LINES; nth++) {
    const line = readLine(text, at);
    if (line === undefined || (line.indent === 0 && sort === 'block')) break;
    const isMore = sort === 'block' && found.length > 0;
    if (isMore || isSecret(line, name, sort)) found.push(line.value);
    else if (!line.isItem) break;
    if (!line.isItem && sort !== 'block') break;
    at = line.end;
  }
  return found;
}

interface Line {
  readonly value: Value;
  readonly indent: number;
  readonly isItem: boolean;
  readonly end: number;
}

function readLine(text: string, at: number): Line | undefined {
  const start = matchAt(LINE_START, text, at);
  const value = start && readValue(text, at + start[0].length);
  const end = value && matchEnd(LINE_END, text, value.end);
  if (start === undefined || value === undefined || end === undefined) return undefined;
  return { value, indent: start[1]?.length ?? 0, isItem: start[2] !== undefined, end };
}

function isSecret({ value, indent, isItem }: Line, name: SecretName, sort: Sort): boolean {
  if (sort === 'code' && !value.isQuoted) return false;
  // Without indentation it may be an unrelated line.
  if (indent === 0 && !isItem && !isRandom(value.text)) return false;
  return isSecretShape(value.text, name, value.isQuoted ? 'quoted' : sort === 'block' ? 'env' : 'line');
}
