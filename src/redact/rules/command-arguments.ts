import { classifyName, NAMED_KINDS, type SecretName, wordList } from '../shape/classify-name.ts';
import {
  isDescription,
  isMember,
  isPlaceholder,
  isReference,
  isSecretShape,
} from '../shape/is-secret-shape.ts';
import { partBefore, type Rule } from '../span.ts';
import { readValue, type Value } from './read-value.ts';

const PLAIN_WORD = /^\p{L}+(?:[-_']\p{L}+)*$/u;
const PATH =
  /^[./~\\]|^@[\w./~-]+$|[(){}<>|]|^[\w.-]+(?:\/[\w.-]+)*\.(?:txt|json|ya?ml|key|pem|env|conf|ini|toml|p12|pfx|crt)$/i;
// `docker build --secret id=npm,src=...` says where a secret is stored.
const MOUNT = /^(?:id|type|src|source|env|name|target)=/;

const SENTENCE_WORDS = wordList(`
  a about above added after again all allow allowed allows already also alternatively always an and any are argument
  arguments as at authentication authenticate available be because been before being below between both but by came can
  cannot case changed changes combined contains could deprecated did disables do does doesn done don due during each
  either else enables ensures ever everywhere expects fails feature fields file first flag flags flow follow followed
  following for from gets given gives handling has have having here how however if ignored implies in inside instead
  into is isn it its itself just keeps leaks left let lets like line log logs looks made makes many may means might more
  most must need needed needs never next no nor not nothing now of once one only onto option optionally options or other
  our out over override overrides parameter parameters passed passes plus prompt prompting prompts provided provides
  rather removed replaces requires same see set sets shall should shows since so some specified specifies still such
  support supported supports switch takes than that the their them then there these they this those through thus
  together too try under unless unset until up upon usage used uses using usually value values variable variables via
  was we were what when whenever where whereas whether which while who will with within without work works would yet you
  your oder und ist wird mit für nicht wenn als der die das`);

const PROGRAM =
  /(?:^|[ \t/])(?:--?[a-z][\w-]{0,40}[ \t=]\S+|\.{1,2}\/\S+|(?:curl|wget|https?|xh|docker|podman|mysql\w*|mariadb\w*|psql|pg_\w+|mongo\w*|redis-cli|sqlcmd|sqlplus|aws|az|gcloud|doctl|gh|glab|git|npm|npx|pnpm|yarn|bun|bunx|deno|node|python3?|pip|twine|php|ruby|java|cargo|vault|kubectl|helm|oc|terraform|ansible\S*|ssh\S*|openssl|ldap\w+|smbclient|rabbitmq\w*|flyctl|heroku|vercel|netlify|wrangler|sentry-cli|snyk|rclone|restic|borg|keytool|wp|throughline)(?![\w.]))[ \t](.*)$/;
const COMMAND_BREAK = /[\r\n`"'|;&(]|\\n/;
const SENTENCE_WORD =
  /(?:^|[ \t])(?:an?|the|with|and|or|if|when|using|uses?|via|needs?|pass(?:es)?|takes?|supports?|has|is|to|for|by)[ \t]/;
// The end of a line, a string or a command, the next flag, or a word that does not occur in sentences.
const ENDS_ARGUMENT =
  /^(?:$|[\r\n"'`\\,;|&)]|\.(?:\s|$)|[ \t]{1,4}(?:$|[\r\n|&;<>\\#"'$-]|\S{0,80}[\d/:=@_]|\S{1,80}\.\w))/;

const isNoValue = (word: string) =>
  isPlaceholder(word) || isReference(word) || PATH.test(word) || MOUNT.test(word);

/** A value that is clearly written as one, `--token=value` or `--token "value"`, and is more than a name. */
const isGivenArgument = (word: string, name: SecretName): boolean =>
  !isNoValue(word) && isPlausibleSecret(word, name);

/** After a space it can also be the next word of a sentence: "pass --token to log in". `flag` is where the flag begins. */
function isSpacedArgument(word: string, name: SecretName, text: string, flag: number, end: number): boolean {
  if (isNoValue(word)) return false;
  if (/\d|[!@#$%^&*?~+]/.test(word) && /\p{L}/u.test(word)) return word.length >= (name.isPassword ? 4 : 8);
  if (!isPlausibleSecret(word, name) || SENTENCE_WORDS.has(word.toLowerCase())) return false;
  return (
    ENDS_ARGUMENT.test(text.slice(end, end + 100)) ||
    isCommandLine(partBefore(text, flag, 200, COMMAND_BREAK).trimStart())
  );
}

/** A plain word or number. A word such as `github-token` is the name of a token; a password may be any word. */
function isPlausibleSecret(word: string, name: SecretName): boolean {
  if (name.onlyRandom || isDescription(word) || word.length < (name.isPassword ? 4 : 6)) return false;
  if (/^\d+$/.test(word)) return true;
  if (name.isPassword) return !/[\s/]/.test(word);
  return PLAIN_WORD.test(word) && !isMember(word) && classifyName(word) === undefined;
}

/** A known program or another flag, and no words of a sentence between it and the flag. */
function isCommandLine(line: string): boolean {
  const program = PROGRAM.exec(line);
  return program !== null && !SENTENCE_WORD.test(program[1] ?? '');
}

const KIND = 'command-password';
const FLAG =
  /(?<![\w-])(?:--?|(?:ENV|setenv|setx(?:[ \t]{1,4}\/[mM])?|set[ \t]{1,4}-\w{1,3})[ \t]{1,4})([A-Za-z][\w-]{2,60})(?:=|[ \t]{1,4})(?![-=\s])/g;
// Includes lines that are joined by a backslash.
const REST = String.raw`(?:[^\r\n|;]|(?<=\\)\r?\n)`;
// `docker run --name mysql -p3306:3306`, `mysql -port`.
const NOT_A_PASSWORD = String.raw`(?:[\d.]{1,15}:)?\d{1,5}:\d|33060?(?!\S)|roject|ort`;
// Short flags mean a password only to these programs.
const SHORT = new RegExp(
  [
    String.raw`\b(?:login\s{1,20}\S{1,128}\s{1,20}password[ \t]{1,4}`,
    String.raw`sshpass[ \t]{1,4}-p[ \t]{0,4}`,
    String.raw`(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b${REST}{0,200}?[ \t]-p(?=\S)(?!${NOT_A_PASSWORD})`,
    String.raw`docker[ \t]{1,4}login\b${REST}{0,80}?[ \t]-p[ \t]{1,4}`,
    String.raw`redis-cli\b${REST}{0,200}?[ \t]-a[ \t]{1,4}`,
    String.raw`curl\b${REST}{0,300}?[ \t](?:-u|--user)[ \t=]{0,4}(\\{0,4}["']|)[^\s:"'\\]{1,128}:)`,
  ].join('|'),
  'g',
);

const HINTS =
  '--|env |setx|set -|login|-pass|-token|-secret|-api|-pwd|-auth|-cred|sshpass|mysql|mariadb|docker login|redis-cli|curl';

/** `--password ...`, `--api-key=...`, `ENV TOKEN ...`, `setx TOKEN ...`, `sshpass -p ...`, `curl -u user:...`, lines of .netrc. */
export const commandSecrets: Rule = {
  kinds: [KIND, ...NAMED_KINDS],
  hints: HINTS.split('|'),
  find(text, report) {
    for (const match of text.matchAll(FLAG)) {
      const name = classifyName(match[1] ?? '');
      const value = name && readValue(text, match.index + match[0].length);
      if (name === undefined || value === undefined) continue;
      const isGiven = match[0].endsWith('=') || value.isQuoted;
      if (
        isGiven
          ? isGivenSecret(value, name)
          : isSpacedArgument(value.text, name, text, match.index, value.end)
      ) {
        report(value.start, value.end, name.kind);
      }
    }
    for (const match of text.matchAll(SHORT)) {
      const value = readPassword(text, match.index + match[0].length, match[1] ?? '');
      if (value !== undefined && !isPlaceholder(value.text)) report(value.start, value.end, KIND);
    }
  },
};

const isGivenSecret = (value: Value, name: SecretName) =>
  value.text !== '' &&
  (isSecretShape(value.text, name, 'env') ||
    (value.isQuoted && name.isPassword && !isPlaceholder(value.text)) ||
    isGivenArgument(value.text, name));

/** In `-u "user:pass word"` the quote is before the user, and the password ends at the closing quote. */
function readPassword(text: string, start: number, quote: string): Value | undefined {
  const inside = quote === '' ? '' : (text.slice(start, start + 256).split(/[\r\n]/, 1)[0] ?? '');
  const length = inside.indexOf(quote);
  if (quote === '' || length < 1) return readValue(text, start);
  return { start, end: start + length, text: inside.slice(0, length), isQuoted: true };
}
