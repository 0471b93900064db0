import { patternRule } from '../format-rule.ts';
import {
  isConstantName,
  isMixedPassword,
  isPlaceholder,
  isPlaceholderLogin,
  isRandom,
  isStrongPassword,
  isTemplate,
} from '../shape/is-secret-shape.ts';
import { matchAt, partAfter, partBefore, type Rule } from '../span.ts';

// A password without slash, question mark or escaped line break; the last of several `@` ends it.
const ANY_URL =
  /:\/\/([^\s/?#@:"'`<>]{0,200}):(?<secret>(?:[^\s/?#"'`<>\\]|\\(?![nr])){1,256})(?=@[A-Za-z0-9.[_$%{-])/g;
// Passwords of databases are often pasted unescaped. A port is not a password.
const DATABASE_URL =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|ldaps?|smtps?):\/\/([^\s/?#@:"'`<>]{0,200}):(?!\d{1,5}(?:[/?#]|$))(?<secret>(?:[^\s"'`\\]|\\(?![nr])){1,256})(?=@[A-Za-z0-9.[_-])/gi;

// Fixed words in place of a password: then the user is the secret, see `urlTokens`.
const FIXED_PASSWORD = /^(?:x-oauth-basic|x-token-auth)$/;
const HOST = /[^\s/?#:"'`<>,;)\]\\]{0,200}/y;

/** `scheme://user:password@host`: only the password is replaced. */
export const urlPasswords: readonly Rule[] = [ANY_URL, DATABASE_URL].map((pattern) =>
  patternRule({
    kind: 'url-password',
    hints: ['://'],
    pattern: () => pattern,
    accepts(password, { index, 0: url, 1: user = '' }, text) {
      if (FIXED_PASSWORD.test(password)) return false;
      return isPassword(user, password, matchAt(HOST, text, index + url.length + 1)?.[0]);
    },
  }),
);

const TOKEN_AS_USER =
  /:\/\/([^\s/?#@:"'`<>\\]{12,512})(?=(?::(?:x-oauth-basic|x-token-auth|x|oauth2)?)?@([A-Za-z0-9.[_-][^\s/?#"'`<>\\]{0,200}))/g;
// The key of a Sentry address is public: it is shipped to every browser.
const PUBLIC_USER = /(?:^|\.)sentry\.io(?::|$)/i;

/** `https://TOKEN@host`: a generated value in place of the user is the secret. */
export const urlTokens = patternRule({
  kind: 'url-token',
  hints: ['://'],
  pattern: () => TOKEN_AS_USER,
  accepts: (user, [, , host = '']) => !isPlaceholder(user) && !PUBLIC_USER.test(host) && isRandom(user),
});

const CONNECTION_KIND = 'connection-password';
const ADDRESS_IN_PARENTHESES = String.raw`\(([^\s()"'\x60]{0,200})\)`;
const GO_ADDRESS = new RegExp(
  [
    String.raw`@(?:(?:tcp|udp|unix|cloudsql|[a-z]{2,12}\+tcp)[\w-]{0,12}${ADDRESS_IN_PARENTHESES}`,
    String.raw`(?:[a-z][\w+-]{0,30})?${ADDRESS_IN_PARENTHESES}(?=\/)`,
    String.raw`(?=\/\w{1,64}\?[A-Za-z]{2,40}=))`,
  ].join('|'),
  'y',
);
// Without an address in parentheses the password or the line has to show that it is a login.
const SHORT_ADDRESS =
  /@(?:(?:tcp|udp|unix)?(?=\/[\w$-]{0,64}(?:$|[\s"'`?,;)\]}<\\]))|([A-Za-z0-9][\w.-]{0,200}):\d{2,5}(?![\w.:]))/y;
const LOGIN = /(?:^|[^\w.%+-])([\w.%+-]{1,64}):(.{1,256})$/;
const NAMES_CONNECTION = /dsn|mysql|mariadb|sqlx?\.|gorm|database|proxy/i;
// Schemes that are written without slashes, and times of day.
const NOT_A_USER = /^(?:mailto|sips?|acct|xmpp|npm|cid|mid|tel|\d.*)$/i;
// A port, a path, or another address.
const NOT_A_PASSWORD = /^\d{1,5}(?:\/|$)|@[\w.-]{1,200}:\d{2,5}/;
const NOT_A_PASSWORD_END = /^[\s"'`<>]?$/;
const LOGIN_REACH = 330;

/** Logins without `scheme://`: `user:password@tcp(host:3306)/db` and `user:password@/db` of Go, `user:password@proxy:3128`. */
export const plainLogins: Rule = {
  kinds: [CONNECTION_KIND],
  hints: ['@'],
  find(text, report) {
    // Searches for the `@`, which is rare, and then backwards for the user and the password.
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      if (NOT_A_PASSWORD_END.test(text.charAt(at - 1))) continue;
      const password = passwordBefore(text, at);
      if (password !== '') report(at - password.length, at, CONNECTION_KIND);
    }
  },
};

function passwordBefore(text: string, at: number): string {
  const address = matchAt(GO_ADDRESS, text, at);
  const short = address === undefined ? matchAt(SHORT_ADDRESS, text, at) : undefined;
  if (address === undefined && short === undefined) return '';
  const { user, password, line } = readLoginBefore(text, at);
  if (short !== undefined && !isLogin(user, password, line)) return '';
  return isPassword(user, password, address?.[1] ?? address?.[2] ?? short?.[1]) ? password : '';
}

function isLogin(user: string, password: string, line: string): boolean {
  if (line.includes('://') || NOT_A_USER.test(user) || NOT_A_PASSWORD.test(password)) return false;
  return NAMES_CONNECTION.test(line) || looksChosen(password);
}

function readLoginBefore(text: string, at: number) {
  const line = partBefore(text, at, LOGIN_REACH, /[\r\n]/);
  const [, user = '', password = ''] = LOGIN.exec(line.split(/[\s"'`<>]|:\/\//).at(-1) ?? '') ?? [];
  return { user, password, line };
}

function isPassword(user: string, password: string, host = ''): boolean {
  if (password === '' || isTemplate(password) || isConstantName(password)) return false;
  return !isPlaceholderLogin(user, password, host.replace(/:\d{1,5}$/, ''));
}

const looksChosen = (password: string): boolean =>
  isRandom(password) || isStrongPassword(password) || isMixedPassword(password);

// A field may contain `\:` and `\\`; the line may be quoted, in a string or in a mail.
const PGPASS_LINE =
  /(?<![^\s"'`>])((?:[^\s:"'`\\]|\\[:\\]){1,253}):(\d{2,5}|\*):([^\s:"'`]{1,63}):([^\s:"'`]{1,63}):((?:[^\s:"'`\\]|\\[:\\]){1,256})(?=$|[\s"'`]|\\[nr])/g;
const POSTGRES_PORT = /^(?:\*|543\d|6432|6543|5433\d)$/;
// `conn.go:5432:3:...` is printed by compilers and grep.
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|go|py|rs|c|h|cc|cpp|java|rb|php|md|txt|ya?ml|json|sql|log|sh|css|html?)$/i;

/** Lines of `.pgpass`: `host:port:database:user:password`. */
export const pgpass: Rule = {
  kinds: [CONNECTION_KIND],
  hints: [':543', ':6432:', ':6543:', ':*:', 'pgpass'],
  find(text, report) {
    const isNamed = /pgpass/i.test(text);
    for (const match of text.matchAll(PGPASS_LINE)) {
      const [line, host = '', port = '', , , password = ''] = match;
      if (!isNamed && !POSTGRES_PORT.test(port)) continue;
      if (SOURCE_FILE.test(host) || isPlaceholder(password) || /^password$/i.test(password)) continue;
      const end = match.index + line.length;
      report(end - password.length, end, CONNECTION_KIND);
    }
  },
};

const PASSWORD =
  /(?<![A-Za-z0-9_])(?:password|pwd)[ \t]{0,4}=[ \t]{0,4}(?!&(?:amp|quot|apos|#\w{2,6});)([^;"'\r\n\s][^;"'\r\n]{0,255})(?=;|["']|\r?\n|$)/gi;
const COMPANION =
  /(?:^|[;"'\s])(?:server|data source|addr(?:ess)?|host|driver|database|initial catalog|user id|uid|user|username|provider)[ \t]{0,4}=[^;=]{1,200};/i;
const CONNECTION_REACH = 300;

/** `Server=...;User Id=...;Password=...;` (ADO, ODBC, JDBC): a password beside other parts of a connection string. */
export const connectionStrings: Rule = {
  kinds: [CONNECTION_KIND],
  hints: ['password', 'pwd'],
  find(text, report) {
    for (const match of text.matchAll(PASSWORD)) {
      const password = (match[1] ?? '').trimEnd();
      const start = match.index + match[0].length - (match[1] ?? '').length;
      if (!isTemplate(password) && isInConnection(text, match.index, start + password.length)) {
        report(start, start + password.length, CONNECTION_KIND);
      }
    }
  },
};

function isInConnection(text: string, start: number, end: number): boolean {
  const before = partBefore(text, start, CONNECTION_REACH, /[\r\n]/);
  const after = partAfter(text, end, CONNECTION_REACH, /[\r\n]/);
  return COMPANION.test(before) || (after.startsWith(';') && COMPANION.test(`${after};`));
}
