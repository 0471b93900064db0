import { matchAt, matchEnd, type Report, type Rule } from '../rule.ts';
import type { SecretName } from '../shape/classify-name.ts';
import { isForeignSecret } from '../shape/is-prose-secret.ts';
import { isSecretShape } from '../shape/is-secret-shape.ts';
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
