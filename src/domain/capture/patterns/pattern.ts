/**
 * Lower-case letters of scripts with spaces between words. They are listed because patterns with Unicode properties
 * take longer to compile than a hook has time.
 */
const LETTER = 'a-z0-9_\\u00df-\\u024f\\u0400-\\u04ff';
const EDGE = `(?![${LETTER}])`;

/** Words before the actual beginning of a sentence. */
const LEAD =
  'please|also|and|but|so|then|ok(?:ay)?|yes|no|right|alright|sure|fine|oh|btw|again|remember|important|note|rule|bitte|und|aber|auch|gut|wichtig|et|mais|y|pero|e|ma|en|maar|и|но';

/** `<L>` is a letter, `<E>` the end of a word. */
const expand = (source: string): string => source.replaceAll('<L>', `[${LETTER}]`).replaceAll('<E>', EDGE);

const oneOf = (sources: readonly string[]): string => `(?:${sources.map(expand).join('|')})`;

/** All patterns expect text in this form. */
export const lowered = (text: string): string => text.toLowerCase().replaceAll('’', "'");

interface PatternSources {
  /** Whole words at any position. */
  readonly words?: readonly string[];
  /** At the beginning, after introductory words. */
  readonly openings?: readonly string[];
  /** At the beginning, followed by a colon. */
  readonly labels?: readonly string[];
  /** At any position, in scripts without spaces. */
  readonly parts?: readonly string[];
}

/** Joins expressions of several languages into few patterns, because each pattern is tried on every sentence. */
export function patterns({ words, openings, labels, parts }: PatternSources): readonly RegExp[] {
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

/** Questions state nothing. */
export const IS_ASKED = /[?？]["'”)]*$|か[。.]?$|吗[。.]?$/;

/** Neither do conditions and assumptions. */
export const IS_HYPOTHETICAL = patterns({
  openings: [
    '(?:if|whether|unless|once|until|suppose|assuming|maybe|perhaps|should|shall|could|would|can|do|does|did|have|has|had|is|are|was|were|what|why|how|when|which)<E>',
    '(?:falls|wenn|ob|vielleicht|soll|sollte|si|peut-être|quizás?|tal vez|se|talvez|forse|als|misschien|если|может)<E>',
    'もし|如果|也许',
  ],
});

/** Before a match, these negate it up to the next comma. */
export const NEGATED = patterns({
  words: [
    '(?:if|whether|unless|until|once|before|suppose|assuming|could|would|might|should|may|not|never|nobody)<E>[^,;:]*$',
    '(?:falls|wenn|ob|sobald|si|quand|se|als|если)<E>[^,;:]*$',
  ],
});

export const UNSURE = patterns({
  words: [
    'might|could be|may be|maybe|perhaps|probably|likely|possibly|suspect|suspicion|i think|guess|seems',
    'vielleicht|wahrscheinlich|vermutlich|peut-être|sans doute|quizás?|probablemente|talvez|forse|misschien|waarschijnlijk|может быть|наверное',
  ],
  parts: ['かもしれ', '可能'],
});

/** Words that request nothing. */
export const ACKNOWLEDGMENTS = new Set(
  (
    'thanks thank you very much a lot ok okay k yes yep yeah no great nice perfect cool awesome good fine super proceed continue go on ahead please sure done right ' +
    'danke ja nein gut prima toll weiter bitte mach merci oui non parfait gracias sí si vale perfecto obrigado obrigada sim beleza grazie sì bene perfetto bedankt dank goed ' +
    'ありがとう ありがとうございます はい お願いします 了解 谢谢 好的 好 继续 嗯 спасибо да хорошо продолжай hi hello hey hallo salut hola'
  ).split(' '),
);
