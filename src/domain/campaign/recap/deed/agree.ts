import { isVerb, thirdPerson, verbOfIng } from './verbs.ts';
import {
  isAdverb,
  isArticle,
  isPronoun,
  isThing,
  isWay,
  joinsVerbs,
  opensClause,
  precedesThing,
  showsVerb,
  type Word,
} from './words.ts';

/** The verbs of "take the rope and climb down" that follow a name; undefined where that is not certain. */
export function agreeing(words: readonly Word[], isVerbDue: boolean): readonly Word[] | undefined {
  const reader = new Reader(
    words.map(({ text }) => text),
    isVerbDue,
  );
  const kinds = words.map((_, at) => reader.read(at));
  return kinds.includes('unsure') ? undefined : words.filter((_, at) => kinds[at] === 'verb');
}

type Kind = 'verb' | 'unsure' | 'other';

/** Goes through a sentence word by word and remembers what could come next. */
class Reader {
  readonly #words: readonly string[];
  /** A verb could come now that has to agree with who acts. */
  #isVerbDue: boolean;
  #isFirst: boolean;
  /** Another verb, or a clause, was begun: what is joined to it need not agree. */
  #isInside = false;

  constructor(words: readonly string[], isVerbDue: boolean) {
    this.#words = words;
    this.#isVerbDue = isVerbDue;
    this.#isFirst = isVerbDue;
  }

  #at(index: number): string {
    return this.#words[index] ?? '';
  }

  read(at: number): Kind {
    const word = this.#at(at);
    if (joinsVerbs(word)) {
      this.#isVerbDue = true;
      return 'other';
    }
    if (this.#isVerbDue) return isAdverb(word) ? 'other' : this.#readDue(at);
    const next = this.#at(at + 1);
    const isInfinitive = word.toLowerCase() === 'to' && next !== '' && !isThing(next);
    const isOtherVerb = isVerb(word.toLowerCase()) && !precedesThing(this.#at(at - 1));
    if (isInfinitive || isOtherVerb || opensClause(word)) this.#isInside = true;
    return 'other';
  }

  #readDue(at: number): Kind {
    const word = this.#at(at);
    const isFirst = this.#isFirst;
    this.#isVerbDue = false;
    this.#isFirst = false;
    if (isVerb(word.toLowerCase())) return isFirst || this.#isJoined(at) ? 'verb' : 'unsure';
    if (isFirst) return 'unsure';
    const isClause = opensClause(word) || verbOfIng(word.toLowerCase()) !== undefined;
    if (isClause) this.#isInside = true;
    return isClause || isThing(word) ? 'other' : 'unsure';
  }

  /** Whether what looks like a verb is one that is joined to the first: "food and travel" is no deed. */
  #isJoined(at: number): boolean {
    const next = this.#at(at + 1);
    if (this.#isInside || !showsVerb(this.#at(at).toLowerCase(), next)) return false;
    if (isThing(next)) return true;
    let before = at - 1;
    while (before >= 0 && (joinsVerbs(this.#at(before)) || isAdverb(this.#at(before)))) before--;
    const word = this.#at(before);
    const isNamed = isArticle(this.#at(before - 1)) || /^\p{Lu}/u.test(word);
    return isVerb(word.toLowerCase()) || isPronoun(word) || isWay(word) || isNamed;
  }
}

/** The text with these of its words in the third person. */
export function withThirdPerson(text: string, verbs: readonly Word[]): string {
  return verbs.reduceRight(
    (told, { text: verb, at }) =>
      `${told.slice(0, at)}${thirdPerson(verb.toLowerCase())}${told.slice(at + verb.length)}`,
    text,
  );
}
