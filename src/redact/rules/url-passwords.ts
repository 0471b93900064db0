import type { Report, Rule } from '../rule.ts';
import { isConstantName, isPlaceholderLogin, isTemplate } from '../shape/is-placeholder.ts';

const KIND = 'url-password';
// Anywhere: a password without slash, question mark or escaped line break; of several `@` the last one ends it.
const ANY = /:\/\/([^\s/?#@:"'`<>]{0,200}):((?:[^\s/?#"'`<>\\]|\\(?![nr])){1,256})@(?=[A-Za-z0-9.[_$%{-])/g;
// Databases: people paste passwords unescaped. A port is no password.
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|ldaps?|smtps?):\/\/([^\s/?#@:"'`<>]{0,200}):(?!\d{1,5}(?:[/?#]|$))((?:[^\s"'`\\]|\\(?![nr])){1,256})@(?=[A-Za-z0-9.[_-])/gi;

// Fixed words in place of a password: the user is the secret then, see `url-tokens`.
const NO_PASSWORD = /^(?:x-oauth-basic|x-token-auth)$/;
const HOST = /[^\s/?#:"'`<>,;)\]\\]{0,200}/y;

/** `scheme://user:password@host`: the password goes, the rest stays. */
export const urlPasswords: Rule = { kinds: [KIND], hints: ['://'], find };

function find(text: string, report: Report): void {
  for (const pattern of [ANY, DATABASE]) {
    for (const match of text.matchAll(pattern)) {
      const password = match[2] ?? '';
      const end = match.index + match[0].length - 1;
      if (isTemplate(password) || isConstantName(password) || NO_PASSWORD.test(password)) continue;
      HOST.lastIndex = end + 1;
      const host = HOST.exec(text)?.[0] ?? '';
      if (!isPlaceholderLogin(match[1] ?? '', password, host)) report(end - password.length, end, KIND);
    }
  }
}
