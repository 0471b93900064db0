/** Letters of the scripts that put spaces between words, as they are in lower case. Listed rather than asked for by
 *  property: a pattern that knows all of Unicode takes longer to make than a hook has time. */
const LETTER = 'a-z0-9_\\u00df-\\u024f\\u0400-\\u04ff';
const EDGE = `(?![${LETTER}])`;

/** Words that only lead in. */
const LEAD =
  'please|also|and|but|so|then|ok(?:ay)?|yes|no|right|alright|sure|fine|oh|btw|again|remember|important|note|rule|bitte|und|aber|auch|gut|wichtig|et|mais|y|pero|e|ma|en|maar|и|но';

/** `<L>` is a letter, `<E>` the end of a word. */
const expand = (source: string): string => source.replaceAll('<L>', `[${LETTER}]`).replaceAll('<E>', EDGE);

const oneOf = (sources: readonly string[]): string => `(?:${sources.map(expand).join('|')})`;

/** All cues are looked for in text as this leaves it. */
export const lowered = (text: string): string => text.toLowerCase().replaceAll('’', "'");

export interface CueWords {
  /** Whole words, anywhere. */
  readonly words?: readonly string[];
  /** At the beginning, after words that only lead in. */
  readonly openings?: readonly string[];
  /** At the beginning, and followed by a colon. */
  readonly labels?: readonly string[];
  /** Anywhere, in scripts that have no spaces. */
  readonly parts?: readonly string[];
}

/** Cues in several languages as few patterns: each is tried on every sentence there is. */
export function cues({ words, openings, labels, parts }: CueWords): readonly RegExp[] {
  const sources = [
    ...(words === undefined ? [] : [`(?<![${LETTER}])${oneOf(words)}${EDGE}`]),
    ...(openings === undefined ? [] : [`^(?:(?:${LEAD})[,:;!.]? +)*${oneOf(openings)}`]),
    ...(labels === undefined ? [] : [`^[^${LETTER}]{0,6}${oneOf(labels)}\\s*[:：]\\s*\\S`]),
    ...(parts === undefined ? [] : [oneOf(parts)]),
  ];
  return sources.map((source) => new RegExp(source));
}

export const matches = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));
