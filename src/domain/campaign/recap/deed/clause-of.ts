import { agreeing, withThirdPerson } from './agree.ts';
import { isAlsoName, isPast, isVerb, verbOfIng, verbOfThird } from './verbs.ts';
import { isAdverb, showsVerb, takesObject, type Word, wordsOf } from './words.ts';

/** What somebody did, to be told of them. */
export interface Clause {
  /** `says` follows a name: "asks the innkeeper"; `to` follows "decides to": "step back and rest". */
  readonly form: 'says' | 'to';
  readonly words: string;
}

/** Told of somebody else, these would mean somebody else. */
const SPOKEN =
  /(?<![\p{L}’'])(?:i|me|my|mine|myself|we|us|our|ours|ourselves|you|your|yours|yourself|let[’']s)(?!\p{L})/iu;
const QUOTATION = /“[^“”]*”|‘[^‘’]*’(?!\p{L})|(?<!\p{L})'[^']*'(?!\p{L})|"[^"]*"/gu;
const SENTENCE = /\S.*?(?:[\p{Sentence_Terminal}…]+["'·\p{Pe}\p{Pf}]*(?=\s|$)|$)/gu;
const UNTELLABLE = /["“”„‟[\]{}<>|`#*_=\\]/;
const SUBJECT = /^i(?:[’']ll| will)?\s+/i;
const BEING = /^i(?:[’']m| am)\s+/i;
const DENYING = /^i do(?:n[’']t| not)\s+/i;
const MODAL = /^i ((?:can|could|would|should|must|may|might)(?:n?[’']t|not)?\s)/i;
/** Not "is the door locked", which asks. */
const BEING_ALREADY =
  /^(?:(?:is|was|isn[’']t|wasn[’']t) (?!(?:the|a|an|that|this|it|he|she|they|there|any\w*|some\w*|no)\b)|(?:has|had) (?:a|an|no|to|been)\b)/i;
const NO_VERB =
  /^(?:always|does|has|besides|hers|ours|perhaps|plus|theirs|this|thus|towards|versus|yes|yours)$/;
/** Said of a thing or to somebody, not of who acts. */
const IDIOM =
  /^(?:looks? (?:like|as|good|bad|fine)|makes? sense|goes without|(?:come|go|hang|hold) on|go away|get (?:out|lost)|calm down|shut up|(?:look|watch) out|(?:wait|stop|look|listen),? (?:what|who|why|how|where|there))\b/i;

/** Of the same length, so that what is found in it can be found in the text. */
const withoutQuotations = (text: string): string =>
  text.replace(QUOTATION, (quotation) => '·'.repeat(quotation.length));

/** Words of a turn as a clause about who took it; undefined where only the words themselves are safe. */
export function clauseOf(deed: string): Clause | undefined {
  const plain = withoutQuotations(deed);
  if (!isTellable(deed) || IDIOM.test(plain)) return undefined;
  const ofSelf = clauseOfSelf(deed, plain);
  if (ofSelf !== undefined) return isAnybodys(ofSelf.words) ? ofSelf : undefined;
  return isAnybodys(deed) ? (clauseOfOther(deed, plain) ?? clauseOfBare(deed, plain)) : undefined;
}

export function sentencesOf(deed: string): readonly string[] {
  return [...withoutQuotations(deed).matchAll(SENTENCE)].map(({ index, 0: { length } }) =>
    deed.slice(index, index + length),
  );
}

/** Whether it reads well without quotation marks around it. */
export const isTellable = (deed: string): boolean => !UNTELLABLE.test(withoutQuotations(deed));

/** Whether it stays true when somebody else says it. */
export const isAnybodys = (deed: string): boolean => !SPOKEN.test(withoutQuotations(deed));

const says = (words: string): Clause => ({ form: 'says', words: uncapitalized(words) });
const uncapitalized = (text: string): string =>
  text.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** "I search the chest." */
function clauseOfSelf(deed: string, plain: string): Clause | undefined {
  const modal = MODAL.exec(plain);
  if (modal !== null) return says(deed.slice(2));
  const being = BEING.exec(plain)?.[0].length;
  if (being !== undefined) return joinedTo('is ', deed.slice(being), plain.slice(being));
  const denying = DENYING.exec(plain)?.[0].length;
  if (denying !== undefined) return joinedTo('does not ', deed.slice(denying), plain.slice(denying));
  const subject = SUBJECT.exec(plain)?.[0].length;
  if (subject === undefined) return undefined;
  const [words, rest] = [deed.slice(subject), plain.slice(subject)];
  const { first, next } = opening(rest);
  if (isVerb(first)) return present(words, rest);
  if (isPast(first) || (first.endsWith('ed') && takesObject(next))) return says(words);
  return /^[a-z]+$/.test(first) && takesObject(next) ? present(words, rest) : undefined;
}

/** After "is" or "does not" the first verb is told; one that is joined to it has to agree. */
function joinedTo(before: string, words: string, plain: string): Clause | undefined {
  const verbs = agreeing(wordsOf(plain), false);
  return verbs === undefined ? undefined : says(`${before}${withThirdPerson(words, verbs)}`);
}

function present(words: string, plain: string): Clause {
  const verbs = agreeing(wordsOf(plain), true);
  return verbs === undefined
    ? { form: 'to', words: uncapitalized(words) }
    : says(withThirdPerson(words, verbs));
}

/** "asks the innkeeper", "sneaking past the guard". */
function clauseOfOther(deed: string, plain: string): Clause | undefined {
  if (BEING_ALREADY.test(plain)) return isAsked(plain) ? undefined : says(deed);
  const { first, next, isLast } = opening(plain);
  const doing = verbOfIng(first);
  if (doing !== undefined)
    return isPlace(next) ? { form: 'says', words: `is ${uncapitalized(deed)}` } : undefined;
  const verb = first === 'has' ? undefined : verbOfThird(first);
  if (verb !== undefined && !isAlsoName(verb)) return says(deed);
  const isShown =
    verb === undefined ? /^[a-z]/.test(plain) && isLikelyThird(first, next, isLast) : showsVerb(verb, next);
  return isShown && !isCalled(plain) ? says(deed) : undefined;
}

/** "search the chest", as one would tell a machine; shouted, it is rather meant for somebody. */
function clauseOfBare(deed: string, plain: string): Clause | undefined {
  const { first, next } = opening(plain);
  // "knock knock" is a sound.
  const isSound = next.toLowerCase() === first;
  const isMeant = isVerb(first) && next !== ',' && !isSound && showsVerb(first, next);
  return isMeant && !isCalled(plain) && !isAsked(plain) ? present(deed, plain) : undefined;
}

/** "bamboozles the guard", "snores loudly": nothing but a verb stands there. */
const isLikelyThird = (first: string, next: string, isLast: boolean): boolean =>
  /^[a-z]{2,}[^s]s$/.test(first) && !NO_VERB.test(first) && (takesObject(next) || (isLast && isAdverb(next)));

const isAsked = (plain: string): boolean => plain.includes('?');
const isCalled = (plain: string): boolean => plain.includes('!');
/** "standing stones" are no deed; "standing by" is. */
const isPlace = (next: string): boolean => showsVerb('stand', next);

/** The first word that is no adverb, where the text begins with words at all. */
function opening(plain: string): { readonly first: string; readonly next: string; readonly isLast: boolean } {
  const words: readonly Word[] = /^\p{L}/u.test(plain) ? wordsOf(plain) : [];
  const at = words.findIndex(({ text }) => !isAdverb(text));
  return {
    first: words[at]?.text.toLowerCase() ?? '',
    next: words[at + 1]?.text ?? '',
    isLast: at + 2 === words.length,
  };
}
