import { msOf } from '../../domain/instant.ts';
import { foldText } from '../../domain/words/fold.ts';
import { isUnspaced } from '../../domain/words/scripts.ts';
import { halfLifeOf } from '../../search/half-life.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import type { Doc } from '../../search/rank.ts';
import { stemsOf, wordsOf } from '../../search/tokens.ts';
import { typeNames } from '../../search/type-names.ts';
import type { SearchText } from '../ports/search-index.ts';
import { supersededWords } from './superseded-texts.ts';

export interface Searched extends SearchText {
  /** Other words that stand for it; without them, those of the records it took the place of. */
  readonly former?: string;
  /** It was played on a branch of a game that was left. */
  readonly isRewound?: boolean;
}

export const docOf = (text: Searched): Doc => ({
  key: text.key,
  line: text.sessionId === null ? null : `${text.kind}:${text.sessionId}`,
  order: text.sequence,
  text: text.text,
  names: [...text.names, typeNames(text.type)].join('\n'),
  former: text.former ?? supersededWords(text),
  speaker: text.speaker === null ? null : foldText(text.speaker),
  at: msOf(text.at),
  importance: text.importance,
  halfLifeDays: halfLifeOf(text.type),
});

const WORD_ROOM = 60;

/** Whether words stand in a text one behind the other; only what begins like the first is looked at. */
function standsIn(folded: string, phrase: readonly string[]): boolean {
  const [first = ''] = phrase;
  if (phrase.some(isUnspaced)) return folded.includes(phrase.join(' ')) || folded.includes(phrase.join(''));
  for (let from = folded.indexOf(first); from >= 0; from = folded.indexOf(first, from + 1)) {
    const isInside = from > 0 && /[\p{L}\p{N}\p{M}]/u.test(folded[from - 1] ?? '');
    const words = isInside
      ? []
      : wordsOf(folded.slice(from, from + first.length + phrase.length * WORD_ROOM));
    if (phrase.every((word, index) => words[index] === word)) return true;
  }
  return false;
}

/** What stood in quotes must be there, and what stood behind a minus must not. */
export function saysAsQuoted({ text, names }: SearchText, { phrases, excluded }: ParsedQuery): boolean {
  if (phrases.length === 0 && excluded.length === 0) return true;
  const folded = foldText([text, ...names].join(' \n '));
  const says = (phrase: readonly string[]) => standsIn(folded, phrase);
  if (excluded.length === 0) return phrases.every(says);
  const stems = new Set(wordsOf(folded).flatMap(stemsOf));
  const isSaid = (phrase: readonly string[]) =>
    says(phrase) || (phrase.length === 1 && stemsOf(phrase[0] ?? '').some((stem) => stems.has(stem)));
  return phrases.every(says) && !excluded.some(isSaid);
}
