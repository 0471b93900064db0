import { isAlsoName, isThingToo, isVerb, thirdPerson, verbOfIng } from './verbs.ts';

const WORD = /[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*|[,;]/gu;
const JOINS = new Set(['and', 'or', 'then', 'but', ',', ';']);
const ADVERB = /^(?:\p{L}+ly|just|also|now|once|again|never|always|still|next|then|maybe|perhaps)$/iu;

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

/** What follows one of these is a thing and not a verb. */
const ARTICLES = new Set(
  split(`
    the a an this that these those his her their its another some any every each both all no two three four five six ten
  `),
);
const PREPOSITIONS = new Set(
  split(`
    at in on into onto to with for from of off over under around behind past through toward towards by about across along
    near inside outside without between against among until
  `),
);
const PRONOUNS = new Set(split('him them it himself herself themselves'));
/** Ways to go. */
const WAYS = new Set(split('up down out back left right forth away here there forward aside'));
/** A clause of its own begins here; what follows "and" may belong to it. */
const BEGINS_CLAUSE = new Set(
  split(`
    who whom whose what which that if when while where how why whether because until as so before after since though
    he she they
  `),
);

export interface Word {
  readonly text: string;
  readonly at: number;
}

export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map((match) => ({ text: match[0], at: match.index }));

export const isAdverb = (word: string): boolean => ADVERB.test(word);

/** Whether this word begins what something is done to. */
export const takesObject = (next: string): boolean =>
  ARTICLES.has(next.toLowerCase()) || PRONOUNS.has(next.toLowerCase());

/** Whether this word shows that the one before it is a verb. */
export function showsVerb(verb: string, next: string): boolean {
  if (!isAlsoName(verb) || takesObject(next)) return true;
  return !isThingToo(verb) && (PREPOSITIONS.has(next.toLowerCase()) || WAYS.has(next.toLowerCase()));
}

interface Reading {
  /** A verb could come now that has to agree with who acts. */
  isVerbDue: boolean;
  /** Another verb, or a clause, was begun: what is joined to it need not agree. */
  isInside: boolean;
}

type Kind = 'verb' | 'unsure' | 'other';

/** The verbs of "take the rope and climb down" that follow a name; undefined where that is not certain. */
export function agreeing(words: readonly Word[], isVerbDue: boolean): readonly Word[] | undefined {
  const verbs: Word[] = [];
  const reading: Reading = { isVerbDue, isInside: false };
  for (const [at, word] of words.entries()) {
    const isFirst = isVerbDue && verbs.length === 0;
    const kind = readWord(word.text, words[at - 1]?.text ?? '', words[at + 1]?.text ?? '', isFirst, reading);
    if (kind === 'unsure') return undefined;
    if (kind === 'verb') verbs.push(word);
  }
  return verbs;
}

function readWord(text: string, before: string, after: string, isFirst: boolean, reading: Reading): Kind {
  const word = text.toLowerCase();
  if (JOINS.has(word)) {
    reading.isVerbDue = true;
    return 'other';
  }
  if (reading.isVerbDue) return readDue(text, after, isFirst, reading);
  const isInfinitive = word === 'to' && after !== '' && !isThing(after);
  const isOtherVerb = isVerb(word) && !precedesThing(before.toLowerCase());
  if (isInfinitive || isOtherVerb || BEGINS_CLAUSE.has(word)) reading.isInside = true;
  return 'other';
}

function readDue(text: string, after: string, isFirst: boolean, reading: Reading): Kind {
  const word = text.toLowerCase();
  if (isAdverb(word)) return 'other';
  reading.isVerbDue = false;
  if (isVerb(word)) {
    return (isFirst || showsVerb(word, after)) && !reading.isInside ? 'verb' : 'unsure';
  }
  if (isFirst) return 'unsure';
  const isClause = BEGINS_CLAUSE.has(word) || verbOfIng(word) !== undefined;
  if (isClause) reading.isInside = true;
  return isClause || isThing(text) ? 'other' : 'unsure';
}

const precedesThing = (word: string): boolean => ARTICLES.has(word) || PREPOSITIONS.has(word);

function isThing(text: string): boolean {
  const word = text.toLowerCase();
  return precedesThing(word) || PRONOUNS.has(word) || WAYS.has(word) || /^\p{Lu}/u.test(text);
}

/** The text with these of its words in the third person. */
export function withThirdPerson(text: string, verbs: readonly Word[]): string {
  return verbs.reduceRight(
    (told, { text: verb, at }) =>
      `${told.slice(0, at)}${thirdPerson(verb.toLowerCase())}${told.slice(at + verb.length)}`,
    text,
  );
}
