import { isPlaceholder, isReference, isTemplate } from '../shape/is-secret-shape.ts';
import { matchAt, matchEnd, partAfter, partBefore, type Report, type Rule } from '../span.ts';
import { readValue, type Value } from './read-value.ts';

const INPUT_KIND = 'command-password';

const TAKES_SECRET = String.raw`(?:--password-stdin|--with-token|--token-stdin|--api-?key-stdin|--passphrase-fd[ =]0|-pass(?:in|out|word)?[ =:]stdin|passwd[ \t]{1,4}--stdin|chpasswd|sudo[ \t](?:[^|;&\r\n]{0,60}[ \t])?(?:-\w?S\w?|--stdin)(?=\s)|secrets?[ \t]{1,4}(?:set|put|create|add|import|versions[ \t]{1,4}add)(?=\s)|vault[ \t]{1,4}login[ \t]{1,4}-|(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|registry)[ \t]{1,4}login(?=\s|$)|(?:login|adduser)[ \t](?:[^|;&\r\n]{0,60}[ \t])?--(?:auth|token|stdin)(?=\s|$))(?![\w-])`;

const PRINTS = String.raw`(?:echo(?:[ \t]{1,4}-[neE]{1,3}){0,2}|printf(?:[ \t]{1,4}--)?|print(?:[ \t]{1,4}-\w{1,3})?|Write-(?:Output|Host))[ \t]{1,4}`;

