import { classifyName, type SecretName, wordList } from './classify-name.ts';
import {
  isMixedPassword,
  isPlaceholder,
  isRandom,
  isReference,
  isSecretShape,
  isStrongPassword,
} from './is-secret-shape.ts';

/** "the API key is ...". */
const COPULAS = wordList(`
  is was are were be been become becomes became equals reads
  ist war lautet lautete heißt est était sont es era son é foi è это は が 是 为 為 는 은`);

const ADVERBS = wordList(`
  now currently still again just already soon later today temporarily also only not newly
  jetzt nun neu aktuell désormais maintenant ahora agora adesso ora nu теперь сейчас`);

const HELPERS = wordList('has have had will shall should must can could would may might being it that');

/** "the password was reset to ...". */
const CHANGES = wordList(`
  change changed changes changing rotate rotated reset resetting update updated replace replaced renew renewed refreshed
  regenerated reissued set setting switch switched reverted restored overridden overwritten rolled`);

const BACK = wordList('back over again temporarily manually');
const GOALS = wordList('to with from by');
const REPLACED = wordList('replaced overridden overwritten');

/** "Incorrect API key provided: ...", "the token you sent (...)". */
const STATES = wordList(`
  you we as provided supplied given used sent received passed specified entered submitted configured found valid
  invalid incorrect wrong unknown expired revoked rejected refused denied disabled leaked exposed detected compromised
  mismatch generated issued created active old new using contains called named works failed`);

/** "The key for the staging API is ...". */
const PURPOSES = wordList('for of in on');

/** Things with random values that are not secret. */
const OTHER_THINGS = wordList(`
  id ids identifier hash hashes sha commit commits digest checksum fingerprint request trace span ref rev revision branch
  version file path url link address cursor offset page etag cache image name email uuid guid class function method
  component`);

/** Words that lead to a value, also in other languages: "... auf", "... изменён на". */
const LINKS = wordList('to with as from auf a à en na на zu');

/** `words` are in lower case. `isChanged`: the sentence starts with "reset the", "change the". */
function classifyWords(words: readonly string[], isChanged = false) {
  const last = words.at(-1) ?? '';
  const isGoal = (nth: number) => {
    const verb = words.slice(0, nth).findLast((word) => !BACK.has(word));
    // "Replaced by ..." names the new secret, "changed by ..." a person.
    if (words[nth] === 'by') return REPLACED.has(verb ?? '') ? 'changed' : undefined;
    return verb === undefined ? 'direct' : CHANGES.has(verb) ? 'changed' : undefined;
  };
  const goal = GOALS.has(last) ? isGoal(words.length - 1) : undefined;
  return {
    /** Only words about the state of the secret: "has been rotated to". */
    isPlain: words.every((word, nth) => (GOALS.has(word) ? isGoal(nth) !== undefined : isState(word))),
    /** "is", "will be", "is now": what follows is the secret. */
    isCopula: words.some((word) => COPULAS.has(word)) && words.every(isCopulaPart),
    /** "was reset to": what follows is the new secret. */
    isChange: goal === 'changed' || (isChanged && last === 'to'),
    /** "for the staging API". */
    isPurpose: PURPOSES.has(words[0] ?? ''),
    isLinked: LINKS.has(last) || COPULAS.has(last) || ADVERBS.has(last),
    /** One of them has its own random value: "id", "commit". */
    hasOtherThing: words.some((word) => OTHER_THINGS.has(word)),
  };
}

const isCopulaPart = (word: string) => COPULAS.has(word) || ADVERBS.has(word) || HELPERS.has(word);

const isState = (word: string) =>
  isCopulaPart(word) || CHANGES.has(word) || BACK.has(word) || STATES.has(word);

