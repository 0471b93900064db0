import { statementsOf } from '../question.ts';

/** Words of any report; they do not say what a sentence is about. */
const COMMON = new Set(
  (
    'that this with from into when also have been which they were then than only there their them what will would should could does done now your ours just very each every more most some such here over after before about within still ahead both same other like must where while until because without these those being between through under above ' +
    'made make makes used uses using adds added change changed changes fixed works work need needs file files code line lines test tests ' +
    'para como este esta isso essa mais agora está pero todo sobre desde quando quand dans avec pour elle sont cette plus fait ' +
    'nicht eine einer wird werden sind auch noch jetzt oder aber durch этот чтобы также теперь после только'
  ).split(' '),
);
const WORD =
  /\p{Script=Han}{2}|\p{Script=Katakana}{2,}|\p{Script=Hangul}{2,}|(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}])[\p{L}\p{M}]){4,}/gu;
/** Shorter words count if they are names. */
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,4}(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}.])\d+(?:[.,]\d+)*/gu;
/** Forms of one word have the same beginning. */
const STEM = 5;

/** `httpAgent` and `http_agent` are two words each. */
const spaced = (text: string): string => text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replaceAll('_', ' ');

const stemOf = (word: string): string => word.slice(0, Math.max(STEM - 1, Math.min(STEM, word.length - 2)));

export const wordsIn = (text: string): readonly string[] => [
  ...(spaced(text).toLowerCase().match(WORD) ?? []).filter((word) => !COMMON.has(word)).map(stemOf),
  ...(text.match(ACRONYM) ?? []),
];

/** What a sentence is about, and which numbers it gives for what. */
export interface Topic {
  readonly words: ReadonlySet<string>;
  /** A number, and the words on both sides of it. */
  readonly values: readonly {
    readonly number: string;
    readonly before: string | undefined;
    readonly after: string | undefined;
  }[];
}

const BESIDE = /[\s\S]{0,24}$/;

/** The number of a list item counts nothing. */
const POINT = /^[\s#>*_-]*\d{1,3}[.)]\s/;

export function topicOf(line: string): Topic {
  const sentence = line.replace(POINT, '');
  const values = [...sentence.matchAll(NUMBER)].map(({ 0: number, index }) => {
    const before = wordsIn(BESIDE.exec(sentence.slice(0, index))?.[0] ?? '');
    const after = wordsIn(sentence.slice(index + number.length, index + number.length + 16));
    return { number, before: before.at(-1), after: after[0] };
  });
  return { words: new Set([...wordsIn(sentence), ...values.map(({ number }) => number)]), values };
}

/** One value in place of another: "10/min" and later "20/min". One that is given again later still counts. */
export const isRevalued = ({ values }: Topic, later: readonly Topic[]): boolean =>
  values.some(({ number, before, after }) => {
    const same = later
      .flatMap((topic) => topic.values)
      .filter(
        (other) =>
          (before !== undefined && other.before === before) || (after !== undefined && other.after === after),
      );
    return same.length > 0 && same.every((other) => other.number !== number);
  });

/** Fewer words in common are there by chance. */
export const MIN_SHARED = 2;
const MIN_SHARE = 0.33;

export function isAbout({ words }: Topic, later: Topic, min = MIN_SHARED): boolean {
  const shared = [...words].filter((word) => later.words.has(word)).length;
  // A few words are about anything that shares one of them.
  if (shared < MIN_SHARED && later.words.size <= MIN_SHARED) return false;
  return shared >= min && shared >= Math.min(words.size, later.words.size) * MIN_SHARE;
}

export const statementsIn = (text: string): readonly string[] => text.split('\n').flatMap(statementsOf);
