import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';

const KIND = 'connection-password';
// A field may hold `\:` and `\\`; the line may be quoted, in a string or in a mail.
const LINE =
  /(?<![^\s"'`>])((?:[^\s:"'`\\]|\\[:\\]){1,253}):(\d{2,5}|\*):([^\s:"'`]{1,63}):([^\s:"'`]{1,63}):((?:[^\s:"'`\\]|\\[:\\]){1,256})(?=$|[\s"'`]|\\[nr])/g;
const POSTGRES_PORT = /^(?:\*|543\d|6432|6543|5433\d)$/;
// `conn.go:5432:3:...` is what compilers and grep print.
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|go|py|rs|c|h|cc|cpp|java|rb|php|md|txt|ya?ml|json|sql|log|sh|css|html?)$/i;

/** Lines of `.pgpass`: `host:port:database:user:password`. */
export const pgpass: Rule = { kinds: [KIND], hints: [':543', ':6432:', ':6543:', ':*:', 'pgpass'], find };

function find(text: string, report: Report): void {
  const isNamed = /pgpass/i.test(text);
  for (const match of text.matchAll(LINE)) {
    const [line, host = '', port = '', , , password = ''] = match;
    if (!isNamed && !POSTGRES_PORT.test(port)) continue;
    if (SOURCE_FILE.test(host) || isPlaceholder(password) || /^password$/i.test(password)) continue;
    const end = match.index + line.length;
    report(end - password.length, end, KIND);
  }
}
