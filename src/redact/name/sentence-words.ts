import { wordList } from './words.ts';

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

/** What has random values of its own and is no secret. */
const OTHER_THINGS = wordList(`
  id ids identifier hash hashes sha commit commits digest checksum fingerprint request trace span ref rev revision branch
  version file path url link address cursor offset page etag cache image name email uuid guid class function method
  component`);

/** What leads to a value, also in other languages: "... auf", "... изменён на". */
const LINKS = wordList('to with as from auf a à en na на zu');

/** The words between a name and a value. */
export interface WordsBetween {
  /** None but words that say how it is with the secret: "has been rotated to". */
  readonly isPlain: boolean;
  /** "is", "will be", "is now": what follows is the secret. */
  readonly isCopula: boolean;
  /** "was reset to": what follows is the new secret. */
  readonly isChange: boolean;
  /** "for the staging API". */
  readonly isPurpose: boolean;
  /** The last word leads to a value. */
  readonly isLinked: boolean;
  /** One of them has a value of its own: "id", "commit". */
  readonly hasOtherThing: boolean;
}

/** `words` in lower case; `isChanged`: the sentence has begun with "reset the", "change the". */
export function judgeWords(words: readonly string[], isChanged = false): WordsBetween {
  const last = words.at(-1) ?? '';
  const isGoal = (nth: number) => {
    const verb = words.slice(0, nth).findLast((word) => !BACK.has(word));
    // "Replaced by ..." names the new secret, "changed by ..." a person.
    if (words[nth] === 'by') return REPLACED.has(verb ?? '') ? 'changed' : undefined;
    return verb === undefined ? 'direct' : CHANGES.has(verb) ? 'changed' : undefined;
  };
  const goal = GOALS.has(last) ? isGoal(words.length - 1) : undefined;
  return {
    isPlain: words.every((word, nth) => (GOALS.has(word) ? isGoal(nth) !== undefined : isState(word))),
    isCopula: words.some((word) => COPULAS.has(word)) && words.every(isCopulaPart),
    isChange: goal === 'changed' || (isChanged && last === 'to'),
    isPurpose: PURPOSES.has(words[0] ?? ''),
    isLinked: LINKS.has(last) || COPULAS.has(last) || ADVERBS.has(last),
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
