import {
  FAILURE_AFTER,
  HARMLESS_AFTER,
  HARMLESS_BEFORE,
  HINT_BEFORE,
  SECRET_KEYS,
  SENTENCE_BEFORE,
  STILL_SECRET_AFTER,
  splitWords,
} from './words.ts';

export interface SecretName {
  readonly kind: string;
  /** Chosen by people: short and wordy values count too. */
  readonly isPassword: boolean;
  /** The name is only a hint: nothing but a generated value counts. */
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

/** What a name such as `DB_PASSWORD` or `clientSecret` says about its value; undefined when it promises no secret. */
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
  // In lower case it may as well be the width of a page.
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
