import { wordsOf } from './tokens.ts';

const NOT_A_NOUN =
  'did|do|does|was|were|is|are|am|has|have|had|will|would|should|can|could|may|might|must|we|i|you|he|she|they|it|there|happens|happened';
const BEHIND =
  'of|for|behind|during|in|on|at|about|from|with|to|when|that|who|which|like|by|after|before|between|around|regarding';
/** `What criteria did I use …`, `What was the rationale behind …`, `details about the format of …`. */
const ASKED = new RegExp(
  String.raw`\b(?:what|which)(?:['’]s| was| were| is| are)?((?: (?!(?:${NOT_A_NOUN})\b)[\p{L}'’-]+){1,6}?) (?:${NOT_A_NOUN}|${BEHIND})\b`,
  'iu',
);
const DETAILS =
  /\b(?:details?|information|more) (?:about|on|of) (?:the |my |our )?([\p{L}-]+) (?:of|for|in|behind)\b/iu;
const NAME = /\p{L}+['’]s(?!\p{L})/gu;

/** Answered by a value, which a text states without the word. */
const VALUES = new Set(
  'age amount city color colour country date day days hour hours kind kinds minutes month name names number person people place port price size sort thing things time times type types version way ways week weekday weeks year years'.split(
    ' ',
  ),
);
const BESIDE = new Set(
  'all and another any both current different each exact few final first her his its key last latest main many more most much new next one ones original other our overall own particular past previous recent some specific such the their these this those three two'.split(
    ' ',
  ),
);

/**
 * The words for what a question wants to know about its subject, such as the rationale. None if it asks for a value. A task asks for
 * advice, which nobody wrote down, unless it asks for details.
 */
export function queryAspect(question: string, isTask: boolean): readonly string[] {
  const asked = isTask ? undefined : ASKED.exec(question)?.[1];
  const phrase = asked ?? DETAILS.exec(question)?.[1] ?? '';
  const words = wordsOf(phrase.replaceAll(NAME, ' ').toLowerCase()).filter(
    (word) => word.length > 2 && !BESIDE.has(word),
  );
  return words.some((word) => VALUES.has(word)) ? [] : words;
}
