import { isAlsoName, isThingToo, isVerb } from './verbs.ts';

const WORD = /[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*|[,;]/gu;
const ADVERB = /^(?:\p{L}+ly|just|also|now|once|again|never|always|still|next|then|maybe|perhaps)$/iu;

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

const ARTICLES = setOf(
  'the a an this that these those his her their its another some any every each both all no two three four five six ten',
);
const PREPOSITIONS = setOf(`
  at in on into onto to with for from of off over under around behind past through toward towards by about across along
  near inside outside without between against among until
`);
const PRONOUNS = setOf('him them it himself herself themselves');
const WAYS = setOf('up down out back left right forth away here there forward aside');
const JOINS = setOf('and or then but , ;');
const CLAUSE_OPENERS = setOf(`
  who whom whose what which that if when while where how why whether because until as so before after since though
  he she they
`);

/** A word or a comma, and where in the text it stands. */
export interface Word {
  readonly text: string;
  readonly at: number;
}

export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map((match) => ({ text: match[0], at: match.index }));

const isIn =
  (words: ReadonlySet<string>) =>
  (word: string): boolean =>
    words.has(word.toLowerCase());

export const isArticle = isIn(ARTICLES);
export const isPronoun = isIn(PRONOUNS);
export const isWay = isIn(WAYS);
/** What comes after it may be another verb of who acts. */
export const joinsVerbs = isIn(JOINS);
/** A clause of its own begins here. */
export const opensClause = isIn(CLAUSE_OPENERS);

export const isAdverb = (word: string): boolean => ADVERB.test(word) && !isVerb(word.toLowerCase());

/** What comes after it is a thing and not a verb. */
export const precedesThing = (word: string): boolean => isArticle(word) || isIn(PREPOSITIONS)(word);

export const isThing = (word: string): boolean =>
  precedesThing(word) || isPronoun(word) || isWay(word) || /^\p{Lu}/u.test(word);

/** Whether this word begins what something is done to. */
export const takesObject = (next: string): boolean => isArticle(next) || isPronoun(next);

/** Whether this word shows that the one before it, which looks like a verb, is one. */
export function showsVerb(verb: string, next: string): boolean {
  if (!isAlsoName(verb) || takesObject(next)) return true;
  return !isThingToo(verb) && (precedesThing(next) || isWay(next));
}
