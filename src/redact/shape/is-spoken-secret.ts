import { classifyName, type SecretName } from '../name/classify-name.ts';
import { judgeWords } from '../name/sentence-words.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { isMixedPassword, isRandom, isStrongPassword } from './is-random.ts';
import { isReference, isSecretShape } from './is-secret-shape.ts';

const SHORTEST = 12;
// With one case only it could be a hash or an id, so it must be longer.
const SHORTEST_OF_ONE_CASE = 16;
// Longer than the names of products, such as `PostgreSQL16`.
const LONG = 16;
const PUBLIC_KEY = /^AAAA[A-Z]\d/;
const DATE_OR_VERSION = /^v?\d+(?:[-.:/]\d+)+/;
const ADDRESS_OR_PAIR =
  /^[^@]+@[\w-]+(?:\.[\w-]+)+$|\w=\w|^[A-Za-z_][\w.-]{0,40}=\S|^[A-Za-z]+\d*(?:\+[A-Za-z]+\d*)+$/;
// A place where passwords are kept, a path, or the name of another setting.
const PLACE = /^1password$|\//i;

/** In a sentence or a table nothing marks a value as data: only one that no person would write counts. */
export function isSpokenSecret(value: string): boolean {
  if (value.length < SHORTEST || isPlaceholder(value) || isReference(value)) return false;
  if (PUBLIC_KEY.test(value) || isDateOrAddress(value)) return false;
  if (isStrongPassword(value)) return true;
  return isRandom(value) && (hasBothCases(value) || value.length >= SHORTEST_OF_ONE_CASE);
}

/** What stands between a name and a value, and around them. */
export interface Saying {
  readonly words: readonly string[];
  /** What stands before the value. */
  readonly sign: string;
  /** A colon stands between the words. */
  readonly isLabelled: boolean;
  /** "Reset the ..." stands before the name. */
  readonly isChanged: boolean;
  /** The value is in quotes. */
  readonly isQuoted: boolean;
}

/** Is the value the secret of that name? */
export function isSaidSecret(value: string, name: SecretName, saying: Saying): boolean {
  const said = judgeWords(saying.words, saying.isChanged);
  const isLed = (said.isLinked || saying.sign !== '') && (!saying.isLabelled || saying.sign.startsWith('/'));
  if (isSpokenSecret(value)) {
    if (said.isPlain) return true;
    return isLed && (said.isPurpose || (hasBothCases(value) && !said.hasOtherThing));
  }
  if (!name.isPassword || !isChosen(value)) return false;
  // "Password hashing was changed to ..." is not about the password.
  const isTold = said.isCopula || (said.isChange && (said.isPlain || said.isPurpose));
  if (isTold && isSecretShape(value, name, saying.isQuoted && /\d/.test(value) ? 'quoted' : 'told'))
    return true;
  return (said.isPlain || (isLed && !said.hasOtherThing)) && isMixedPassword(value);
}

/** The same after a name in another language, of which only the most common words are known. */
export function isForeignSecret(
  value: string,
  name: SecretName,
  saying: Pick<Saying, 'words' | 'sign'>,
): boolean {
  const said = judgeWords(saying.words);
  if (isSpokenSecret(value))
    return (
      said.isPlain || saying.sign !== '' || (hasBothCases(value) && (said.isLinked || value.length >= LONG))
    );
  if (!name.isPassword || !isChosen(value)) return false;
  const isTold = said.isCopula || (said.isLinked && hasBothCases(value));
  return isMixedPassword(value) || (isTold && isSecretShape(value, name, 'told'));
}

/** A password that a person chose may be short; what else stands there must not be taken for one. */
function isChosen(value: string): boolean {
  if (isPlaceholder(value) || isReference(value) || isDateOrAddress(value) || PLACE.test(value)) return false;
  return !(/[-_]/.test(value) && classifyName(value) !== undefined);
}

const isDateOrAddress = (value: string) => DATE_OR_VERSION.test(value) || ADDRESS_OR_PAIR.test(value);

const hasBothCases = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value);
