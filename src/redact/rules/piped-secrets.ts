import { matchEnd } from '../match-at.ts';
import type { Report, Rule } from '../rule.ts';
import type { Value } from './read-value.ts';
import { INPUT_KIND, PRINTS, readPrinted, readWord, reportInput, TAKES_SECRET } from './secret-input.ts';

const PRINT = new RegExp(String.raw`(?<![\w-])${PRINTS}`, 'gi');
// A string that is piped as it is, as PowerShell allows: no argument stands before it.
const LITERAL = /(?<!=|[\w%$./-][ \t]{0,4})(["'])(?=[^\s"'|][^"'|\r\n]{2,255}\1[ \t]{0,8}\|)/g;
// The quote, the end of a group, and the pipe, which may begin or end a line.
const PIPE =
  /(?:\\{1,4}n)?\\{0,4}["']?[ \t]{0,8}(?:;?[ \t]{0,4}[)}][ \t]{0,8})?(?:\\\r?\n[ \t]{0,40})?\|[ \t]{0,8}(?:\\?\r?\n[ \t]{0,40})?/y;
// What passes its input on, changed a little.
const FILTER = /(?:tr|base64|tee|cat|head|tail|cut|sed|awk|rev|xxd)(?![\w-])[^|;&\r\n]{0,80}\|[ \t]{0,8}/y;
const MAX_FILTERS = 3;
const CONSUMER = new RegExp(String.raw`(?:[^|;&\r\n]|(?<=\\)\r?\n){0,200}?${TAKES_SECRET}`, 'y');

/** `echo value | docker login --password-stdin`, also with filters between, and `"value" | ...` of PowerShell. */
export const pipedSecrets: Rule = {
  kinds: [INPUT_KIND],
  hints: ['echo ', 'print', 'write-', '-stdin', 'with-token'],
  find,
};

function find(text: string, report: Report): void {
  for (const match of text.matchAll(PRINT))
    reportPiped(text, readPrinted(text, match.index + match[0].length), report);
  for (const match of text.matchAll(LITERAL)) reportPiped(text, readWord(text, match.index), report);
}

function reportPiped(text: string, value: Value | undefined, report: Report): void {
  const end = value && consumerAfter(text, value.end);
  if (value !== undefined && end !== undefined) reportInput(value, text.slice(value.end, end), report);
}

/** Where the program that takes the secret ends, when the value is piped into one. */
function consumerAfter(text: string, at: number): number | undefined {
  let from = matchEnd(PIPE, text, at);
  if (from === undefined) return undefined;
  for (let nth = 0; nth < MAX_FILTERS; nth++) from = matchEnd(FILTER, text, from) ?? from;
  return matchEnd(CONSUMER, text, from);
}
