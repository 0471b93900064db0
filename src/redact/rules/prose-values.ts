import {
  classifyName,
  isCommitHash,
  NAMED_KINDS,
  type SecretName,
  startOfName,
} from '../shape/classify-name.ts';
import { isChangedBefore, isForeignSecret, isProseSecret, isStatedSecret } from '../shape/is-prose-secret.ts';
import { isMixedPassword, isSecretShape } from '../shape/is-secret-shape.ts';
import { matchAt, matchEnd, type Report, type Rule } from '../span.ts';
import { type ProseValue, proseValuesAfter, readValue } from './read-value.ts';

// For case-insensitive patterns. English words and compounds such as `Zugriffstoken` are handled by `classifyName`.
const PASSWORD = [
  "passwort|kennwort|mot de passe|contrase[ñn]a|(?<![a-z])clave|senha|parola d['’]ordine|wachtwoord|has[łl]o",
  'lösenord|passord|adgangskode|salasana|(?<![a-z])heslo|jelszó|şifre|parolă|mật khẩu|kata sandi',
  'парол[ья]|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|סיסמ[הא]|पासवर्ड|รหัสผ่าน',
].join('|');
// In these languages a plain key is also one of a map or a table: only API keys, access keys and secret keys count.
const API_KEY = [
  "API[- ]?schl(?:ü|ue)ssel|cl[ée] (?:d['’])?API|(?:clave|chave|chiave) (?:d[ea] (?:la )?|dell['’])?API|API[- ]?sleutel",
  'API[- ]?nyckel|API[- ]?nø(?:gle|kkel)|API[- ]?avain|klucz (?:do )?API|klíč API|API klíč|API anahtar[ıi]|kh[óo]a API|kunci API',
  'API[- ]?ключ|ключ API|API ?キー|API[- ]?(?:密[钥鑰]|金[鑰钥]|秘钥)|API ?키|مفتاح (?:ال)?API|API कुंजी',
].join('|');
const SECRET_KEY = [
  "(?:zugriffs|zugangs|geheim)schl(?:ü|ue)ssel|geheime[rn]? schlüssel|cl[ée] (?:secrète|d['’]accès|privée)",
  '(?:clave|chave) (?:secreta|privada|de aces?so)|clave de acceso|chiave (?:segreta|privata|di accesso)|geheime sleutel|tajny klucz',
  'секретный ключ|ключ доступа|シークレット ?キー|アクセス ?キー|秘密キー|秘密鍵|密[钥鑰]|金鑰|(?:비밀|시크릿|액세스) ?키',
].join('|');
const TOKEN = "jeton(?: d['’]accès)?|токен|トークン|令牌|[權权]杖|토큰";

/** Names of secrets in other languages. Keys come first, because `clave` alone would hide `clave de API`. */
const FOREIGN_NAME = [API_KEY, SECRET_KEY, TOKEN, PASSWORD].join('|');

// A dot is any character outside ASCII, which `Rule.hints` writes as U+0080. Two in a row cover every script but Latin.
const HINTS = `
  passwort|kennwort|mot de passe|contrasena|contrase.a|clave|senha|parola d'ordine|parola d.ordine|wachtwoord|haslo|has.o
  l.senord|passord|adgangskode|salasana|heslo|jelsz.|.ifre|parol.|m.t kh|kata sandi
  schluessel|schl.ssel|cl. |cle api|cle d|cle sec|cle pri|chave|chiave|sleutel|nyckel|api-n.|api n.|apin.|avain|klucz|kl..|api kl|anahtar
  kh.a api|khoa api|kunci api|jeton|..|api .|api.|api-.`;

const FOREIGN_HINTS: readonly string[] = HINTS.split(/[|\n]/)
  .map((hint) => hint.replace(/^ {2}/, '').replaceAll('.', '\u0080'))
  .filter((hint) => hint !== '');

const FOREIGN_KINDS = ['password', 'api-key', 'secret-key', 'token'];

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['api-key', new RegExp(`^(?:${API_KEY})$`, 'i')],
  ['secret-key', new RegExp(`^(?:${SECRET_KEY})$`, 'i')],
  ['token', new RegExp(`^(?:${TOKEN})$`, 'i')],
];
// `clave` is any key in Spanish, so it is only a hint, like words that name no specific kind of key or token.
const ONLY_HINT = /^(?:clave|jeton|密[钥鑰]|金鑰)$/i;

