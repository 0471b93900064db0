import type { Report, Rule } from '../rule.ts';

const KIND = 'private-key';
const HEADER = /Private-Lines:[ \t]{0,4}(\d{1,4})/gi;
// A line break as it is or escaped, then what mail, diff, indentation or `cat -n` put before the line; or mere spaces.
const BREAK = String.raw`(?:(?:\\{1,8}[nr]|[\r\n]){1,2}(?:[ \t>|*#"',+]|\\t){0,40}(?:\d{1,6}[\t:|→][ \t]{0,8})?|[ \t]{1,8})`;
const LINE = new RegExp(String.raw`${BREAK}([A-Za-z0-9+/]{1,4096}={0,3})(?![^\s\\"'<,])`, 'y');
const MAC = new RegExp(String.raw`${BREAK}Private-(?:MAC|Hash):[ \t]{0,4}[0-9a-f]{16,128}`, 'iy');
const SURELY_KEY = 40;
const FIRST_LINE = 24;

/** PuTTY's own key files: the lines that `Private-Lines` announces and the MAC behind them. The public half stays. */
export const puttyKeys: Rule = { kinds: [KIND], hints: ['private-lines'], find };

function find(text: string, report: Report): void {
  for (const { index, 0: header, 1: count } of text.matchAll(HEADER)) {
    const lines = readLines(text, index + header.length, Number(count));
    if (lines === undefined) continue;
    MAC.lastIndex = lines.end;
    report(lines.start, lines.end + (MAC.exec(text)?.[0].length ?? 0), KIND);
  }
}

/** As many lines as announced; more when they too can only be key, so that a wrong number saves nothing. */
function readLines(text: string, from: number, announced: number) {
  let [start, end] = [-1, from];
  for (let nth = 0; ; nth++) {
    LINE.lastIndex = end;
    const line = LINE.exec(text);
    const body = line?.[1] ?? '';
    if (line === null || (nth === 0 && body.length < FIRST_LINE)) break;
    if (nth > 0 && nth >= announced && body.length < SURELY_KEY && !endsInMac(text, LINE.lastIndex)) break;
    end = LINE.lastIndex;
    if (nth === 0) start = end - body.length;
  }
  return start < 0 ? undefined : { start, end };
}

function endsInMac(text: string, at: number): boolean {
  MAC.lastIndex = at;
  return MAC.test(text);
}
