import type { RecordType } from '../domain/record/record.ts';
import { isUnspaced, namePieces, normalizeText } from '../domain/words.ts';
import { condenseQuery } from './condense-query.ts';
import { messageIn } from './error-report.ts';
import { isCommon, isEveryday } from './everyday-words.ts';
import { queryAspect } from './query-aspect.ts';
import { queryAttribute } from './query-attribute.ts';
import { isLongPrompt, isTaskVerb, type QueryForm, queryForm } from './query-form.ts';
import { normalizedWords, readOperators, typedWords } from './query-operators.ts';
import { orderPhrase, type QueryOrder, queryOrder } from './query-order.ts';
import { type Overview, overviewPhrases, queryOverview } from './query-overview.ts';
import { asksWhen, parseQueryTime, type QueryTime } from './query-time.ts';
import { joinsWords, stopWordsFor } from './stop-words.ts';
import { segments, stem } from './tokens.ts';
import { translateTimes } from './translate-times.ts';
import { typesAsked } from './type-names.ts';
import { SPECIFICITY } from './weights.ts';

const MAX_TERMS = 60;

export interface Term {
  /** Normalized, not stemmed. */
  readonly word: string;
  readonly stem: string;
  readonly kind: 'word' | 'prefix' | 'unspaced' | 'piece' | 'inside';
  /** How specific the word is, apart from its frequency: less than 1 for words that occur in most questions. */
  readonly specificity: number;
  /** Capitalized inside a sentence: only texts with this name are meant. */
  readonly isName: boolean;
  /** Alternatives: `redis OR valkey`. */
  readonly or?: readonly string[];
  /** The word joined with the one before or behind it: `time zone` is also written `timezone`. */
  readonly joined?: readonly string[];
  /** A compound whose parts are separate terms. */
  readonly hasPieces?: true;
}

export interface ParsedQuery {
  readonly text: string;
  readonly terms: readonly Term[];
  /** Double-quoted phrases; all of them have to occur. */
  readonly phrases: readonly (readonly string[])[];
  /** Phrases after a minus; none of them may occur. A word with a star matches every word that begins with it. */
  readonly excluded: readonly (readonly string[])[];
  /** Names, paths and messages as typed; texts that contain them verbatim come first. */
  readonly exact: readonly string[];
  /** Identifiers in code that the query is about. */
  readonly identifiers: readonly string[];
  readonly time: QueryTime | undefined;
  readonly asksWhen: boolean;
  readonly order: QueryOrder | undefined;
  readonly overview: Overview | undefined;
  /** A list of keywords without grammar; an unknown one may be a guess. In a sentence each word is meant. */
  readonly isKeywords: boolean;
  readonly form: QueryForm;
  /** It has only words that say nothing, and none of them is quoted. */
  readonly isStopWords: boolean;
  /** The words for what is asked about the subject, such as "rationale". */
  readonly aspect: readonly string[];
  /** The word for the attribute that is asked for, such as "price". */
  readonly attribute: string | undefined;
  /** Record types, if the query asks for nothing else. */
  readonly types: readonly RecordType[];
  /** All words, normalized, including question words. */
  readonly words: readonly string[];
}

const SHORT_NUMBER = /^\p{N}{1,3}$/u;

/** How specific a word is, apart from its frequency. */
function specificityOf(word: string, isName: boolean, isTask: boolean): number {
  if (isName) return SPECIFICITY.name;
  if (SHORT_NUMBER.test(word)) return SPECIFICITY.number;
  if (isTask || isEveryday(word)) return SPECIFICITY.everyday;
  return isCommon(word) ? SPECIFICITY.common : 1;
}

