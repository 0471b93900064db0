import type { Report, Rule } from '../rule.ts';
import { INPUT_KIND, PRINTS, readPrinted, readWord, reportInput, TAKES_SECRET } from './secret-input.ts';

const HERE_STRING = /<<<[ \t]{0,4}/g;
const PROCESS = new RegExp(String.raw`<\([ \t]{0,4}${PRINTS}`, 'gi');
const HERE_DOCUMENT = /(?<!<)<<-?[ \t]{0,2}["']?([A-Za-z_]\w{0,30})["']?(?!\w)([^\r\n]{0,300})\r?\n/g;
const TAKES = new RegExp(TAKES_SECRET);
// `--password-file <(echo value)`.
const SECRET_FILE = /(?<![\w-])--?[\w-]{0,40}(?:pass|token|secret|api-?key)[\w-]{0,40}[ \t=]{1,4}$/i;
// Where a command begins and ends. A line that ends with a backslash goes on.
const BREAK = /[;|]|&&|(?<!\\\r?)\n/;
const BREAK_AFTER = /;|&&|(?<!\\\r?)\n/;
const LINE = /[ \t]{0,40}([^\r\n]{1,4096}?)[ \t]{0,40}(?:\r?\n|$)/y;
const MAX_LINES = 20;
const LONGEST = 4096;
const REACH = 200;

/** `docker login --password-stdin <<< value`, `< <(echo value)`, `<<EOF` and the value below. */
export const redirectedSecrets: Rule = { kinds: [INPUT_KIND], hints: ['<<', '<('], find };

function find(text: string, report: Report): void {
  for (const { index, 0: sign } of text.matchAll(HERE_STRING)) {
    const value = readWord(text, index + sign.length);
    const command = value && commandAround(text, index, value.end);
    if (value !== undefined && command !== undefined && TAKES.test(command))
      reportInput(value, command, report);
  }
  for (const { index, 0: sign } of text.matchAll(PROCESS)) {
    const value = readPrinted(text, index + sign.length);
    const command = value && commandAround(text, index, value.end);
    if (value === undefined || command === undefined) continue;
    if (TAKES.test(command) || SECRET_FILE.test(text.slice(Math.max(0, index - REACH), index)))
      reportInput(value, command, report);
  }
  for (const { index, 0: whole, 1: tag = '', 2: rest = '' } of text.matchAll(HERE_DOCUMENT)) {
    const before = text.slice(Math.max(0, index - REACH), index);
    const command = `${before.slice(before.lastIndexOf('\n') + 1)} ${rest}`;
    const body = text.slice(index + whole.length, index + whole.length + LONGEST);
    if (TAKES.test(command) && new RegExp(String.raw`\n[ \t]{0,40}${tag}(?!\w)`).test(body))
      readDocument(text, index + whole.length, tag, command, report);
  }
}

/** What stands before and after the input, as far as the command and those it is piped into reach. */
function commandAround(text: string, start: number, end: number): string {
  const before =
    text
      .slice(Math.max(0, start - REACH), start)
      .split(BREAK)
      .at(-1) ?? '';
  const after = text.slice(end, end + REACH).split(BREAK_AFTER, 1)[0] ?? '';
  return `${before} ${after}`;
}

/** The first line is the secret; `chpasswd` has one in every line. */
function readDocument(text: string, from: number, tag: string, command: string, report: Report): void {
  LINE.lastIndex = from;
  const most = command.includes('chpasswd') ? MAX_LINES : 1;
  for (let nth = 0; nth < most; nth++) {
    const at = LINE.lastIndex;
    const line = LINE.exec(text);
    const value = line?.[1] ?? '';
    if (line === null || value === tag) return;
    const start = at + line[0].indexOf(value);
    reportInput({ start, end: start + value.length, text: value, isQuoted: false }, command, report);
  }
}
