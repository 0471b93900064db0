import { classifyName, NAMED_KINDS, type SecretName } from '../name/classify-name.ts';
import type { Report, Rule } from '../rule.ts';
import { isGivenArgument, isSpacedArgument } from '../shape/is-argument.ts';
import { isPlaceholder } from '../shape/is-placeholder.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
import { readValue, type Value } from './read-value.ts';

const KIND = 'command-password';
const FLAG =
  /(?<![\w-])(?:--?|(?:ENV|setenv|setx(?:[ \t]{1,4}\/[mM])?|set[ \t]{1,4}-\w{1,3})[ \t]{1,4})([A-Za-z][\w-]{2,60})(?:=|[ \t]{1,4})(?![-=\s])/g;
// Also over lines that a backslash joins.
const REST = String.raw`(?:[^\r\n|;]|(?<=\\)\r?\n)`;
// `docker run --name mysql -p3306:3306`, `mysql -port`.
const NO_PASSWORD = String.raw`(?:[\d.]{1,15}:)?\d{1,5}:\d|33060?(?!\S)|roject|ort`;
// Short flags mean a password only to these programs.
const SHORT = new RegExp(
  [
    String.raw`\b(?:login\s{1,20}\S{1,128}\s{1,20}password[ \t]{1,4}`,
    String.raw`sshpass[ \t]{1,4}-p[ \t]{0,4}`,
    String.raw`(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b${REST}{0,200}?[ \t]-p(?=\S)(?!${NO_PASSWORD})`,
    String.raw`docker[ \t]{1,4}login\b${REST}{0,80}?[ \t]-p[ \t]{1,4}`,
    String.raw`redis-cli\b${REST}{0,200}?[ \t]-a[ \t]{1,4}`,
    String.raw`curl\b${REST}{0,300}?[ \t](?:-u|--user)[ \t=]{0,4}(\\{0,4}["']|)[^\s:"'\\]{1,128}:)`,
  ].join('|'),
  'g',
);

/** `--password ...`, `--api-key=...`, `ENV TOKEN ...`, `setx TOKEN ...`, `sshpass -p ...`, `curl -u user:...`, lines of .netrc. */
export const commandSecrets: Rule = {
  kinds: [KIND, ...NAMED_KINDS],
  hints: [
    '--',
    'env ',
    'setx',
    'set -',
    'login',
    '-pass',
    '-token',
    '-secret',
    '-api',
    '-pwd',
    '-auth',
    '-cred',
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
    if (
      isGiven ? isGivenSecret(value, name) : isSpacedArgument(value.text, name, text, match.index, value.end)
    ) {
      report(value.start, value.end, name.kind);
    }
  }
  for (const match of text.matchAll(SHORT)) {
    const value = readPassword(text, match.index + match[0].length, match[1] ?? '');
    if (value !== undefined && !isPlaceholder(value.text)) report(value.start, value.end, KIND);
  }
}

const isGivenSecret = (value: Value, name: SecretName) =>
  value.text !== '' &&
  (isSecretShape(value.text, name, 'env') ||
    (value.isQuoted && name.isPassword && !isPlaceholder(value.text)) ||
    isGivenArgument(value.text, name));

/** In `-u "user:pass word"` the quote stands before the user, and the password goes on to its partner. */
function readPassword(text: string, start: number, quote: string): Value | undefined {
  const inside = quote === '' ? '' : (text.slice(start, start + 256).split(/[\r\n]/, 1)[0] ?? '');
  const length = inside.indexOf(quote);
  if (quote === '' || length < 1) return readValue(text, start);
  return { start, end: start + length, text: inside.slice(0, length), isQuoted: true };
}
