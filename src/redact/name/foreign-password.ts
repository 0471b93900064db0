import type { SecretName } from './classify-name.ts';

/** "Password" in other languages, for a pattern that ignores case. English words and compounds are for `classifyName`. */
export const FOREIGN_PASSWORD =
  "passwort|kennwort|mot de passe|contrase[ñn]a|(?<![a-z])clave|senha|parola d['’]ordine|wachtwoord|парол[ья]|密[码碼]|パスワード|비밀번호|has[łl]o";

/** What every text with such a word contains; U+0080 stands for any character beyond ASCII. */
export const FOREIGN_HINTS: readonly string[] = [
  '\u0080',
  'passwort',
  'kennwort',
  'mot de passe',
  'contrasena',
  'clave',
  'senha',
  "parola d'ordine",
  'wachtwoord',
  'haslo',
];

/** In Spanish, `clave` is any key, so it is only a hint. */
export const foreignName = (spelling: string): SecretName => ({
  kind: 'password',
  isPassword: true,
  onlyRandom: /^clave$/i.test(spelling),
  isUpperCase: false,
});
