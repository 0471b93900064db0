import type { Report, Rule } from '../rule.ts';
import { isPlaceholder, isTemplate } from '../shape/is-placeholder.ts';
import { isReference } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

const KIND = 'command-password';
const PRINT = /(?<![\w-])(?:echo(?:[ \t]{1,4}-[neE]{1,3}){0,2}|printf(?:[ \t]{1,4}--)?)[ \t]{1,4}/g;
// `printf '%s' value`: the format comes first.
const FORMAT = /["']?%s(?:\\{1,4}n)?["']?[ \t]{1,4}/y;
const PIPE =
  /(?:\\{1,4}n)?\\{0,4}["']?[ \t]{0,8}(?:\\\r?\n[ \t]{0,40})?\|[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40})?/y;
// Programs and flags that take a secret from their input.
const TAKES_SECRET = String.raw`(?:--password-stdin|--with-token|--token-stdin|--api-?key-stdin|--passphrase-fd[ =]0|-pass(?:in|out|word)?[ =:]stdin|passwd[ \t]{1,4}--stdin|chpasswd|sudo[ \t](?:[^|;&\r\n]{0,60}[ \t])?(?:-\w?S\w?|--stdin)(?=\s)|secrets?[ \t]{1,4}(?:set|put|create|add|import|versions[ \t]{1,4}add)(?=\s)|vault[ \t]{1,4}login[ \t]{1,4}-|(?:login|adduser)[ \t](?:[^|;&\r\n]{0,60}[ \t])?--(?:auth|token|stdin)(?=\s|$))`;
const CONSUMER = new RegExp(String.raw`(?:[^|;&\r\n]|(?<=\\)\r?\n){0,200}?${TAKES_SECRET}(?![\w-])`, 'y');
const HERE_STRING = new RegExp(String.raw`${TAKES_SECRET}(?![\w-])[^|;&<\r\n]{0,100}<<<[ \t]{0,4}`, 'g');
const HERE_DOCUMENT = /<<-?[ \t]{0,2}["']?([A-Za-z_]\w{0,30})["']?(?!\w)([^\r\n]{0,300})\r?\n/g;
const TAKES = new RegExp(String.raw`${TAKES_SECRET}(?![\w-])`);
const LINE = /[ \t]{0,40}([^\r\n]{1,4096}?)[ \t]{0,40}(?:\r?\n|$)/y;
const MAX_LINES = 20;
const LONGEST = 4096;
const LOOK_BACK = 200;
const SHORTEST = 4;

/** `echo value | docker login --password-stdin`, `docker login --password-stdin <<< value`, `... <<EOF` and the value below. */
export const pipedSecrets: Rule = { kinds: [KIND], hints: ['echo ', 'printf ', '<<'], find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(PRINT)) {
    const value = readPrinted(text, match.index + match[0].length);
    const end = value && consumerAfter(text, value.end);
    if (value !== undefined && end !== undefined) reportValue(value, text.slice(value.end, end), report);
  }
  for (const match of text.matchAll(HERE_STRING)) {
    const value = readValue(text, match.index + match[0].length);
    if (value !== undefined) reportValue(value, match[0], report);
  }
  for (const { index, 0: whole, 1: tag = '', 2: rest = '' } of text.matchAll(HERE_DOCUMENT)) {
    const before = text.slice(Math.max(0, index - LOOK_BACK), index);
    const command = `${before.slice(before.lastIndexOf('\n') + 1)} ${rest}`;
    const body = text.slice(index + whole.length, index + whole.length + LONGEST);
    if (TAKES.test(command) && new RegExp(String.raw`\n[ \t]{0,40}${tag}(?!\w)`).test(body))
      readDocument(text, index + whole.length, tag, command, report);
  }
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
    reportValue({ start, end: start + value.length, text: value, isQuoted: false }, command, report);
  }
}

function readPrinted(text: string, at: number): Value | undefined {
  FORMAT.lastIndex = at;
  const value = readValue(text, FORMAT.test(text) ? FORMAT.lastIndex : at);
  const length = value?.text.replace(/(?:\\{1,4}n)+$/, '').length ?? 0;
  return value && { ...value, end: value.start + length, text: value.text.slice(0, length) };
}

/** Where the program that takes the secret ends, when the value is piped into one. */
function consumerAfter(text: string, at: number): number | undefined {
  PIPE.lastIndex = at;
  if (!PIPE.test(text)) return undefined;
  CONSUMER.lastIndex = PIPE.lastIndex;
  return CONSUMER.test(text) ? CONSUMER.lastIndex : undefined;
}

function reportValue(value: Value, command: string, report: Report): void {
  // `chpasswd` reads `user:password`.
  const user = /chpasswd/.test(command) ? value.text.indexOf(':') + 1 : 0;
  const secret = value.text.slice(user);
  if (secret.length < SHORTEST || isTemplate(secret) || isReference(secret)) return;
  // A word such as `my-token`; with digits it is somebody's own.
  if (isPlaceholder(secret) && !/\d/.test(secret)) return;
  report(value.start + user, value.end, KIND);
}
