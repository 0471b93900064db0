import type { SecretName } from './classify-name.ts';

const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const WORDLIKE = /^(?=.*[aeiouy])[a-z]{4,}$/;
const CONSONANT = '[bcdfghjklmnpqrstvwxz]';
// Four consonants in a row, except for clusters of English, and pairs that hardly occur in words.
const ODD = new RegExp(
  [
    `(?!n?str|[nr]?scr|[mnx]?spl|ngth|ghts|tchs|[rt]sch|nds|mpts|xtr|xpl|mpl|ngl|ntr|ckgr|ndl|rthr)${CONSONANT}{4}`,
    `q(?!u)|[jqv]${CONSONANT}|x[bdfgjkmnrsvwxz]|z[bcdfghjkmnpqrstvwx]|[bcdfghjkmpqsvwxz][jqxz]`,
    '[bcdfgkp]w|[fhkpw]b|[dgkmptw]v|h[dfghkpv]|w[bcfgmptu]|[bfkmpw]c|[bfmpv]d|[bkmpv]g|[bgk]p|[bdfghkmvw]k|[cghpv]f',
    String.raw`uu|ii|iy|y[jkqvy]|(.)\1\1`,
  ].join('|'),
);

/** The share of letters, from 0 to 1, in parts that could be words: large for names, small for random text. */
export function wordShare(text: string): number {
  let [letters, inWords] = [0, 0];
  for (const [part] of text.matchAll(PART)) {
    const word = part.toLowerCase();
    letters += word.length;
    if (WORDLIKE.test(word) && !ODD.test(word)) inWords += word.length;
  }
  return letters === 0 ? 0 : inWords / letters;
}

const MAX_INSPECTED = 128;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GROUPS = /^[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,}$/;
const OWN_ID = /^(?:ses|rec|prj|hnd|not)_[0-9a-z]{26}$/;
const PATH = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/[\w.-]+\/|~\/|[A-Za-z]:\\)|\.[a-z]{2,4}$/;
const DIGEST = /^(?:sha(?:1|256|384|512)|md5)[-:]/i;

const NUMBERED_WORD =
  /base(?:16|32|58|62|64|85)|sha(?:1|256|384|512)|md5|utf(?:8|16)|oauth2|pbkdf2|argon2(?:id?)?|x509|(?:int|float)(?:8|16|32|64)|[hre]s256|(?:ed|x)(?:25519|448)/gi;

// An escaped non-ASCII letter in JSON: its digits say nothing about randomness.
const ESCAPED_LETTER = /\\{1,4}u(?!00[0-7])[0-9a-f]{4}/gi;

const RUNS = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/** Whether the value looks generated. Meant for values whose name already hints at a secret. */
export function isRandom(value: string): boolean {
  const looked = value.slice(0, MAX_INSPECTED);
  if (UUID.test(looked)) return true;
  if (/\s/.test(looked) || OWN_ID.test(looked) || PATH.test(looked) || DIGEST.test(looked)) return false;
  if (GROUPS.test(looked)) return /\d/.test(looked.replace(NUMBERED_WORD, ''));
  const plain = looked.replace(ESCAPED_LETTER, ' ').replace(NUMBERED_WORD, '');
  return plain.split(/[^A-Za-z0-9]+/).some(isRandomRun) || isRandomBase64(plain);
}

/** Slashes and pluses divide base64 into runs that are too short to judge. */
const isRandomBase64 = (text: string) =>
  /^[A-Za-z0-9+/_-]{24,}={0,2}$/.test(text) &&
  /\d.*\d/.test(text) &&
  /[A-Z]/.test(text) &&
  averageRun(text.replace(/[^A-Za-z0-9]/g, '')) < 2.4;

const averageRun = (text: string) => text.length / (text.match(RUNS)?.length ?? 1);

/** Names consist of few long runs of one kind of character, random text of many short ones. */
function isRandomRun(run: string): boolean {
  if (run.length < 12) return false;
  const digits = countDigits(run);
  if (digits === run.length) return false;
  if (digits >= 2 && (digits / run.length >= 0.15 || averageRun(run) < 2.6)) return true;
  if (digits > 0 && run.length >= 30 && averageRun(run) < 2.8) return true;
  const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
  if (digits > 0 && wordShare(run) < maxWordShare(run, isMixed)) return true;
  return run.length >= 16 && isMixed && averageRun(run) < 2.4;
}

/** The limit of the word share for random runs: a short run may be a word by chance, and names rarely have digits apart. */
function maxWordShare(run: string, isMixed: boolean): number {
  if (run.length < 16) return isMixed ? 0.3 : 0;
  return /\d\D+\d/.test(run) ? 0.8 : 0.6;
}

