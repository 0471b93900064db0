import { normalizeText } from '../domain/words.ts';
import { isEveryday } from './everyday-words.ts';
import type { QueryForm } from './query-form.ts';
import { stem, wordsOf } from './tokens.ts';

const PREPOSITION =
  'of|at|in|for|from|per|behind|on|by|with|to|into|against|vs|between|during|about|via|under|above|over|after|before|through|without|outside|near';
const VERB =
  'did|do|does|was|were|is|are|am|has|have|had|will|would|should|can|could|may|might|must|we|i|you|he|she|they|it|there|happens|happened';
const WORD = String.raw`[\p{L}\p{N}'’-]+`;

const AMOUNT = new RegExp(
  String.raw`\bhow (?:many|much) (.+?)(?:$|[,;?]| (?:${VERB}|${PREPOSITION})\b)`,
  'iu',
);
const OF_OWNER = new RegExp(String.raw`\p{L}['’]s ((?:${WORD} ?){1,3})\??$`, 'iu');
const SHORT_VERB = /\b(?:what|where|who|how|when|it|that|let|there|here)['’]s\b/i;
const PERSON = new RegExp(
  `^who (?:(?:is|was|are|were|has|have|had|do|does|did|can|should|must|will) )?(${WORD})`,
  'iu',
);
const WHICH = new RegExp(
  String.raw`\b(?:what|which|whose)(?:['’]s| was| were| is| are)?((?: (?!(?:${VERB})\b)${WORD}){1,6}?) (?:${VERB}|${PREPOSITION})\b`,
  'iu',
);
const KEYWORDS_END = /[,+:;&?/]|\b(?:vs|and|or|w)\b/iu;
const BEHIND = new RegExp(String.raw`\s(?:${PREPOSITION})\s`, 'iu');
const OF = /\sof\s/i;

/** Measures, money, contacts and the like: what comes last in "Redis memory limit". */
const ATTRIBUTES = new Set(
  'address age altitude amount author bandwidth bill billing birthday brand budget capacity city color colour contract cost count country depth distance duration elevation email expiry fee font frequency height host hostname interval length level license licence limit location login mail maintainer maximum memory minimum owner password passphrase payroll percentage phone plan port price provider quantity quota rate rating ratio region retention salary score size speed supplier threshold tier timeout total ttl url username vendor version volume wage warranty weight width'
    .split(' ')
    .map(stem),
);

/** The last word of a phrase that says something: `catalogue` of "the catalogue number". */
function headOf(phrase: string | undefined, isContent: (word: string) => boolean): string | undefined {
  return wordsOf(phrase ?? '')
    .map(normalizeText)
    .findLast((word) => isContent(word) && (!isEveryday(word) || ATTRIBUTES.has(stem(word))));
}

/**
 * The word for what a query wants to know about its subject: `price` of "price of the Redis plan", "what price has …" or "Redis
 * price". A text without it is about the subject and does not answer. Undefined for a task, and where the last word may as well
 * be the subject.
 */
export function queryAttribute(
  text: string,
  form: QueryForm,
  isContent: (word: string) => boolean,
): string | undefined {
  const owned = SHORT_VERB.test(text) ? undefined : OF_OWNER.exec(text)?.[1];
  const asked =
    headOf(AMOUNT.exec(text)?.[1], isContent) ??
    headOf(owned, isContent) ??
    headOf(PERSON.exec(text)?.[1], isContent) ??
    headOf(WHICH.exec(text)?.[1], isContent);
  if (asked !== undefined || form !== 'keywords') return asked;
  const [first = ''] = text.split(KEYWORDS_END);
  const [before = ''] = first.split(BEHIND);
  const head = headOf(before, isContent);
  if (head === undefined) return undefined;
  return OF.test(first) || ATTRIBUTES.has(stem(head)) ? head : undefined;
}
