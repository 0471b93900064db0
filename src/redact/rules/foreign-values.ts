import { FOREIGN_HINTS, FOREIGN_KINDS, FOREIGN_NAME, foreignName } from '../name/foreign-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { isForeignSecret } from '../shape/is-spoken-secret.ts';
import { readValue } from './read-value.ts';
import { type Spoken, spokenAfter } from './words-between.ts';

const NAME = new RegExp(FOREIGN_NAME, 'gi');
// French puts a space before the colon that does not break.
const SIGN =
  /\\{0,4}["'`]?[*_]{0,3}(?:<\/\w{1,8}>)?[ \t\u00a0\u202f]{0,8}[:=：＝][*_]{0,3}(?:<\/\w{1,8}>)?[ \t\u00a0\u202f\u3000]{0,8}/y;
// A script without spaces goes on from the name: `APIキーは`, `API 密钥无效：`.
const UNSPACED =
  /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[ \t]{0,4}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{0,16}[ \t\u3000]{0,4}[:=：＝]?[ \t\u3000]{0,4}(?=[!-~]{8})/y;
const LINE_END = /^["'`]?(?:$|\r?\n|\\[nr]|[ \t]{1,2}(?:$|\r?\n|#))/;

/** `Kennwort: ...`, `Clé API invalide : ...`, `la contraseña es ...`, `密码：...`. */
export const foreignValues: Rule = { kinds: FOREIGN_KINDS, hints: FOREIGN_HINTS, find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(NAME)) {
    const end = match.index + match[0].length;
    if (!findLabelled(text, match[0], end, report)) findSpoken(text, match[0], end, report);
  }
}

function findLabelled(text: string, spelling: string, nameEnd: number, report: Report): boolean {
  SIGN.lastIndex = nameEnd;
  const value = SIGN.test(text) ? readValue(text, SIGN.lastIndex) : undefined;
  if (value === undefined) return false;
  const name = foreignName(spelling);
  const isAlone = value.isQuoted || LINE_END.test(text.slice(value.end, value.end + 4));
  if (!isSecretShape(value.text, name, isAlone ? 'line' : 'loose')) return false;
  report(value.start, value.end, name.kind);
  return true;
}

function findSpoken(text: string, spelling: string, nameEnd: number, report: Report): void {
  const name = foreignName(spelling);
  for (const { value, ...saying } of [...unspacedAfter(text, nameEnd), ...spokenAfter(text, nameEnd)]) {
    if (!isForeignSecret(value.text, name, saying)) continue;
    report(value.start, value.end, name.kind);
    return;
  }
}

function unspacedAfter(text: string, nameEnd: number): Pick<Spoken, 'value' | 'words' | 'sign'>[] {
  UNSPACED.lastIndex = nameEnd;
  const gap = UNSPACED.exec(text)?.[0];
  const value = gap === undefined ? undefined : readValue(text, nameEnd + gap.length);
  // What stands between cannot be cut into words; it says what the value is.
  return value === undefined ? [] : [{ value, words: gap?.trim() === '' ? [] : ['是'], sign: '' }];
}