// `printf '%s' value`: the format comes first.
const FORMAT = /["']?%s(?:\\{1,4}n)?["']?[ \t]{1,4}/y;
const UNQUOTED_WORD = /(?:[^\s"'`\\|;&<>()]|\\(?![nrt"'])){1,4096}/y;
const QUOTE = /\\*["']/y;
const MIN_LENGTH = 4;

function readPrinted(text: string, at: number): Value | undefined {
  const value = readWord(text, matchEnd(FORMAT, text, at) ?? at);
  const length = value?.text.replace(/(?:\\{1,4}n)+$/, '').length ?? 0;
  return value && { ...value, end: value.start + length, text: value.text.slice(0, length) };
}

/** A word in shell syntax: without quotes it also ends at a pipe, a redirection or a parenthesis. */
function readWord(text: string, at: number): Value | undefined {
  if (matchEnd(QUOTE, text, at) !== undefined) return readValue(text, at);
  const word = matchAt(UNQUOTED_WORD, text, at)?.[0];
  return word === undefined ? undefined : { start: at, end: at + word.length, text: word, isQuoted: false };
}

function reportInput(value: Value, command: string, report: Report): void {
  // `chpasswd` reads `user:password`.
  const user = /chpasswd/.test(command) ? value.text.indexOf(':') + 1 : 0;
  const secret = value.text.slice(user);
  if (secret.length < MIN_LENGTH || isTemplate(secret) || isReference(secret)) return;
  // A word such as `my-token` is a placeholder; with digits it is a real value.
  if (isPlaceholder(secret) && !/\d/.test(secret)) return;
  report(value.start + user, value.end, INPUT_KIND);
}

const PRINT = new RegExp(String.raw`(?<![\w-])${PRINTS}`, 'gi');
// A literal that is piped, as PowerShell allows. An argument is not piped, so no word may precede it.
const LITERAL = /(?<!=|[\w%$./-][ \t]{0,4})(["'])(?=[^\s"'|][^"'|\r\n]{2,255}\1[ \t]{0,8}\|)/g;
// The closing quote, the end of a group, and the pipe, which may begin or end a line.
const PIPE =
  /(?:\\{1,4}n)?\\{0,4}["']?[ \t]{0,8}(?:;?[ \t]{0,4}[)}][ \t]{0,8})?(?:\\\r?\n[ \t]{0,40})?\|[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40})?/y;
// Filters that pass on their input with small changes.
const FILTER = /(?:tr|base64|tee|cat|head|tail|cut|sed|awk|rev|xxd)(?![\w-])[^|;&\r\n]{0,80}\|[ \t]{0,8}/y;
const MAX_FILTERS = 3;
const CONSUMER = new RegExp(String.raw`(?:[^|;&\r\n]|(?<=\\)\r?\n){0,200}?${TAKES_SECRET}`, 'y');

/** `echo value | docker login --password-stdin`, also with filters between, and `"value" | ...` of PowerShell. */
export const pipedSecrets: Rule = {
  kinds: [INPUT_KIND],
  hints: ['echo ', 'print', 'write-', '-stdin', 'with-token'],
  find(text, report) {
    for (const match of text.matchAll(PRINT))
      reportPiped(text, readPrinted(text, match.index + match[0].length), report);
    for (const match of text.matchAll(LITERAL)) reportPiped(text, readWord(text, match.index), report);
  },
};

function reportPiped(text: string, value: Value | undefined, report: Report): void {
  const end = value && consumerAfter(text, value.end);
  if (value !== undefined && end !== undefined) reportInput(value, text.slice(value.end, end), report);
}

function consumerAfter(text: string, at: number): number | undefined {
  let from = matchEnd(PIPE, text, at);
  if (from === undefined) return undefined;
  for (let nth = 0; nth < MAX_FILTERS; nth++) from = matchEnd(FILTER, text, from) ?? from;
  return matchEnd(CONSUMER, text, from);
}

const HERE_STRING = /<<<[ \t]{0,4}/g;
const PROCESS = new RegExp(String.raw`<\([ \t]{0,4}${PRINTS}`, 'gi');
const HERE_DOCUMENT = /(?<!<)<<-?[ \t]{0,2}["']?([A-Za-z_]\w{0,30})["']?(?!\w)([^\r\n]{0,300})\r?\n/g;
const TAKES = new RegExp(TAKES_SECRET);
// `--password-file <(echo value)`.
const SECRET_FILE = /(?<![\w-])--?[\w-]{0,40}(?:pass|token|secret|api-?key)[\w-]{0,40}[ \t=]{1,4}$/i;
// Where a command starts and ends. A line that ends with a backslash continues.
const BREAK = /[;|]|&&|(?<!\\\r?)\n/;
const BREAK_AFTER = /;|&&|(?<!\\\r?)\n/;
const LINE = /[ \t]{0,40}([^\r\n]{1,4096}?)[ \t]{0,40}(?:\r?\n|$)/y;
const MAX_LINES = 20;
const MAX_LENGTH = 4096;
const REACH = 200;

/** `docker login --password-stdin <<< value`, `< <(echo value)`, `<<EOF` and the value below. */
export const redirectedSecrets: Rule = {
  kinds: [INPUT_KIND],
  hints: ['<<', '<('],
  find(text, report) {
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
      const body = text.slice(index + whole.length, index + whole.length + MAX_LENGTH);
      if (TAKES.test(command) && new RegExp(String.raw`\n[ \t]{0,40}${tag}(?!\w)`).test(body))
        readDocument(text, index + whole.length, tag, command, report);
    }
  },
};

function commandAround(text: string, start: number, end: number): string {
  return `${partBefore(text, start, REACH, BREAK)} ${partAfter(text, end, REACH, BREAK_AFTER)}`;
}

/** The first line is the secret; for `chpasswd` every line is. */
function readDocument(text: string, from: number, tag: string, command: string, report: Report): void {
  LINE.lastIndex = from;
  const maxLines = command.includes('chpasswd') ? MAX_LINES : 1;
  for (let nth = 0; nth < maxLines; nth++) {
    const at = LINE.lastIndex;
    const line = LINE.exec(text);
    const value = line?.[1] ?? '';
    if (line === null || value === tag) return;
    const start = at + line[0].indexOf(value);
    reportInput({ start, end: start + value.length, text: value, isQuoted: false }, command, report);
  }
}
