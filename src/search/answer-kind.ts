import { stem } from './tokens.ts';

/** What an answer has to contain, judged by the form of the question. */
export type AnswerKind =
  | 'amount'
  | 'measure'
  | 'age'
  | 'money'
  | 'time'
  | 'contact'
  | 'duration'
  | 'frequency';

const AMOUNT = /\bhow (?:many|much)\b|\b(?:percentage|number of)\b/i;
const MEASURE = /\bhow (?:big|large|high|deep|far(?! back)|tall|wide|heavy|fast)\b/i;
const MONEY =
  /\b(?:price|prices|priced|cost|costs|fee|fees|salary|charges? for|how much (?:did|do|does) .{1,80} (?:pay|spend|earn|charge))\b/i;
/** When something happened is also the time of a text that says nothing of it. */
const TIME =
  /(?:^|[,;:(]\s*|\band )when\b(?! (?:did|was|were|had|have|has)\b)|\b(?:what|which) (?:date|day|month|year|time)\b|\bdeadline\b|\bsince when\b|\bhow long ago\b/i;
const CONTACT =
  /\b(?:phone|telephone|e-?mail|postal|street) (?:number|address)\b|\bphone numbers?\b|\baddress(?:es)?\b/i;

/** A time of day is not an amount. */
const HAS_NUMBER =
  /(?<![\p{N}:])\p{N}+(?![\p{N}:]*:\p{N})|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|half|twice|once|none|zero|double|pair|couple|several|free)\b|[一二三四五六七八九十百千万]/iu;
const HAS_TIME =
  /\p{N}|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week)?days?|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|today|tomorrow|last|next|ago|(?:hour|week|weekend|month|year|morning|afternoon|evening|(?:to|mid)?night)s?|hourly|nightly|noon|spring|summer|autumn|winter|easter|christmas|after|before|until|every|daily|weekly|monthly|since|once|during|later|montags?|freitags?)\b|[年月日時]/iu;
const HAS_MONEY =
  /\p{Sc}|\p{N}\s*(?:%|[-–]|a |an |per |each|euros?\b|dollars?\b|cents?\b|pounds?\b|francs?\b|crowns?\b|coins?\b|gold\b|silver\b|copper\b|platinum\b|(?:eur|usd|gbp|chf|[gscp]p|k)\b)|\b(?:free|(?:euro|dollar|pound|franc|crown|coin|cent)s?|gold|silver|copper|eur|usd|gbp|chf)\b|[円元€]/iu;
const HAS_CONTACT = /\p{N}{3,}|@|https?:|\b(?:street|road|lane|avenue|straße|strasse)\b/iu;

export function answerKind(question: string): AnswerKind | undefined {
  if (CONTACT.test(question)) return 'contact';
  if (TIME.test(question)) return 'time';
  if (/\bhow (?:long|far back)\b/i.test(question)) return 'duration';
  if (/\bhow (?:often|frequently)\b/i.test(question)) return 'frequency';
  if (MONEY.test(question)) return 'money';
  if (/\bhow old\b/i.test(question)) return 'age';
  if (MEASURE.test(question)) return 'measure';
  return AMOUNT.test(question) ? 'amount' : undefined;
}

const NUMBER = String.raw`(?:\p{N}+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|thousand|half|a|an)\b)`;

const DURATION = String.raw`${NUMBER}[\s-]?(?:\p{L}+ )?(?:ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|days?|nights?|weeks?|months?|years?)\b`;
const SIZE = String.raw`${NUMBER}[\s-]?(?:[kmgt]i?b?|cm|mm|dp|bytes?|characters?|lines?|rows?|items?|entries|pixels?|people|px)\b`;
const FREQUENCY =
  /\b(?:every|each|daily|nightly|weekly|monthly|hourly|quarterly|yearly|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:once|twice) an?|per (?:hour|day|week|month|year))\b|(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/iu;

const HAS_DURATION = new RegExp(DURATION, 'iu');
const HAS_AGE = new RegExp(String.raw`${DURATION}|\b(?:1\d|20)\d\d\b|\b(?:aged?|born|since)\b`, 'iu');
const HAS_MEASURE = new RegExp(
  String.raw`${SIZE}|${NUMBER}[\s-]?(?:k?m|miles?|feet|foot|ft|in|inch(?:es)?|met(?:er|re)s?|[km]?g|kilos?|pounds?|lbs?|tons?|lit(?:er|re)s?|l|%|percent|degrees?|°|[km]?w|k?v|[kmg]?hz|mph|knots|x|times|[kmg]bit|dpi)(?![\p{L}\p{N}])|${NUMBER} (?:stor(?:e?y|ies)|floors?|stars?|points?|levels?)`,
  'iu',
);

const HOLDS: Readonly<Record<AnswerKind, RegExp>> = {
  amount: HAS_NUMBER,
  measure: HAS_MEASURE,
  age: HAS_AGE,
  money: HAS_MONEY,
  time: HAS_TIME,
  contact: HAS_CONTACT,
  duration: HAS_DURATION,
  frequency: FREQUENCY,
};

export const holdsAnswer = (kind: AnswerKind, text: string): boolean => HOLDS[kind].test(text);

const VERSION = /\bv?\d+(?:\.\d+)+|(?<=\p{L} )\d+(?:\.x)?\b/iu;

/** Whether a text states the version of something: hardly any writes the word beside it. */
export const statesVersion = (word: string | undefined, text: string): boolean =>
  (word === 'version' || word === 'versions') && VERSION.test(text);

/** Quantities that a text can state without naming them: "culled after two idle hours" states a timeout. */
const QUANTITIES = [
  {
    names:
      'ttl timeout retention expiry expiration lifetime duration delay period interval window cooldown lockout runtime length',
    pattern: new RegExp(DURATION, 'iu'),
  },
  { names: 'schedule frequency cadence cron interval rotation', pattern: FREQUENCY },
  {
    names: 'rate ratio percentage share',
    pattern: /%|\bpercent\b|\b(?:per|an?) (?:second|minute|hour|day|week|month|year)\b/iu,
  },
  {
    names: 'url link host hostname domain endpoint address',
    pattern: /https?:|\b[\w-]{2,}\.[a-z]{2,}\b(?!\()/iu,
  },
  { names: 'tz zone timezone', pattern: /\b(?:UTC|GMT|local time|Europe\/|America\/)\b/u },
  { names: 'size capacity memory storage quota dimension', pattern: new RegExp(SIZE, 'iu') },
  {
    names:
      'limit threshold maximum minimum max min cap ceiling quota budget price cost fee amount count quantity total target rps qps',
    pattern: /(?<![\p{L}\p{N}_.:#/-])\p{N}+(?![\p{N}.:]*[:.]\p{N}+[:.])/u,
  },
].map(({ names, pattern }) => ({ names: new Set(names.split(' ').map(stem)), pattern }));

/** Whether a text states the quantity that a word names. */
export function impliesMeasure(word: string, text: string): boolean {
  const own = stem(word);
  return QUANTITIES.some(({ names, pattern }) => names.has(own) && pattern.test(text));
}
