import { saysUnfinished } from '../open-points.ts';
import { wordsOf } from '../standing-rules.ts';

/** A shorter sentence is the same as another by chance. */
const MIN_SAME = 30;
/** Of the words that say what a sentence is about, so many are in one line. */
const SAME_WORDS = 0.85;
/** Of pairs of signs fewer, because a word is more than one. */
const SAME_SIGNS = 0.7;
/** Of many words fewer: short sentences about different things differ in one word. */
const MANY_WORDS = 10;
const SAME_OF_MANY = 0.7;
/** Fewer also if the line has every name of the sentence. */
const SAME_NAMES = 0.65;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

/** Anything that is called by a name: in backticks, with a dot, an underscore or a capital inside, an issue. */
const identifiersIn = (text: string): readonly string[] =>
  text.match(/(?<=`)[^`\n]+(?=`)|[\w/-]+[._]\w+|\w*\p{Ll}\p{Lu}\w*|\p{Lu}{2,}-\d+/gu) ?? [];

/** Tells which sentences of a report add nothing: a line that is shown has nearly all their words and all their numbers. */
export class SaidElsewhere {
  readonly #lines = new Map<string, ReadonlySet<string>>();
  #text = '';

  /** Text that is shown and no report. */
  constructor(shown: string) {
    this.add(shown);
  }

  /** `share`: how many of its words are in one line. */
  has(sentence: string, share = WITHOUT_SPACES.test(sentence) ? SAME_SIGNS : SAME_WORDS): boolean {
    return (
      (sentence.length >= MIN_SAME && this.#text.includes(sentence)) || this.#isRepeated(sentence, share)
    );
  }

  add(text: string): void {
    this.#text += `\n${text}`;
    for (const line of text.split('\n').map((one) => one.trim()))
      if (!this.#lines.has(line)) this.#lines.set(line, wordsOf(line));
  }

  #isRepeated(sentence: string, share: number): boolean {
    const words = [...wordsOf(sentence)];
    if (words.length < 2) return false;
    const numbers = sentence.match(/\d+/g) ?? [];
    const names = identifiersIn(sentence);
    // What is left of something has the words of the request for it.
    const isLoose = words.length >= MANY_WORDS && !saysUnfinished(sentence);
    const least = words.length * (isLoose ? Math.min(share, SAME_OF_MANY) : share);
    return [...this.#lines].some(([line, known]) => {
      if (!numbers.every((number) => line.includes(number))) return false;
      const count = words.filter((word) => known.has(word)).length;
      if (count >= least) return true;
      return (
        count >= words.length * SAME_NAMES && names.length > 0 && names.every((name) => line.includes(name))
      );
    });
  }
}
