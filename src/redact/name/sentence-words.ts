import { wordList } from './words.ts';

/** "the API key is ...". */
const COPULAS = wordList(`
  is was are were be been become becomes became equals reads
  ist war lautet lautete heißt est était sont es era son é foi è это op`);

const ADVERBS = wordList(`
  now currently still again just already soon later today temporarily also only not newly hereby
  jetzt nun neu aktuell désormais maintenant ahora agora adesso ora nu теперь сейчас`);

const HELPERS = wordList('has have had will shall should must can could would may might being it that');

/** "the password was reset to ...". */
const CHANGES = wordList(`
  change changed changes rotated reset updated replaced renewed refreshed regenerated reissued set switched reverted
  restored overridden overwritten rolled`);

const BACK = wordList('back over again temporarily manually');
const GOALS = wordList('to with');

/** "Incorrect API key provided: ...", "the token you sent (...)". */
const STATES = wordList(`
  you we as provided supplied given used sent received passed specified entered submitted configured found valid
  invalid incorrect wrong unknown expired revoked rejected refused denied disabled leaked exposed detected compromised
  mismatch generated issued created active old new in use using contains called named to with by from for like looks
  works failed тоже`);

/** "The key for the staging API is ...". */
const PURPOSES = wordList('for of in on');

/** What has random values of its own and is no secret. */
const OTHER_THINGS = wordList(`
  id ids identifier hash hashes sha commit commits digest checksum fingerprint request trace span ref rev revision branch
  version file path url link address cursor offset page etag cache image name email uuid guid class function method
  component`);

/** Ends with what leads to a value: "... is", "... changed to", "ist", "auf". */
const LINKS = wordList('to with as from now auf a à en na на zu für для désormais jetzt теперь');

/** The words between a name and a value, in lower case. */
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

export function judgeWords(words: readonly string[]): WordsBetween {
  const [last = '', ...before] = words.toReversed();
  const verb = before.find((word) => !BACK.has(word)) ?? '';
  const isState = (word: string) =>
    COPULAS.has(word) || ADVERBS.has(word) || HELPERS.has(word) || CHANGES.has(word) || BACK.has(word);
  return {
    isPlain: words.every((word) => isState(word) || STATES.has(word)),
    isCopula:
      words.some((word) => COPULAS.has(word)) &&
      words.every((word) => COPULAS.has(word) || ADVERBS.has(word) || HELPERS.has(word)),
    isChange: GOALS.has(last) && CHANGES.has(verb),
    isPurpose: PURPOSES.has(words[0] ?? ''),
    isLinked: LINKS.has(last) || COPULAS.has(last) || ADVERBS.has(last),
    hasOtherThing: words.some((word) => OTHER_THINGS.has(word)),
  };
}
