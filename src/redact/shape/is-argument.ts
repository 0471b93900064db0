import { classifyName, type SecretName } from '../name/classify-name.ts';
import { wordList } from '../name/words.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { isDescription, isMember, isReference } from './is-secret-shape.ts';

const PLAIN_WORD = /^\p{L}+(?:[-_']\p{L}+)*$/u;
const PATH =
  /^[./~\\]|^@[\w./~-]+$|[(){}<>|]|^[\w.-]+(?:\/[\w.-]+)*\.(?:txt|json|ya?ml|key|pem|env|conf|ini|toml|p12|pfx|crt)$/i;
// `docker build --secret id=npm,src=...` says where a secret lies.
const MOUNT = /^(?:id|type|src|source|env|name|target)=/;

/** What follows a flag in a sentence rather than in a command. */
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
const TALK =
  /(?:^|[ \t])(?:an?|the|with|and|or|if|when|using|uses?|via|needs?|pass(?:es)?|takes?|supports?|has|is|to|for|by)[ \t]/;
// The end of a line, a string or a command, the next flag, or a word that no sentence has.
const ENDS_ARGUMENT =
  /^(?:$|[\r\n"'`\\,;|&)]|\.(?:\s|$)|[ \t]{1,4}(?:$|[\r\n|&;<>\\#"'$-]|\S{0,80}[\d/:=@_]|\S{1,80}\.\w))/;

const isNoValue = (word: string) =>
  isPlaceholder(word) || isReference(word) || PATH.test(word) || MOUNT.test(word);

/** The value of a flag that is written as one, `--token=value` or `--token "value"`: is it more than a name? */
export const isGivenArgument = (word: string, name: SecretName): boolean =>
  !isNoValue(word) && isValue(word, name);

/** After a space it can also be the next word of a sentence: "pass --token to log in". `flag` is where the flag begins. */
export function isSpacedArgument(
  word: string,
  name: SecretName,
  text: string,
  flag: number,
  end: number,
): boolean {
  if (isNoValue(word)) return false;
  if (/\d|[!@#$%^&*?~+]/.test(word) && /\p{L}/u.test(word)) return word.length >= (name.isPassword ? 4 : 8);
  if (!isValue(word, name) || SENTENCE_WORDS.has(word.toLowerCase())) return false;
  return ENDS_ARGUMENT.test(text.slice(end, end + 100)) || isCommand(lineBefore(text, flag));
}

/** A bare word or number. A word such as `github-token` is the name of a token; a password may be any word. */
function isValue(word: string, name: SecretName): boolean {
  if (name.onlyRandom || isDescription(word) || word.length < (name.isPassword ? 4 : 6)) return false;
  if (/^\d+$/.test(word)) return true;
  if (name.isPassword) return !/[\s/]/.test(word);
  return PLAIN_WORD.test(word) && !isMember(word) && classifyName(word) === undefined;
}

/** A known program or another flag, and from there to the flag nothing that belongs to a sentence. */
function isCommand(line: string): boolean {
  const program = PROGRAM.exec(line);
  return program !== null && !TALK.test(program[1] ?? '');
}

function lineBefore(text: string, flag: number): string {
  const line = text.slice(Math.max(0, flag - 200), flag);
  return (line.split(/[\r\n`"'|;&(]|\\n/).at(-1) ?? '').trimStart();
}
