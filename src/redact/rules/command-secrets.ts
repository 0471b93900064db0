import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

const KIND = 'command-password';
const FLAG = /(?<![\w-])(?:--?|ENV[ \t]{1,4})([A-Za-z][\w-]{2,60})(?:=|[ \t]{1,4})(?![-=\s])/g;
// Short flags mean a password only to these programs.
const SHORT =
  /\b(?:login\s{1,20}\S{1,128}\s{1,20}password[ \t]{1,4}|sshpass[ \t]{1,4}-p[ \t]{0,4}|(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\r\n|;]{0,200}?[ \t]-p(?=\S)|docker[ \t]{1,4}login\b[^\r\n|;]{0,80}?[ \t]-p[ \t]{1,4}|redis-cli\b[^\r\n|;]{0,200}?[ \t]-a[ \t]{1,4}|curl\b[^\r\n|;]{0,300}?[ \t](?:-u|--user)[ \t=]{0,4}["']?[^\s:"']{1,128}:)/g;

/** `--password ...`, `--api-key=...`, `ENV TOKEN ...`, `sshpass -p ...`, `curl -u user:...`, lines of .netrc. */
export const commandSecrets: Rule = {
  kinds: [KIND, ...NAMED_KINDS],
  hints: [
    '--',
    'env ',
    'login',
    '-pass',
    '-token',
    'sshpass',
    'mysql',
    'mariadb',
    'docker login',
    'redis-cli',
    'curl',
  ],
  find,
};

function find(text: string, report: Report): void {
  for (const match of text.matchAll(FLAG)) {
    const name = classifyName(match[1] ?? '');
    const value = name && readValue(text, match.index + match[0].length);
    if (name === undefined || value === undefined) continue;
    const isGiven = match[0].endsWith('=') || value.isQuoted;
    if (isGiven ? isGivenSecret(value, name) : isArgument(value, name.isPassword)) {
      report(value.start, value.end, name.kind);
    }
  }
  for (const match of text.matchAll(SHORT)) {
    const value = readValue(text, match.index + match[0].length);
    if (value !== undefined && !isPlaceholder(value.text)) report(value.start, value.end, KIND);
  }
}

const isGivenSecret = (value: Value, name: SecretName) =>
  isSecretShape(value.text, name, 'env') || (value.isQuoted && name.isPassword && !isPlaceholder(value.text));

/** After a space it can also be the next word of a sentence: "pass --token to log in". */
function isArgument(value: Value, isPassword: boolean): boolean {
  if (isPlaceholder(value.text) || /^[./~\\]|[(){}<>|]/.test(value.text)) return false;
  return (
    value.text.length >= (isPassword ? 4 : 8) &&
    /\d|[!@#$%^&*?~+]/.test(value.text) &&
    /\p{L}/u.test(value.text)
  );
}
