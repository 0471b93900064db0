/** What an answer must hold, by the way a question is put. */
export type AnswerKind = 'amount' | 'money' | 'time' | 'contact';

const AMOUNT =
  /\bhow (?:many|much|often|old|big|large|high|deep|far|tall|wide|heavy|fast|long)\b|\b(?:percentage|number of)\b/i;
const MONEY =
  /\b(?:price|prices|priced|cost|costs|fee|fees|salary|charges? for|how much (?:did|do|does) .{1,80} (?:pay|spend|earn|charge))\b/i;
const TIME =
  /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bdeadline\b|\bsince when\b|\bhow long ago\b/i;
const CONTACT =
  /\b(?:phone|telephone|e-?mail|postal|street) (?:number|address)\b|\bphone numbers?\b|\baddress(?:es)?\b|\burl\b/i;

const HAS_NUMBER =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half|twice|once|none|zero|double|pair|couple|several|free)\b|[一二三四五六七八九十百千万]/iu;
const HAS_TIME =
  /\p{N}|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week)?days?|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|today|tomorrow|last|next|ago|(?:hour|week|weekend|month|year|morning|afternoon|evening|(?:to|mid)?night)s?|hourly|nightly|noon|spring|summer|autumn|winter|easter|christmas|after|before|until|every|daily|weekly|monthly|since|once|during|later|montags?|freitags?)\b|[年月日時]/iu;
const HAS_MONEY =
  /\p{Sc}|\p{N}\s*(?:%|[-–]|a |an |per |each|euros?\b|dollars?\b|cents?\b|pounds?\b|francs?\b|crowns?\b|coins?\b|gold\b|silver\b|copper\b|platinum\b|(?:eur|usd|gbp|chf|[gscp]p|k)\b)|\b(?:free|(?:euro|dollar|pound|franc|crown|coin|cent)s?|gold|silver|copper|eur|usd|gbp|chf)\b|[円元€]/iu;
const HAS_CONTACT = /\p{N}{3,}|@|https?:|\b(?:street|road|lane|avenue|straße|strasse)\b/iu;

export function answerKind(question: string): AnswerKind | undefined {
  if (CONTACT.test(question)) return 'contact';
  if (TIME.test(question)) return 'time';
  if (MONEY.test(question)) return 'money';
  return AMOUNT.test(question) ? 'amount' : undefined;
}

const HOLDS: Readonly<Record<AnswerKind, RegExp>> = {
  amount: HAS_NUMBER,
  money: HAS_MONEY,
  time: HAS_TIME,
  contact: HAS_CONTACT,
};

/** Whether a text holds anything of the kind a question asks for. */
export const holdsAnswer = (kind: AnswerKind, text: string): boolean => HOLDS[kind].test(text);
