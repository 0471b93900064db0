import type { Report, Rule } from '../rule.ts';
import { isTemplate } from '../shape/is-placeholder.ts';

const KIND = 'connection-password';
const PASSWORD =
  /(?<![A-Za-z0-9_])(?:password|pwd)[ \t]{0,4}=[ \t]{0,4}(?!&(?:amp|quot|apos|#\w{2,6});)([^;"'\r\n\s][^;"'\r\n]{0,255})(?=;|["']|\r?\n|$)/gi;
const COMPANION =
  /(?:^|[;"'\s])(?:server|data source|addr(?:ess)?|host|driver|database|initial catalog|user id|uid|user|username|provider)[ \t]{0,4}=[^;=]{1,200};/i;
const REACH = 300;

/** `Server=...;User Id=...;Password=...;` (ADO, ODBC, JDBC): a password beside other parts of a connection. */
export const connectionStrings: Rule = { kinds: [KIND], hints: ['password', 'pwd'], find };

function find(text: string, report: Report): void {
  for (const match of text.matchAll(PASSWORD)) {
    const password = (match[1] ?? '').trimEnd();
    const start = match.index + match[0].length - (match[1] ?? '').length;
    if (!isTemplate(password) && standsInConnection(text, match.index, start + password.length)) {
      report(start, start + password.length, KIND);
    }
  }
}

/** On the same line, and parted by semicolons. */
function standsInConnection(text: string, start: number, end: number): boolean {
  const before =
    text
      .slice(Math.max(0, start - REACH), start)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  const after = text.slice(end, end + REACH).split(/[\r\n]/, 1)[0] ?? '';
  return COMPANION.test(before) || (after.startsWith(';') && COMPANION.test(`${after};`));
}
