import type { SecretName } from './classify-name.ts';
import { countDigits, isMixedPassword, isRandom, isStrongPassword } from './is-random.ts';

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

const MAX_INSPECTED = 128;

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
