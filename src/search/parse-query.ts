import type { RecordType } from '../domain/record/record.ts';
import { foldText } from '../domain/words/fold.ts';
import { namePieces } from '../domain/words/pieces.ts';
import { isUnspaced } from '../domain/words/scripts.ts';
import { segments } from './segments.ts';
import { stem } from './stem.ts';
import { isGeneric, joinsWords, stopWordsFor } from './stop-words.ts';
import { asksWhen, type TimeAsked, timeAsked } from './time-asked.ts';
import { wordsOf } from './tokens.ts';
import { typesAsked } from './type-names.ts';

const MOST_TERMS = 24;

export interface Term {
  /** As it is looked up: folded, not stemmed. */
  readonly word: string;
  /** What it is known by in a text. */
  readonly stem: string;
  readonly kind: 'word' | 'prefix' | 'unspaced' | 'piece' | 'inside';
  /** How much it says, apart from how rare it is: less than 1 for words that are in most questions. */
  readonly telling: number;
  /** Written with a capital inside a sentence: that one is meant and no other. */
  readonly isName: boolean;
  /** What may stand in its place: `redis OR valkey`. */
  readonly or?: readonly string[];
  /** It is grown together from words that are looked up as well. */
  readonly hasPieces?: true;
}

export interface ParsedQuery {
  readonly text: string;
  readonly terms: readonly Term[];
  /** What stood in double quotes, words in order: each must be there. */
  readonly phrases: readonly (readonly string[])[];
  /** What stood behind a minus: none of it may be there. */
  readonly excluded: readonly (readonly string[])[];
  /** Names, paths and messages as they were typed: whoever says exactly that comes first. */
  readonly exact: readonly string[];
  /** Names in code that the query is about: each means one thing and no other. */
  readonly identifiers: readonly string[];
  readonly time: TimeAsked | undefined;
  readonly asksWhen: boolean;
  /** Words in a row, as an agent types them: some are guesses. In a sentence each is meant. */
  readonly isKeywords: boolean;
  /** Types of records it asks for, and nothing else. */
  readonly types: readonly RecordType[];
  /** Every word, asking ones too, folded. */
  readonly words: readonly string[];
}

/** A mark that stands on no letter is no word. */
const typedWords = (text: string) => wordsOf(text).filter((word) => foldText(word) !== '');
const foldedWords = (text: string) => typedWords(text).map(foldText);

const GENERIC_TELLS = 0.4;
const PIECE_TELLS = 0.5;
const NAME_TELLS = 1.2;
const CAPITAL = /^\p{Lu}\p{Ll}/u;

/** What Korean puts behind a noun; the noun is found with any other behind it too. */
const PARTICLE = /(?<=^\p{Script=Hangul}{2,})(?:에서|으로|까지|부터|은|는|이|가|을|를|에|의|와|과|도|로)$/u;
const withoutParticle = (run: string) => run.replace(PARTICLE, '');

function termsOf(typed: string, prefixes: ReadonlySet<string>, isName: boolean): Term[] {
  const word = foldText(typed);
  const telling = isName ? NAME_TELLS : isGeneric(word) ? GENERIC_TELLS : 1;
  if (isUnspaced(word)) {
    return segments(typed).flatMap((part): Term[] => {
      if (!isUnspaced(part)) return termsOf(part, prefixes, false);
      const run = withoutParticle(foldText(part));
      return [{ word: run, stem: run, kind: 'unspaced', telling: 1, isName: false }];
    });
  }
  if (prefixes.has(word)) return [{ word, stem: word, kind: 'prefix', telling, isName: false }];
  const pieces = namePieces(typed).map((piece) => ({
    word: foldText(piece),
    stem: stem(foldText(piece)),
    kind: 'piece' as const,
    telling: PIECE_TELLS,
    isName: false,
  }));
  const whole: Term = { word, stem: stem(word), kind: 'word', telling, isName };
  return pieces.length < 2 ? [whole, ...pieces] : [{ ...whole, hasPieces: true }, ...pieces];
}

function distinct(terms: readonly Term[]): Term[] {
  const best = new Map<string, Term>();
  for (const term of terms) {
    const known = best.get(term.stem);
    if (known === undefined || known.telling < term.telling) best.set(term.stem, term);
  }
  return [...best.values()];
}

