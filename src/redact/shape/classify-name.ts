import { partAfter, partBefore } from '../span.ts';

export const wordList = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** `dbPassword`, `DB_PASSWORD`, `db-password`, `db.password` -> ['db', 'password'] */
const splitWords = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

/** Before `key`: kinds of key that are secret. A primary, cache or public key is not. */
const SECRET_KEYS = wordList(`
  api access private secret signing signature encryption encrypt decryption master account shared storage service auth
  session deploy license admin root crypto cipher jwt hmac webhook subscription client app application server consumer
  refresh bearer ssh rsa wrapping sdk openai anthropic stripe twilio sendgrid mailgun datadog dd honeycomb sentry gemini
  google aws azure gcp github gitlab slack discord adafruit airtable algolia alibaba beamer bintray bittrex cloudflare cohere
  coinbase confluent deepseek dropbox easypost fastly finnhub flickr groq heroku hubspot intercom jfrog artifactory
  kraken kucoin lob mailchimp mapbox maxmind meraki messagebird mistral netlify newrelic nytimes okta openrouter plaid
  postman privateai rapidapi sendbird shodan snyk sumo supabase telegram twitch twitter xray yandex zendesk`);

/** Before `token` or `key`: then it is not a secret. */
const HARMLESS_BEFORE = wordList(`
  max min num total count page continuation sync next cancel cancellation pad eos bos unk mask cls sep stop special
  input output prompt completion cached reasoning per public publishable is has use no non without missing invalid`);

/** Of these, words that make an identifier harmless (`hasToken`), but not a sentence: "invalid API key ...". */
const SENTENCE_BEFORE = wordList('public is has use no non without missing invalid');

/** Of these, words that make an identifier a hint: `invalid_api_key: ...` may be an error code followed by the key. */
const HINT_BEFORE = wordList('is has no without missing invalid');

/** After the secret word in names of errors: `InvalidApiKeyError: ...`. */
const FAILURE_AFTER = wordList(
  'error err exception failure failed invalid expired missing revoked rejected mismatch not found unknown denied',
);

/** After the secret word: the name is about a secret, not the secret. */
const HARMLESS_AFTER = wordList(`
  file files path paths dir directory url uri endpoint host name names id ids type types kind length len size limit
  limits count counts max min budget usage used total cost price ttl expiry expires expiration expire expired age at
  date time timeout in policy policies rule rules required enabled disabled valid invalid hash hashes hashed sha md
  digest fingerprint checksum field fields label placeholder hint prompt form ref refs arn store manager provider
  providers service class model format prefix suffix pattern patterns regex regexp schema scope scopes version
  algorithm alg method methods mode header headers param params error errors message index position start end line
  column col reset changed change strength attempts retries rotation status state helper generator validator issuer
  audience per rate window reader writer bucket mount var source selector locator list set map is has input ize izer
  ized ization less holder request response callback handler middleware guard config options settings event page
  screen view button icon component column columns table index ring pair pairs event down up press code codes stdin fd`);

/** After the secret word: the value is still the secret. */
const STILL_SECRET_AFTER = wordList(`
  prod production dev development staging stage test live sandbox base value string text raw plain plaintext literal
  old new current previous primary secondary main default backup env b base64 hex encoded key data admin root user
  db database local a b c v 0 1 2 3 4 5 6 7 8 9 01 02 64`);

export interface SecretName {
  readonly kind: string;
  /** Chosen by people: short and wordy values count too. */
  readonly isPassword: boolean;
  /** The name is only a hint: only a generated value counts. */
  readonly onlyRandom: boolean;
  readonly isUpperCase: boolean;
}

type Term = Pick<SecretName, 'kind' | 'isPassword' | 'onlyRandom'>;

const term = (kind: string, isPassword = false, onlyRandom = false): Term => ({
  kind,
  isPassword,
  onlyRandom,
});

export const NAMED_KINDS = [
  'password',
  'token',
  'secret',
  'api-key',
  'secret-key',
  'aws-secret-key',
  'credential',
];

