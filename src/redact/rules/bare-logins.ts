import { matchAt } from '../match-at.ts';
import type { Report, Rule } from '../rule.ts';
import { isConstantName, isPlaceholderLogin, isTemplate } from '../shape/is-placeholder.ts';
import { isMixedPassword, isRandom, isStrongPassword } from '../shape/is-random.ts';

const KIND = 'connection-password';
const ADDRESS_IN_PARENTHESES = String.raw`\(([^\s()"'\x60]{0,200})\)`;
const GO_ADDRESS = new RegExp(
  [
    String.raw`@(?:(?:tcp|udp|unix|cloudsql|[a-z]{2,12}\+tcp)[\w-]{0,12}${ADDRESS_IN_PARENTHESES}`,
    String.raw`(?:[a-z][\w+-]{0,30})?${ADDRESS_IN_PARENTHESES}(?=\/)`,
    String.raw`(?=\/\w{1,64}\?[A-Za-z]{2,40}=))`,
  ].join('|'),
  'y',
);
// Without an address in parentheses it may be something else, so the password or the line has to show what it is.
const SHORT_ADDRESS =
  /@(?:(?:tcp|udp|unix)?(?=\/[\w$-]{0,64}(?:$|[\s"'`?,;)\]}<\\]))|([A-Za-z0-9][\w.-]{0,200}):\d{2,5}(?![\w.:]))/y;
const LOGIN = /(?:^|[^\w.%+-])([\w.%+-]{1,64}):(.{1,256})$/;
const NAMES_CONNECTION = /dsn|mysql|mariadb|sqlx?\.|gorm|database|proxy/i;
// Schemes that are written without slashes, and times of day.
const NO_USER = /^(?:mailto|sips?|acct|xmpp|npm|cid|mid|tel|\d.*)$/i;
// A port, a path, or another address.
const NO_PASSWORD = /^\d{1,5}(?:\/|$)|@[\w.-]{1,200}:\d{2,5}/;
const NO_PASSWORD_END = /^[\s"'`<>]?$/;
const REACH = 330;

/** Logins without `scheme://`: `user:password@tcp(host:3306)/db` and `user:password@/db` of Go, `user:password@proxy:3128`. */
export const bareLogins: Rule = { kinds: [KIND], hints: ['@'], find };

function find(text: string, report: Report): void {
  // Begins at the sign, which is rare, and looks back for the user and the password.
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (NO_PASSWORD_END.test(text.charAt(at - 1))) continue;
    const password = passwordBefore(text, at);
    if (password !== '') report(at - password.length, at, KIND);
  }
}

function passwordBefore(text: string, at: number): string {
  const address = matchAt(GO_ADDRESS, text, at);
  const short = address === undefined ? matchAt(SHORT_ADDRESS, text, at) : undefined;
  if (address === undefined && short === undefined) return '';
  const { user, password, line } = loginBefore(text, at);
  if (short !== undefined && !isLogin(user, password, line)) return '';
  return isPassword(user, password, address?.[1] ?? address?.[2] ?? short?.[1]) ? password : '';
}

/** Before a short address it may be something else. */
function isLogin(user: string, password: string, line: string): boolean {
  if (line.includes('://') || NO_USER.test(user) || NO_PASSWORD.test(password)) return false;
  return NAMES_CONNECTION.test(line) || looksChosen(password);
}

interface Login {
  readonly user: string;
  readonly password: string;
  /** All of the line up to the address. */
  readonly line: string;
}

function loginBefore(text: string, at: number): Login {
  const line =
    text
      .slice(Math.max(0, at - REACH), at)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  const [, user = '', password = ''] = LOGIN.exec(line.split(/[\s"'`<>]|:\/\//).at(-1) ?? '') ?? [];
  return { user, password, line };
}

function isPassword(user: string, password: string, host = ''): boolean {
  if (password === '' || isTemplate(password) || isConstantName(password)) return false;
  return !isPlaceholderLogin(user, password, host.replace(/:\d{1,5}$/, ''));
}

const looksChosen = (password: string): boolean =>
  isRandom(password) || isStrongPassword(password) || isMixedPassword(password);
