import { msOf } from '../../domain/instant.ts';
import { foldText } from '../../domain/words/fold.ts';
import { isUnspaced } from '../../domain/words/scripts.ts';
import { halfLifeOf } from '../../search/half-life.ts';
import type { ParsedQuery } from '../../search/parse-query.ts';
import type { Doc } from '../../search/rank.ts';
import { stemsOf, wordsOf } from '../../search/tokens.ts';
import type { SearchText, TextSource } from '../ports/search-index.ts';

export interface Searched extends SearchText {
  readonly source: TextSource;
  /** The words of what it took the place of. */
  readonly former: string;
  /** It was played on a branch of a game that was left. */
  readonly isRewound?: boolean;
}

export const keyOf = ({ source, place }: Pick<Searched, 'source' | 'place'>): string => `${source}:${place}`;

export const docOf = (text: Searched): Doc => ({
  key: keyOf(text),
  line: text.sessionId === null ? null : `${text.source}:${text.kind}:${text.sessionId}`,
  order: text.place,
  text: text.text,
  names: text.names.join('\n'),
  former: text.former,
  speaker: text.speaker === null ? null : foldText(text.speaker),
  at: msOf(text.at),
  importance: text.importance,
  halfLifeDays: halfLifeOf(text.type),
});

const inOrder = (texts: readonly string[]) =>
  ` ${texts.flatMap((text) => wordsOf(text).map(foldText)).join(' ')} `;

/** What stood in quotes must be there, and what stood behind a minus must not. */
export function saysAsQuoted({ text, names }: SearchText, { phrases, excluded }: ParsedQuery): boolean {
  if (phrases.length === 0 && excluded.length === 0) return true;
  const words = inOrder([text, ...names]);
  const says = (phrase: readonly string[]) =>
    words.includes(phrase.some(isUnspaced) ? phrase.join(' ') : ` ${phrase.join(' ')} `);
  if (excluded.length === 0) return phrases.every(says);
  const stems = new Set([text, ...names].flatMap((one) => wordsOf(one).flatMap(stemsOf)));
  const isSaid = (phrase: readonly string[]) =>
    says(phrase) || (phrase.length === 1 && stemsOf(phrase[0] ?? '').some((stem) => stems.has(stem)));
  return phrases.every(says) && !excluded.some(isSaid);
}