function countDigits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) count++;
  }
  return count;
}

const SYMBOL = /[!@#$%^&*?~+=]/;
const CODE = /[(){}[\]<>|;\s]|\/\*|&&|=>|\?\.|!\.|::|\/\/|^[!&*]?[A-Za-z_$][\w$]*$/;

/** A password that satisfies usual policies: letters, digits and a symbol, and not a piece of code. */
export const isStrongPassword = (value: string): boolean =>
  value.length >= 8 && /[A-Za-z]/.test(value) && /\d/.test(value) && SYMBOL.test(value) && !CODE.test(value);

// `passwordFromEnv2` is a name, `Tr0ub4dor-3x` is not.
const MAX_WORD_SHARE = 0.3;
const TECHNICAL = /^(?:k8s|ipv[46]|i?os\d+|h[23]o?|v\d+)$/i;

/** A password without symbols: both cases and digits, and hardly any words. */
export function isMixedPassword(value: string): boolean {
  if (value.length > MAX_INSPECTED || PATH.test(value) || DIGEST.test(value) || OWN_ID.test(value))
    return false;
  const plain = value.replace(NUMBERED_WORD, '');
  if (plain.length < 8 || !/^[!-~]+$/.test(plain) || /[(){}[\]<>|;/\\]|=>|::/.test(plain)) return false;
  if (!hasAllClasses(plain)) return false;
  return wordShare(plain) < MAX_WORD_SHARE || (/[^\w.]/.test(plain) && plain.split(/\W/).some(isNoWord));
}

const hasAllClasses = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

/** `Kx7` in `Kx7-plume9`. */
const isNoWord = (part: string) => hasAllClasses(part) && wordShare(part) === 0 && !TECHNICAL.test(part);

const TEMPLATE =
  /^\$[A-Za-z_]\w*[)\]}]*$|^\$\d+$|^\$env:|\$\{|\$\(|#\{|\{\{|^\{.*\}?$|^<.*>?$|^%[A-Za-z_]\w*%$|^%(?:[sdvq@]|\(\w+\)s)$|^\[.*\]?$|^![A-Z][A-Za-z]*$|^@@?[A-Z]\w*[@(]|^\(.*\)$|^[?:]\w*$|^\.[*+]|^\\{1,4}u003c|^&lt;/i;
const MASK = /^(.)\1*$|\*{3,}|•{2,}|●{2,}|x{5,}|X{5,}|\.{3}|…|_{5,}/;
const WORDS =
  /^(?:your|my|our|the|some|any|an?|enter|insert|replace|put|paste|add|use|set|test|fake|mock)[-_. ]|example|placeholder|change[-_]?(?:me|this|it)|redacted|dummy|sample|[-_ ]here$|^(?:todo|tbd|fixme|n\/a|omitted|hidden|masked|removed)$|not[-_ ]?set|goes[-_ ]here/i;
const CONSTANT = /^[A-Z]+(?:_[A-Z]+)+$/;

/** A variable (`${TOKEN}`, `{{ token }}`, `<token>`, `%s`) or a mask (`****`, `abcd...`). */
export const isTemplate = (value: string): boolean => TEMPLATE.test(value) || MASK.test(value);

/** `YOUR_PASSWORD`: a name in place of a value. */
export const isConstantName = (value: string): boolean => CONSTANT.test(value);

const SECRET_WORD = /^(?:password|passwd|pass|pwd|secret|token)$/i;
const USER_WORD = /^(?:(?:your|my|db)[-_]?)?(?:user|username|usr|login)$/i;
const HOST_WORD =
  /^(?:(?:your|my|db)[-_]?)?(?:host|hostname|server|domain)$|^localhost$|^127\.0\.0\.1$|(?:^|\.)example(?:\.(?:com|org|net))?$/i;

/** `USER:PASSWORD@HOST`: the password is a placeholder, and so is the user or the host. */
export const isPlaceholderLogin = (user: string, password: string, host: string): boolean =>
  SECRET_WORD.test(password) && (USER_WORD.test(user) || HOST_WORD.test(host));

/** A template, or a word that documentation uses for a secret. */
export const isPlaceholder = (value: string): boolean =>
  isTemplate(value) || WORDS.test(value) || isConstantName(value);

/**
 * Where the value was found, from data to code: `env` NAME=value, `quoted`, `line` (alone after the name to the end of
 * the line), `prose` ("the password is ..."), `loose` (in code, where a plain word is an identifier).
 */
export type ValueContext = 'env' | 'quoted' | 'line' | 'prose' | 'loose';

const REFERENCE =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|arn:|vault:|file:|env:|ssm:|data:|ref\+|sha\d+[-:])/i;
const CALL = /^[\w$.?!:>-]*[([]/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)+[!?]?$/;
const KNOWN_OBJECT =
  /^(?:process|os|env|settings|config|self|this|args|opts|options|ctx|app|vars?|local|data|module)\b/;
const AWS_SECRET = /^[A-Za-z0-9+/]{40}$/;
const TYPE_OR_ALGORITHM =
  /^(?:(?:u?int|float|bigint|char|varchar|text|string|number|bool(?:ean)?|bytes?|buffer|utf-?|base|sha-?|md-?|hs|rs|es|ps|aes-?|ed|oauth|argon|pbkdf|http|rfc-?|iso-?)(?:\d{0,5}(?:array|id?|url|mb\d)?|\d{1,5}[-/].*)|[xpv]\d{1,3})$/i;
const WORD =
  /^(?:string|number|boolean|object|array|any|unknown|void|never|null|nil|none|undefined|true|false|yes|no|on|off|required|optional|missing|empty|invalid|valid|expired|enabled|disabled|default|auto|basic|bearer|digest|hidden|password|passwd|passphrase|pass|pwd|secret|token|tokens|apikey|api[-_ ]key|key|auth|user|username|admin|value|text|field|input|name|email|login|same-origin|include|omit|inherit|local|remote|passed|failed|skipped|stored|read|write|read-only|jwt|oauth|saml|identifier|keyword|punctuation|operator|comment|await|new|this|self|async|function|return|current-password|new-password|forgot|reset|str|int|bytes|buffer|uint8array|securestring|char|varchar)$/i;

/** `vault:...`, `file:...`, a path or an address: where a secret is stored. */
export const isReference = (value: string): boolean => REFERENCE.test(value);
/** A member expression in code: `config.token`. */
export const isMember = (value: string): boolean => MEMBER.test(value);
/** A word that describes a value: a type, a state, `required`, `password`. */
export const isDescription = (value: string): boolean => WORD.test(value) || TYPE_OR_ALGORITHM.test(value);

const hasLetter = (value: string) => /\p{L}/u.test(value);
const hasDigit = (value: string) => /\d/.test(value);
const hasSymbol = (value: string) => /[!@#$%^&*?~+]/.test(value);

/** Whether a value beside a secret's name is the secret, and not a type, a reference, a placeholder or a word. */
export function isSecretShape(whole: string, name: SecretName, context: ValueContext): boolean {
  const value = whole.slice(0, MAX_INSPECTED);
  if (isTemplate(value)) return false;
  const isCode = !(context === 'env' && name.isUpperCase) || KNOWN_OBJECT.test(value);
  if (context !== 'quoted' && CALL.test(value) && (isCode || !hasSymbol(value))) return false;
  if (isRandom(value) || (name.kind === 'aws-secret-key' && AWS_SECRET.test(value))) return true;
  const isMixed = name.isPassword && isMixedPassword(value);
  if (isReference(value) || (name.onlyRandom && !isMixed)) return false;
  // In code `a1.b2` is a member expression; in data a password may contain a dot.
  if (isCode && isMember(value)) return isMixed && context !== 'loose';
  if (isMixed || isStrongPassword(value)) return true;
  if (context === 'loose' || isPlaceholder(value) || isDescription(value)) return false;
  return name.isPassword ? isPasswordShape(value, name, context) : looksLikeToken(value, context);
}

function isPasswordShape(value: string, name: SecretName, context: ValueContext): boolean {
  if (/\s/.test(value)) return context === 'quoted' && name.isUpperCase;
  if (!hasLetter(value))
    return context !== 'prose' && value.length >= (context === 'line' ? 6 : 4) && hasDigit(value);
  if (context === 'prose') return value.length >= 6 && hasDigit(value);
  if (context === 'line') return value.length >= 6 && (hasDigit(value) || hasSymbol(value));
  if (context === 'env') return value.length >= 4;
  return value.length >= 6 || (value.length >= 4 && hasDigit(value));
}

/** Whether a value has the form of a token: no spaces, a letter, long enough, with digits or symbols. */
function looksLikeToken(value: string, context: ValueContext): boolean {
  if (context === 'prose' || (context === 'line' && IDENTIFIER.test(value))) return false;
  if (/\s/.test(value) || !hasLetter(value)) return false;
  const digits = countDigits(value);
  if (value.length >= 8 && (digits >= 2 || (digits > 0 && hasSymbol(value)))) return true;
  return context === 'env' && value.length >= 12 && /^[a-z\d]+$/i.test(value);
}