/** What a name such as `DB_PASSWORD` or `clientSecret` says about its value; undefined if it does not name a secret. */
export function classifyName(name: string): SecretName | undefined {
  const words = splitWords(name);
  const isUpperCase = name === name.toUpperCase();
  const isHarmless = (word: string) =>
    HARMLESS_BEFORE.has(word) && !(name.includes(' ') && SENTENCE_BEFORE.has(word));
  for (let at = words.length - 1; at >= 0; at--) {
    const found = termAt(words, at, isUpperCase);
    if (found === undefined) continue;
    const after = words.slice(at + 1);
    const isFailure = after.length > 0 && after.every((word) => FAILURE_AFTER.has(word));
    if (!isFailure && after.some((word) => HARMLESS_AFTER.has(word))) return undefined;
    const harmless = found.isPassword ? [] : words.slice(0, at).filter(isHarmless);
    if (!harmless.every((word) => HINT_BEFORE.has(word))) return undefined;
    const isDirect = harmless.length === 0 && after.every((word) => STILL_SECRET_AFTER.has(word));
    return { ...found, onlyRandom: found.onlyRandom || !isDirect, isUpperCase };
  }
  return undefined;
}

function termAt(words: readonly string[], at: number, isUpperCase: boolean): Term | undefined {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  if (/(?:password|passwd|passphrase|passcode|passwort|pwd)$/.test(word)) return term('password', true);
  if (word === 'pass') return term('password', true);
  // In lower case it may be the width of a page.
  if (word === 'pw') return term('password', true, !isUpperCase);
  if (/^(?:.*apikey|key)$/.test(word)) return keyTerm(words, word === 'key' ? before : 'api');
  if (/(?:access|secret|private|signing|encryption|master|auth)key$/.test(word)) return term('secret-key');
  if (/secret$/.test(word)) return term(words.includes('aws') ? 'aws-secret-key' : 'secret');
  if (/token$/.test(word)) return term('token');
  if (/^(?:secrets|passwords|tokens|credentials?|creds?|apikeys)$/.test(word))
    return term('credential', false, true);
  if (/^(?:auth|authorization)$/.test(word)) return term('credential', false, !isUpperCase);
  return undefined;
}

function keyTerm(words: readonly string[], qualifier: string): Term | undefined {
  const service = words.slice(-3, -1).join('');
  // `OpenAI key`, `GitHub key`: one name in two words.
  if (!SECRET_KEYS.has(qualifier) && !(words.at(-1) === 'key' && SECRET_KEYS.has(service))) return undefined;
  if (qualifier === 'access' && (words.includes('secret') || words.includes('aws')))
    return term('aws-secret-key');
  return term(qualifier === 'api' ? 'api-key' : 'secret-key');
}

const MAX_NAME = 80;
const isNamePart = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45;

/** The start of the name that ends at `end`: letters, digits, `_`, `-`. "secret access key" counts as one name. */
export function startOfName(text: string, end: number): number {
  let start = end;
  const floor = Math.max(0, end - MAX_NAME);
  while (start > floor && isNamePart(text.charCodeAt(start - 1))) start--;
  if (!/^keys?$/i.test(text.slice(start, end))) return start;
  return start - (/(?:[A-Za-z]+ ){1,2}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0].length ?? 0);
}

const HASH = /^[0-9a-f]{40}$/;
const TOKEN_NAME = /^(?:[a-z]+[-_]?)?token$/i;
// Old tokens of GitHub and others are 40 hex digits too, so a name that is more specific counts.
const SPECIFIC_NAME =
  /git|gh|hub|lab|auth|access|api|bearer|refresh|secret|personal|private|deploy|session|npm|ci|user|bot|admin|login/i;
const COMMIT_WORD = /(?<![\w-])(?:commits?|committed|sha|sha-?1|revs?|revision|changeset)(?![\w-])/gi;
const OTHER_HASH = /^[\s:=#(`'"]{1,4}[0-9a-f]{7,40}(?![0-9a-z])/;
const LINE_BREAK = /[\r\n]|\\[nr]/;
const COMMIT_REACH = 100;

/** `token: 9fceb02...` in a line about a commit, unless the line names another hash as the commit. */
export function isCommitHash(text: string, name: string, nameStart: number, start: number, end: number) {
  if (!HASH.test(text.slice(start, end)) || !TOKEN_NAME.test(name) || SPECIFIC_NAME.test(name)) return false;
  const before = partBefore(text, nameStart, COMMIT_REACH, LINE_BREAK);
  const after = partAfter(text, end, COMMIT_REACH, LINE_BREAK);
  return [before, after].some((part) =>
    [...part.matchAll(COMMIT_WORD)].some((word) => !OTHER_HASH.test(part.slice(word.index + word[0].length))),
  );
}