const PHRASE = /(^|[^\p{L}\p{N}-])(-|NOT\s+)?"([^"]+)"/gu;
const EXCLUDED_WORD = /(^|\s)(?:-(?=\p{L}{2})|NOT\s+)([\p{L}\p{N}_]+(?:[-./:][\p{L}\p{N}_]+)*)/gu;
const PREFIX = /([\p{L}\p{N}]{2,})\*/gu;
const OPERATOR = /(^|\s)(?:AND|OR)(?=\s|$)/g;
const EITHER = /([\p{L}\p{N}]+)((?:\s+OR\s+[\p{L}\p{N}]+)+)/gu;
/** Grown together, or with signs inside that no sentence has. */
const EXACT =
  /(?:[\p{L}\p{N}_@#$-]+[./\\:]+)+[\p{L}\p{N}_-]+(?:\(\))?|[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;

/** With an underscore, or grown together from three words or more: "GitHub" is an ordinary name. */
const isIdentifier = (name: string) => /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name) || namePieces(name).length > 2;

const NAME_IN_CODE = /[\p{L}\p{N}_]+/gu;
/** Beside more words than these a name in code is one clue of many, as in a pasted trace. */
const MOST_BESIDE = 4;

/** Names in code that a query is about. */
function identifiersIn(text: string, telling: readonly string[]): readonly string[] {
  const names = (text.match(NAME_IN_CODE) ?? []).filter(isIdentifier);
  const beside = telling.filter((word) => !names.some((name) => name.includes(word)));
  return beside.length > MOST_BESIDE ? [] : names;
}

/** Where in the code something failed says less than what failed. */
const FRAME = /^\s*(?:at\s.*\d|File ".*", line \d+|\.\.\. \d+ more|#\d+\s)/;

const REPORTS = /\b(?:error|exception|fatal|panic|traceback)\b/i;

/** Of a pasted report its message: the first line, or the last where the first only announces it. */
function messageIn(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const said = lines.filter((line) => !FRAME.test(line));
  const [first = ''] = said;
  if (said.length === 0 || (said.length === lines.length && !REPORTS.test(first))) return text;
  return /^\s*Traceback\b/.test(first) ? (said.at(-1) ?? text) : first;
}

/** Whatever people type is a query. Quotes, a minus before a word and a star behind one mean something; nothing is an error. */
export function parseQuery(text: string, now: number): ParsedQuery {
  const phrases: string[][] = [];
  const excluded: string[][] = [];
  const either = new Map<string, readonly string[]>();
  const bare = messageIn(text)
    .replaceAll(PHRASE, (_, before: string, not: string | undefined, inside: string) => {
      const words = foldedWords(inside);
      if (words.length > 0) (not === undefined ? phrases : excluded).push(words);
      return not === undefined ? `${before}${inside}` : before;
    })
    .replaceAll(EXCLUDED_WORD, (_, before: string, word: string) => {
      const words = foldedWords(word);
      if (words.length > 0) excluded.push(words);
      return before;
    })
    .replaceAll(EITHER, (_, first: string, rest: string) => {
      either.set(foldText(first), foldedWords(rest.replaceAll(/\bOR\b/g, ' ')));
      return first;
    })
    .replaceAll(OPERATOR, '$1');
  const typed = typedWords(bare);
  const words = typed.map(foldText);
  const time = timeAsked(bare, now);
  const timeWords = new Set(time === undefined ? [] : foldedWords(time.said));
  const stops = stopWordsFor(words);
  const prefixes = new Set([...bare.matchAll(PREFIX)].map(([, word = '']) => foldText(word)));
  const telling = typed.filter((word) => !stops.has(foldText(word)) && !timeWords.has(foldText(word)));
  // "What happened yesterday?" names a time and nothing else.
  const kept = time !== undefined && telling.every((word) => isGeneric(foldText(word))) ? [] : telling;
  const isKeywords = !bare.includes('?') && !words.some((word) => stops.has(word) && !joinsWords(word));
  const types = time === undefined ? typesAsked(telling.map(foldText), isKeywords, isGeneric) : [];
  const isWordless = kept.length === 0 && time === undefined;
  const hasNames = typed.length > 2 && typed.filter((word) => CAPITAL.test(word)).length < typed.length / 2;
  const isName = (word: string) => hasNames && word !== typed[0] && CAPITAL.test(word);
  const terms = distinct(
    (isWordless ? typed : kept).flatMap((word) => termsOf(word, prefixes, isName(word))),
  ).map((term) => {
    const or = either.get(term.word);
    return or === undefined ? term : { ...term, or };
  });
  return {
    text: bare,
    terms: terms.slice(0, MOST_TERMS),
    phrases,
    excluded,
    exact: [...new Set([...bare.matchAll(EXACT)].map(([found]) => foldText(found)))],
    identifiers: identifiersIn(bare, telling),
    time,
    asksWhen: asksWhen(bare),
    isKeywords,
    types,
    words,
  };
}
