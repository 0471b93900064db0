import type { Report, Rule } from '../rule.ts';
import { isConstantName, isPlaceholderLogin, isTemplate } from '../shape/is-placeholder.ts';
import { isMixedPassword, isRandom, isStrongPassword } from '../shape/is-random.ts';

const KIND = 'connection-password';
const ADDRESS_IN_PARENTHESES = String.raw`\(([^\s()"'\x60]{0,200})\)`;
// Begins at the address, which is rare, and looks back for the user and the password.
const GO_ADDRESS = new RegExp(
  [
    String.raw`@(?:(?:tcp|udp|unix|cloudsql|[a-z]{2,12}\+tcp)[\w-]{0,12}${ADDRESS_IN_PARENTHESES}`,
    String.raw`(?:[a-z][\w+-]{0,30})?${ADDRESS_IN_PARENTHESES}(?=\/)`,
    String.raw`(?=\/\w{1,64}\?[A-Za-z]{2,40}=))`,
  ].join('|'),
  'g',
);
// Without an address in parentheses it may be something else, so the password or the line has to show what it is.
const SHORT_ADDRESS =
  /@(?:(?:tcp|udp|unix)?(?=\/[\w$-]{0,64}(?:$|[\s"'`?,;)\]}<\\]))|([A-Za-z0-9][\w.-]{0,200}):\d{2,5}(?![\w.:]))/g;
const LOGIN = /(?:^|[^\w.%+-])([\w.%+-]{1,64}):(.{1,256})$/;
const NAMES_CONNECTION = /dsn|mysql|mariadb|sqlx?\.|gorm|database|proxy/i;
// Schemes that are written without slashes, and times of day.
const NO_USER = /^(?:mailto|sips?|acct|xmpp|npm|cid|mid|tel|\d.*)$/i;
const PORT_AND_PATH = /^\d{1,5}(?:\/|$)/;
const REACH = 330;

/** Logins without `scheme://`: `user:password@tcp(host:3306)/db` and `user:password@/db` of Go, `user:password@proxy:3128`. */
export const bareLogins: Rule = { kinds: [KIND], hints: ['@'], find };

function find(text: string, report: Report): void {
  for (const { index, 1: address, 2: other } of text.matchAll(GO_ADDRESS)) {
    const { user, password } = loginBefore(text, index);
    if (isPassword(user, password, address ?? other)) report(index - password.length, index, KIND);
  }
  for (const { index, 1: host } of text.matchAll(SHORT_ADDRESS)) {
    const { user, password, line } = loginBefore(text, index);
    if (line.includes('://') || NO_USER.test(user) || PORT_AND_PATH.test(password)) continue;
    if (!NAMES_CONNECTION.test(line) && !looksChosen(password)) continue;
    if (isPassword(user, password, host)) report(index - password.length, index, KIND);
  }
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
