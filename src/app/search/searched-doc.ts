import { msOf } from '../../domain/instant.ts';
import type { RecordType } from '../../domain/record/record.ts';
import { isUnspaced, normalizeText } from '../../domain/words.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import type { Doc } from '../../search/ranked.ts';
import { stemsOf, wordsOf } from '../../search/tokens.ts';
import { typeNames } from '../../search/type-names.ts';
import type { SearchText } from '../ports/search-index.ts';
import { supersededWords } from './superseded-texts.ts';

const DAYS: Readonly<Partial<Record<RecordType, number>>> = {
  checkpoint: 14,
  next_session_focus: 14,
  open_loop: 60,
  relational_delta: 90,
  memory: 180,
};
const USUAL = 365;

/** A checkpoint is out of date after two weeks, a rule is not after a year. */
const halfLifeOf = (type: RecordType | null): number =>
  type === null ? (DAYS.memory ?? USUAL) : (DAYS[type] ?? USUAL);

export interface Searched extends SearchText {
  /** Replaces the text of superseded records, if it is set. */
  readonly supersededText?: string;
  /** The event is on an abandoned branch of a game. */
  readonly isRewound?: boolean;
}

export const docOf = (text: Searched): Doc => ({
  key: text.key,
  thread: text.sessionId === null ? null : `${text.kind}:${text.sessionId}`,
  order: text.sequence,
  text: text.text,
  names: [...text.names, typeNames(text.type)].join('\n'),
  subjects: text.subjects,
  supersededText: text.supersededText ?? supersededWords(text),
  speaker: text.speaker === null ? null : normalizeText(text.speaker),
  at: msOf(text.at),
  importance: text.importance,
  halfLifeDays: halfLifeOf(text.type),
});

const WORD_ROOM = 60;

/** A star matches the rest of a word. */
const isWord = (wanted: string, word: string) =>
  wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;

/** Whether the words follow each other in the text. Only the places where the first word occurs are inspected. */
function containsPhrase(normalized: string, phrase: readonly string[]): boolean {
  const [first = '', ...others] = phrase.map((word) => word.replace('*', ''));
  if (phrase.some(isUnspaced))
    return [' ', ''].some((space) => normalized.includes([first, ...others].join(space)));
  for (let from = normalized.indexOf(first); from >= 0; from = normalized.indexOf(first, from + 1)) {
    const isInside = from > 0 && /[\p{L}\p{N}\p{M}]/u.test(normalized[from - 1] ?? '');
    const words = isInside
      ? []
      : wordsOf(normalized.slice(from, from + first.length + phrase.length * WORD_ROOM));
    if (phrase.every((word, index) => isWord(word, words[index] ?? ''))) return true;
  }
  return false;
}

/** Quoted phrases must occur, excluded ones must not. */
export function matchesQuotes({ text, names }: SearchText, { phrases, excluded }: ParsedQuery): boolean {
  if (phrases.length === 0 && excluded.length === 0) return true;
  const normalized = normalizeText([text, ...names].join(' \n '));
  const says = (phrase: readonly string[]) => containsPhrase(normalized, phrase);
  if (excluded.length === 0) return phrases.every(says);
  const stems = new Set(wordsOf(normalized).flatMap(stemsOf));
  const isSaid = (phrase: readonly string[]) =>
    says(phrase) || (phrase.length === 1 && stemsOf(phrase[0] ?? '').some((stem) => stems.has(stem)));
  return phrases.every(says) && !excluded.some(isSaid);
}
