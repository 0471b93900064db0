import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import { startOfName } from '../name/start-of-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isRandom } from '../shape/is-random.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

const BREAK = String.raw`(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)`;
// As in `assignments`: begins at the telling word. `|` and `>` open a block of text in YAML.
const NAME_AND_SIGN = new RegExp(
  String.raw`(?:pass|pwd|secret|token|key|cred|auth)[\w-]{0,40}(\\{0,8}["'\x60]?[ \t]{0,8}(:=?|=>?)[ \t]{0,8}([|>][+-]?\d?[+-]?)?[ \t]{0,8}(?:#[^\r\n\\]{0,100})?)(?=${BREAK})`,
  'gi',
);
// The sign of a diff or a quoted mail, the indentation, the dash of a list.
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
  find,
};

function find(text: string, report: Report): void {
  NAME_AND_SIGN.lastIndex = 0;
  for (let match = NAME_AND_SIGN.exec(text); match !== null; match = NAME_AND_SIGN.exec(text)) {
    const end = match.index + match[0].length;
    const nameEnd = end - (match[1] ?? '').length;
    const name = classifyName(text.slice(startOfName(text, nameEnd), nameEnd));
    if (name === undefined) continue;
    const sort = match[3] !== undefined ? 'block' : match[2]?.startsWith('=') ? 'code' : 'data';
    for (const value of readLines(text, end, name, sort)) report(value.start, value.end, name.kind);
  }
}

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

/** The next line, when one value is all that stands on it. */
function readLine(text: string, at: number): Line | undefined {
  LINE_START.lastIndex = at;
  const start = LINE_START.exec(text);
  if (start === null) return undefined;
  const value = readValue(text, LINE_START.lastIndex);
  if (value === undefined) return undefined;
  LINE_END.lastIndex = value.end;
  if (!LINE_END.test(text)) return undefined;
  return {
    value,
    indent: start[1]?.length ?? 0,
    isItem: start[2] !== undefined,
    end: LINE_END.lastIndex,
  };
}

function isSecret({ value, indent, isItem }: Line, name: SecretName, sort: Sort): boolean {
  if (sort === 'code' && !value.isQuoted) return false;
  // Not indented, it may be a line of its own.
  if (indent === 0 && !isItem && !isRandom(value.text)) return false;
  return isSecretShape(value.text, name, value.isQuoted ? 'quoted' : sort === 'block' ? 'env' : 'line');
}
