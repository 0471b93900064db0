import type { SecretName } from './classify-name.ts';

// For patterns that ignore case. English words and compounds such as `Zugriffstoken` are for `classifyName`.
const PASSWORD = [
  "passwort|kennwort|mot de passe|contrase[ñn]a|(?<![a-z])clave|senha|parola d['’]ordine|wachtwoord|has[łl]o",
  'lösenord|passord|adgangskode|salasana|(?<![a-z])heslo|jelszó|şifre|parolă|mật khẩu|kata sandi',
  'парол[ья]|密[码碼]|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|סיסמ[הא]|पासवर्ड|รหัสผ่าน',
].join('|');
// In these languages a plain key is also one of a map or a table: only the key of an API, of an access or a secret one counts.
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
export const FOREIGN_NAME = [API_KEY, SECRET_KEY, TOKEN, PASSWORD].join('|');

// A dot stands for any character beyond ASCII, which `Rule.hints` writes as U+0080. Two in a row cover every script but the Latin one.
const HINTS = `
  passwort|kennwort|mot de passe|contrasena|contrase.a|clave|senha|parola d'ordine|parola d.ordine|wachtwoord|haslo|has.o
  l.senord|passord|adgangskode|salasana|heslo|jelsz.|.ifre|parol.|m.t kh|kata sandi
  schluessel|schl.ssel|cl. |cle api|cle d|cle sec|cle pri|chave|chiave|sleutel|nyckel|api-n.|api n.|apin.|avain|klucz|kl..|api kl|anahtar
  kh.a api|khoa api|kunci api|jeton|..|api .|api.|api-.`;

/** What every text with such a word contains. */
export const FOREIGN_HINTS: readonly string[] = HINTS.split(/[|\n]/)
  .map((hint) => hint.replace(/^ {2}/, '').replaceAll('.', '\u0080'))
  .filter((hint) => hint !== '');

export const FOREIGN_KINDS = ['password', 'api-key', 'secret-key', 'token'];

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['api-key', new RegExp(`^(?:${API_KEY})$`, 'i')],
  ['secret-key', new RegExp(`^(?:${SECRET_KEY})$`, 'i')],
  ['token', new RegExp(`^(?:${TOKEN})$`, 'i')],
];
// In Spanish, `clave` is any key, so it is only a hint; so are words that tell no kind of key or token.
const ONLY_HINT = /^(?:clave|jeton|密[钥鑰]|金鑰)$/i;

export function foreignName(spelling: string): SecretName {
  const kind = KINDS.find(([, pattern]) => pattern.test(spelling))?.[0] ?? 'password';
  return { kind, isPassword: kind === 'password', onlyRandom: ONLY_HINT.test(spelling), isUpperCase: false };
}