function foreignName(spelling: string): SecretName {
  const kind = KINDS.find(([, pattern]) => pattern.test(spelling))?.[0] ?? 'password';
  return { kind, isPassword: kind === 'password', onlyRandom: ONLY_HINT.test(spelling), isUpperCase: false };
}

const NAME = new RegExp(FOREIGN_NAME, 'gi');
// French puts a no-break space before the colon.
const SIGN =
  /\\{0,4}["'`]?[*_]{0,3}(?:<\/\w{1,8}>)?[ \t\u00a0\u202f]{0,8}[:=：＝][*_]{0,3}(?:<\/\w{1,8}>)?[ \t\u00a0\u202f\u3000]{0,8}/y;
// Scripts without spaces continue directly after the name: `APIキーは`, `API 密钥无效：`.
const UNSPACED =
  /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[ \t]{0,4}[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{0,16}[ \t\u3000]{0,4}[:=：＝]?[ \t\u3000]{0,4}(?=[!-~]{8})/y;
const LINE_END = /^["'`]?(?:$|\r?\n|\\[nr]|[ \t]{1,2}(?:$|\r?\n|#))/;

/** `Kennwort: ...`, `Clé API invalide : ...`, `la contraseña es ...`, `密码：...`. */
export const foreignValues: Rule = {
  kinds: FOREIGN_KINDS,
  hints: FOREIGN_HINTS,
  find(text, report) {
    for (const match of text.matchAll(NAME)) {
      const end = match.index + match[0].length;
      if (!findLabelled(text, match[0], end, report)) findInProse(text, match[0], end, report);
    }
  },
};

function findLabelled(text: string, spelling: string, nameEnd: number, report: Report): boolean {
  const valueStart = matchEnd(SIGN, text, nameEnd);
  const value = valueStart === undefined ? undefined : readValue(text, valueStart);
  if (value === undefined) return false;
  const name = foreignName(spelling);
  const isAlone = value.isQuoted || LINE_END.test(text.slice(value.end, value.end + 4));
  if (!isSecretShape(value.text, name, isAlone ? 'line' : 'loose')) return false;
  report(value.start, value.end, name.kind);
  return true;
}

function findInProse(text: string, spelling: string, nameEnd: number, report: Report): void {
  const name = foreignName(spelling);
  for (const { value, ...phrasing } of [
    ...unspacedAfter(text, nameEnd),
    ...proseValuesAfter(text, nameEnd),
  ]) {
    if (!isForeignSecret(value.text, name, phrasing)) continue;
    report(value.start, value.end, name.kind);
    return;
  }
}

function unspacedAfter(text: string, nameEnd: number): Pick<ProseValue, 'value' | 'words' | 'sign'>[] {
  const gap = matchAt(UNSPACED, text, nameEnd)?.[0];
  const value = gap === undefined ? undefined : readValue(text, nameEnd + gap.length);
  // The text between cannot be split into words and counts as a copula.
  return value === undefined ? [] : [{ value, words: gap?.trim() === '' ? [] : ['是'], sign: '' }];
}

// Matches from the key word on, as in `assignments`. The look-ahead skips what is not part of a sentence or a table.
const NAME_BEFORE_VALUE =
  /(?:pass|pwd|(?<![a-z])pw(?![a-z])|secret|token|key|cred)[\w-]{0,40}(?=\\{0,4}["'`]?[*_]{0,3}(?:<\/\w{1,8}>)?(?:[,:?]?[ \t\u00a0\u202f|│]{1,4}[^\s=:;}&?+/]|<\/t|\(["'`]|[ \t]{0,4}[»はが是为為는은]))/gi;
const REPLACEMENT = /["'`*)]{0,4}[ \t]{1,4}(?:to|→|->)[ \t]{1,4}/y;
// Words are not secrets, and most of what follows a name is words.
const MAY_BE_SECRET = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;

const PLAIN_KEY = /(?:^|\b(?:the|a|our|my|your|this|new|old|current) )key$/i;
const SERVICE =
  /^(?:api|openai|anthropic|stripe|twilio|sendgrid|mailgun|datadog|sentry|gemini|google|aws|azure|github|gitlab|slack|discord)$/;

/** "use the API key ...", "the password was reset to ...", `| token | ... |`: a name and its secret in prose or a table. */
export const proseValues: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'pw', 'secret', 'token', 'key', 'cred'],
  find(text, report) {
    for (const match of text.matchAll(NAME_BEFORE_VALUE)) {
      const nameEnd = match.index + match[0].length;
      for (const found of proseValuesAfter(text, nameEnd))
        if (MAY_BE_SECRET.test(found.value.text) && reportProseValue(text, nameEnd, found, report)) break;
    }
  },
};

/** A plain key may be one of a map or a table, unless it belongs to a service. */
const keyOf = (words: readonly string[]): SecretName | undefined =>
  /^(?:for|of)$/.test(words[0] ?? '') && words.some((word) => SERVICE.test(word))
    ? classifyName('api key')
    : undefined;

function reportProseValue(text: string, nameEnd: number, found: ProseValue, report: Report): boolean {
  const { value, words, sign, isLabelled } = found;
  // `name: value` without words between is handled by `assignments`.
  if (words.length === 0 && /[:=：]/.test(sign)) return false;
  const nameStart = startOfName(text, nameEnd);
  const spelling = text.slice(nameStart, nameEnd);
  const name = classifyName(spelling) ?? (PLAIN_KEY.test(spelling) ? keyOf(words) : undefined);
  const isChanged = isChangedBefore(text, nameStart);
  const phrasing = { words, sign, isLabelled, isChanged, isQuoted: value.isQuoted };
  if (name === undefined || !isStatedSecret(value.text, name, phrasing)) return false;
  if (isCommitHash(text, spelling, nameStart, value.start, value.end)) return false;
  report(value.start, value.end, name.kind);
  if (words.at(-1) === 'from') reportReplacement(text, value.end, name, report);
  return true;
}

const REPLACED = { words: ['changed', 'to'], sign: '', isLabelled: false, isChanged: true };

/** "from ... to ...": the old secret and the new one. */
function reportReplacement(text: string, at: number, name: SecretName, report: Report): void {
  const start = matchEnd(REPLACEMENT, text, at);
  const value = start === undefined ? undefined : readValue(text, start);
  if (value !== undefined && isStatedSecret(value.text, name, { ...REPLACED, isQuoted: value.isQuoted }))
    report(value.start, value.end, name.kind);
}

// Matches from the key word on. The id or the hash of a secret is not a secret.
const NAME_AFTER_VALUE =
  /(?:pass|pwd|secret|token|key|cred)[\w-]{0,40}(?![ \t]{1,4}(?:ids?|names?|hash(?:es)?|digest|checksum|fingerprint|prefix|suffix|types?|kind|format|length|file|path|url|header|field|count|version)(?!\w))/gi;
const OWNERS =
  'now|the|our|my|your|his|her|their|its|an?|new|old|current|temporary|correct|actual|root|admin|prod|production|staging|database|db';
const LINK = new RegExp(
  String.raw`^ (?:(?:is|was|as|becomes) {1,4}|\()(?:(?:${OWNERS}) {1,4}){0,4}(?:[A-Za-z]{2,16}[ _-]?){0,2}$`,
  'i',
);
const LINK_STARTS = [' is ', ' was ', ' as ', ' becomes ', ' ('];
const LINK_REACH = 60;
const VALUE = /([^\s"'`<>()[\]{}|│*,]{8,256})["'`*,]{0,4}$/;
const REACH = 256;

/** "... is the API key", "use ... as the password", "... (API key)". */
export const valuesBeforeNames: Rule = {
  kinds: NAMED_KINDS,
  hints: ['pass', 'pwd', 'secret', 'token', 'key', 'cred'],
  find(text, report) {
    for (const match of text.matchAll(NAME_AFTER_VALUE)) {
      const link = linkBefore(text, match.index);
      const value = link === undefined ? undefined : VALUE.exec(text.slice(Math.max(0, link - REACH), link));
      const secret = value?.[1] ?? '';
      if (link === undefined || !/\d|[a-z][A-Z]/.test(secret)) continue;
      const start = link - (value?.[0] ?? '').length;
      const nameEnd = match.index + match[0].length;
      const nameStart = startOfName(text, nameEnd);
      const spelling = text.slice(nameStart, nameEnd);
      const name = classifyName(spelling);
      if (name === undefined || isCommitHash(text, spelling, nameStart, start, start + secret.length))
        continue;
      if (isProseSecret(secret) || (name.isPassword && isMixedPassword(secret)))
        report(start, start + secret.length, name.kind);
    }
  },
};

function linkBefore(text: string, name: number): number | undefined {
  const before = text.slice(Math.max(0, name - LINK_REACH), name);
  const at = Math.max(...LINK_STARTS.map((word) => before.lastIndexOf(word)));
  return at >= 0 && LINK.test(before.slice(at)) ? name - before.length + at : undefined;
}
