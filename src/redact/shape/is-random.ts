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

export function countDigits(text: string): number {
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
