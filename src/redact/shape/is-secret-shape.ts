import type { SecretName } from '../name/classify-name.ts';
import { isPlaceholder, isTemplate } from './is-placeholder.ts';
import { countDigits, isMixedPassword, isRandom, isStrongPassword } from './is-random.ts';

/**
 * How the value stands beside its name, from plain data to code: `env` NAME=value, `quoted`, `line` (alone after the
 * name to the end of the line), `told` ("the password is ..."), `loose` (in code, where a bare word is an identifier).
 */
export type Setting = 'env' | 'quoted' | 'line' | 'told' | 'loose';

const LOOKED_AT = 128;

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

/** `vault:...`, `file:...`, a path or an address: where a secret is kept, not what it is. */
export const isReference = (value: string): boolean => REFERENCE.test(value);
/** A member of something in code: `config.token`. */
export const isMember = (value: string): boolean => MEMBER.test(value);
/** A word that describes a value: a type, a state, `required`, `password`. */
export const isDescription = (value: string): boolean => WORD.test(value) || TYPE_OR_ALGORITHM.test(value);

const hasLetter = (value: string) => /\p{L}/u.test(value);
const hasDigit = (value: string) => /\d/.test(value);
const hasSymbol = (value: string) => /[!@#$%^&*?~+]/.test(value);

/** Is the value beside a secret's name the secret itself, and not a type, a reference, a placeholder or a word? */
export function isSecretShape(whole: string, name: SecretName, setting: Setting): boolean {
  const value = whole.slice(0, LOOKED_AT);
  if (isTemplate(value)) return false;
  const isCode = !(setting === 'env' && name.isUpperCase) || KNOWN_OBJECT.test(value);
  if (setting !== 'quoted' && CALL.test(value) && (isCode || !hasSymbol(value))) return false;
  if (isRandom(value) || (name.kind === 'aws-secret-key' && AWS_SECRET.test(value))) return true;
  const isMixed = name.isPassword && isMixedPassword(value);
  if (isReference(value) || (name.onlyRandom && !isMixed)) return false;
  // In code `a1.b2` is a member; where the value is data, a password may have a dot.
  if (isCode && isMember(value)) return isMixed && setting !== 'loose';
  if (isMixed || isStrongPassword(value)) return true;
  if (setting === 'loose' || isPlaceholder(value) || isDescription(value)) return false;
  return name.isPassword ? isPasswordShape(value, name, setting) : isTokenShape(value, setting);
}

function isPasswordShape(value: string, name: SecretName, setting: Setting): boolean {
  if (/\s/.test(value)) return setting === 'quoted' && name.isUpperCase;
  if (!hasLetter(value))
    return setting !== 'told' && value.length >= (setting === 'line' ? 6 : 4) && hasDigit(value);
  if (setting === 'told') return value.length >= 6 && hasDigit(value);
  if (setting === 'line') return value.length >= 6 && (hasDigit(value) || hasSymbol(value));
  if (setting === 'env') return value.length >= 4;
  return value.length >= 6 || (value.length >= 4 && hasDigit(value));
}

function isTokenShape(value: string, setting: Setting): boolean {
  if (setting === 'told' || (setting === 'line' && IDENTIFIER.test(value))) return false;
  if (/\s/.test(value) || !hasLetter(value)) return false;
  const digits = countDigits(value);
  if (value.length >= 8 && (digits >= 2 || (digits > 0 && hasSymbol(value)))) return true;
  return setting === 'env' && value.length >= 12 && /^[a-z\d]+$/i.test(value);
}