const LETTERS = /^\p{L}{3,}$/u;
const CAPITAL = /^\p{Lu}\p{Ll}/u;
/** Also the first word of a line or of a quote. */
const SENTENCE_START = /(?:^|[.!?:;\n]|["“„«(*#>-]\s*|\d[.)])\s*(\p{Lu}\p{Ll}[\p{L}\p{N}\p{M}]*)/gu;

/** Korean particles after a noun; the noun is also found with other particles. */
const PARTICLE = /(?<=^\p{Script=Hangul}{2,})(?:에서|으로|까지|부터|은|는|이|가|을|를|에|의|와|과|도|로)$/u;
const withoutParticle = (run: string) => run.replace(PARTICLE, '');

function termsOf(typed: string, prefixes: ReadonlySet<string>, isName: boolean, isTask = false): Term[] {
  const word = normalizeText(typed);
  const specificity = specificityOf(word, isName, isTask);
  if (isUnspaced(word)) {
    return segments(typed).flatMap((part): Term[] => {
      if (!isUnspaced(part)) return termsOf(part, prefixes, false);
      const run = withoutParticle(normalizeText(part));
      return [{ word: run, stem: run, kind: 'unspaced', specificity: 1, isName: false }];
    });
  }
  if (prefixes.has(word)) return [{ word, stem: word, kind: 'prefix', specificity, isName: false }];
  const pieces = namePieces(typed).map((piece) => ({
    word: normalizeText(piece),
    stem: stem(normalizeText(piece)),
    kind: 'piece' as const,
    specificity: SPECIFICITY.piece,
    isName: false,
  }));
  const whole: Term = { word, stem: stem(word), kind: 'word', specificity, isName };
  const isSplit = pieces.length > 1 || pieces.some(({ word: piece }) => LETTERS.test(piece));
  return isSplit ? [{ ...whole, hasPieces: true }, ...pieces] : [whole];
}

function distinct(terms: readonly Term[]): Term[] {
  const best = new Map<string, Term>();
  for (const term of terms) {
    const known = best.get(term.stem);
    if (known === undefined || known.specificity < term.specificity) best.set(term.stem, term);
  }
  return [...best.values()];
}

/** A query that has only everyday and common words means them. */
function withoutEveryday(terms: readonly Term[]): readonly Term[] {
  const most = Math.max(...terms.map(({ specificity }) => specificity));
  if (most >= 1) return terms;
  return terms.map((term) => ({ ...term, specificity: (term.specificity * SPECIFICITY.only) / most }));
}

/** The words that carry the subject of a request: names first, generic words last, and of equal ones those near its beginning or end. */
export function mostSpecific(terms: readonly Term[], limit: number): readonly Term[] {
  if (terms.length <= limit) return terms;
  const toEnd = new Map(terms.map((term, at) => [term, Math.min(at, terms.length - 1 - at)]));
  return terms
    .toSorted((a, b) => b.specificity - a.specificity || (toEnd.get(a) ?? 0) - (toEnd.get(b) ?? 0))
    .slice(0, limit);
}

const MIN_JOINED_PART = 3;
/** Longer queries have too many pairs of words that mean nothing together. */
const MAX_WORDS_JOINED = 12;
const JOINABLE = /^[a-z]+$/;

/** The word with its neighbors in the query, as one word. */
function joinedForms(word: string, words: readonly string[]): readonly string[] {
  const isPart = (one: string | undefined): one is string =>
    one !== undefined && one.length >= MIN_JOINED_PART && JOINABLE.test(one);
  if (!isPart(word)) return [];
  return words.flatMap((one, at) => {
    if (one !== word) return [];
    const [before, behind] = [words[at - 1], words[at + 1]];
    return [...(isPart(before) ? [before + one] : []), ...(isPart(behind) ? [one + behind] : [])];
  });
}

const PREFIX = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,})\*/gu;
/** Compounds, and words with punctuation inside. */
const EXACT =
  /(?<![\p{L}\p{N}_@#$-])(?:[\p{L}\p{N}_@#$-]+[./\\:]+)+[\p{L}\p{N}_-]+(?:\(\))?|(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+|(?<!\p{L})\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*/gu;

/** With an underscore, or made of three or more words: "GitHub" is an ordinary name. */
const isIdentifier = (name: string) => /[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name) || namePieces(name).length > 2;

/** In a pasted request only identifiers: it contains many words with a hyphen. */
const exactIn = (text: string, isLong: boolean): readonly string[] => {
  const found = (text.match(EXACT) ?? []).filter((one) => !isLong || isIdentifier(one));
  return [...new Set(found.map(normalizeText))];
};

const NAME_IN_CODE = /[\p{L}\p{N}_]+/gu;
/** With more other words than this an identifier is one clue of many, as in a pasted stack trace. */
const MAX_WORDS_BESIDE = 4;

function identifiersIn(text: string, contentWords: readonly string[]): readonly string[] {
  const names = (text.match(NAME_IN_CODE) ?? []).filter(isIdentifier);
  const beside = contentWords.filter((word) => !names.some((name) => name.includes(word)));
  return beside.length > MAX_WORDS_BESIDE ? [] : names;
}

/** Every text is a valid query. Only quotes, a minus before a word and a star after it have a special meaning. */
export function parseQuery(text: string, now: number): ParsedQuery {
  const { plain, phrases, excluded, either } = readOperators(translateTimes(condenseQuery(messageIn(text))));
  const typed = typedWords(plain);
  const words = typed.map(normalizeText);
  // A pasted request mentions times and is not about one.
  const time = isLongPrompt(words) ? undefined : parseQueryTime(plain, now);
  const timeWords = new Set(time === undefined ? [] : normalizedWords(time.phrase));
  const stops = stopWordsFor(words);
  const prefixes = new Set([...plain.matchAll(PREFIX)].map(([, word = '']) => normalizeText(word)));
  const contentWords = typed.filter(
    (word) => !stops.has(normalizeText(word)) && !timeWords.has(normalizeText(word)),
  );
  const isKeywords = !plain.includes('?') && !words.some((word) => stops.has(word) && !joinsWords(word));
  const overview = queryOverview(plain, words.length);
  const framing = new Set([
    ...(isKeywords ? [] : normalizedWords(orderPhrase(plain))),
    ...(overview === undefined ? [] : normalizedWords(overviewPhrases(plain))),
  ]);
  const subject = contentWords.filter((word) => !framing.has(normalizeText(word)));
  const asked = subject.length > 0 ? subject : contentWords;
  // "What happened yesterday?" names only a time.
  const kept = time !== undefined && asked.every((word) => isEveryday(normalizeText(word))) ? [] : asked;
  const form = queryForm(plain, words);
  const types = time === undefined ? typesAsked(contentWords.map(normalizeText), isKeywords, isEveryday) : [];
  const isWordless = kept.length === 0 && time === undefined;
  // A pasted request names many things beside its subject.
  const hasNames =
    !isLongPrompt(words) &&
    typed.length > 2 &&
    typed.filter((word) => CAPITAL.test(word)).length < typed.length / 2;
  const starts = new Set([...plain.matchAll(SENTENCE_START)].map(([, word]) => word));
  const isName = (word: string) => hasNames && !starts.has(word) && CAPITAL.test(word);
  const isKeptShort = words.length <= MAX_WORDS_JOINED;
  const terms = withoutEveryday(
    distinct(
      (isWordless ? typed : kept).flatMap((word) =>
        termsOf(word, prefixes, isName(word), form === 'task' && isTaskVerb(word)),
      ),
    ),
  ).map((term): Term => {
    const or = either.get(term.word);
    const joined = isKeptShort ? joinedForms(term.word, words) : [];
    return { ...term, ...(or === undefined ? {} : { or }), ...(joined.length === 0 ? {} : { joined }) };
  });
  return {
    text: plain,
    terms: mostSpecific(terms, MAX_TERMS),
    phrases,
    excluded,
    exact: exactIn(plain, isLongPrompt(words)),
    identifiers: identifiersIn(plain, contentWords),
    time,
    asksWhen: asksWhen(plain),
    order: queryOrder(plain),
    overview,
    isKeywords,
    form,
    isStopWords: isWordless && phrases.length === 0,
    aspect: queryAspect(plain, form === 'task'),
    attribute: queryAttribute(plain, form, (word) => terms.some((term) => term.word === word)),
    types,
    words,
  };
}