const CHANGE_BEFORE =
  /(?:^|[^\p{L}])(?:chang(?:e|ed|ing)|reset|resetting|set|setting|updated?|updating|rotated?|switch(?:ed)?)(?:[ \t]{1,4}[a-z']{1,12}){0,4}[ \t]{1,4}$/iu;
const REACH = 60;

/** "Reset the ...", "I changed my ...": the sentence changes what is named at `nameStart`. */
export const isChangedBefore = (text: string, nameStart: number): boolean =>
  CHANGE_BEFORE.test(text.slice(Math.max(0, nameStart - REACH), nameStart));

const MIN_LENGTH = 12;
// With one case only it could be a hash or an id.
const MIN_LENGTH_OF_ONE_CASE = 16;
// Longer than the names of products, such as `PostgreSQL16`.
const LONG = 16;
const PUBLIC_KEY = /^AAAA[A-Z]\d/;
const DATE_OR_VERSION = /^v?\d+(?:[-.:/]\d+)+/;
const ADDRESS_OR_PAIR =
  /^[^@]+@[\w-]+(?:\.[\w-]+)+$|\w=\w|^[A-Za-z_][\w.-]{0,40}=\S|^[A-Za-z]+\d*(?:\+[A-Za-z]+\d*)+$/;
// A place where passwords are stored, a path, or the name of another setting.
const PLACE = /^1password$|\//i;

/** In prose and tables nothing marks a value as data, so only values that are not written as text count. */
export function isProseSecret(value: string): boolean {
  if (value.length < MIN_LENGTH || isPlaceholder(value) || isReference(value)) return false;
  if (PUBLIC_KEY.test(value) || isDateOrAddress(value)) return false;
  if (isStrongPassword(value)) return true;
  return isRandom(value) && (hasBothCases(value) || value.length >= MIN_LENGTH_OF_ONE_CASE);
}

interface Phrasing {
  readonly words: readonly string[];
  readonly sign: string;
  readonly isLabelled: boolean;
  /** "Reset the ..." precedes the name. */
  readonly isChanged: boolean;
  readonly isQuoted: boolean;
}

export function isStatedSecret(value: string, name: SecretName, phrasing: Phrasing): boolean {
  const wording = classifyWords(phrasing.words, phrasing.isChanged);
  const isLed =
    (wording.isLinked || phrasing.sign !== '') && (!phrasing.isLabelled || phrasing.sign.startsWith('/'));
  if (isProseSecret(value)) {
    if (wording.isPlain) return true;
    return isLed && (wording.isPurpose || (hasBothCases(value) && !wording.hasOtherThing));
  }
  if (!name.isPassword || !isChosen(value)) return false;
  // "Password hashing was changed to ..." is not about the password.
  const isStated = wording.isCopula || (wording.isChange && (wording.isPlain || wording.isPurpose));
  if (isStated && isSecretShape(value, name, phrasing.isQuoted && /\d/.test(value) ? 'quoted' : 'prose'))
    return true;
  return (wording.isPlain || (isLed && !wording.hasOtherThing)) && isMixedPassword(value);
}

/** The same after a name in another language, of which only the most common words are known. */
export function isForeignSecret(value: string, name: SecretName, phrasing: Pick<Phrasing, 'words' | 'sign'>) {
  const wording = classifyWords(phrasing.words);
  if (isProseSecret(value))
    return (
      wording.isPlain ||
      phrasing.sign !== '' ||
      (hasBothCases(value) && (wording.isLinked || value.length >= LONG))
    );
  if (!name.isPassword || !isChosen(value)) return false;
  const isStated = wording.isCopula || (wording.isLinked && hasBothCases(value));
  return isMixedPassword(value) || (isStated && isSecretShape(value, name, 'prose'));
}

/** A password that a person chose may be short, so other short values have to be excluded. */
function isChosen(value: string): boolean {
  if (isPlaceholder(value) || isReference(value) || isDateOrAddress(value) || PLACE.test(value)) return false;
  return !(/[-_]/.test(value) && classifyName(value) !== undefined);
}

const isDateOrAddress = (value: string) => DATE_OR_VERSION.test(value) || ADDRESS_OR_PAIR.test(value);

const hasBothCases = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value);
