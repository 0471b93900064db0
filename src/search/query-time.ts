import { DAY, MONTHS, parseTime, type TimeSpan, WEEKDAYS } from './time-expressions.ts';
import { OTHER_MONTHS } from './translate-times.ts';

/** The time that a question asks about. */
export interface QueryTime extends TimeSpan {
  /** An open interval: before, after or between the named times. */
  readonly isAround: boolean;
}

const AFTER = /\b(?:since|after)\s+/g;
const BEFORE = /(?<!day )\b(?:before|until|till|up to|through|prior to)\s+/g;
/** These include the named time. */
const INCLUSIVE = /^(?:until|till|up to|through)/;
const EARLIEST = new Date('0001-01-01T00:00:00Z').getTime();
const LATEST = Date.UTC(9999, 11, 31);
const FROM = /\b(?:between|from)\s+/g;
const TO = /\s+(?:and|to|until|till)\s+/g;

/** A time at the start of the text, as after "since", where "in" or "on" may be missing. */
function timeAt(text: string, now: number): TimeSpan | undefined {
  const rest = text.replace(/^the\s+/, '');
  for (const preposition of ['', 'in ', 'on ']) {
    const time = parseTime(`${preposition}${rest}`, now, preposition.length);
    if (time !== undefined)
      return {
        ...time,
        phrase: time.index < preposition.length ? time.phrase.slice(preposition.length) : time.phrase,
      };
  }
  return undefined;
}

function timeBehind(text: string, word: RegExp, now: number) {
  for (const { 0: phrase, index } of text.matchAll(word)) {
    const time = timeAt(text.slice(index + phrase.length), now);
    if (time !== undefined) return { ...time, phrase: `${phrase}${time.phrase}`, end: index + phrase.length };
  }
  return undefined;
}

/** "between March and May 2026": the first month is the last one before the second. */
function timeBetween(text: string, now: number): QueryTime | undefined {
  for (const { 0: phrase, index } of text.matchAll(FROM)) {
    const rest = text.slice(index + phrase.length);
    const end = timeBehind(rest, TO, now);
    const begin = end === undefined ? undefined : timeAt(rest, end.from);
    if (begin !== undefined && end !== undefined && begin.from < end.to)
      return {
        from: begin.from,
        to: end.to,
        phrase: `${phrase}${begin.phrase}${end.phrase}`,
        isAround: true,
      };
  }
  return undefined;
}

function timeAround(text: string, now: number): QueryTime | undefined {
  const since = timeBehind(text, AFTER, now);
  if (since !== undefined) {
    const from = since.phrase.startsWith('after') ? since.to : since.from;
    return { from, to: LATEST, phrase: since.phrase, isAround: true };
  }
  const before = timeBehind(text, BEFORE, now);
  if (before === undefined) return undefined;
  const to = INCLUSIVE.test(before.phrase) ? before.to : before.from;
  return { from: EARLIEST, to, phrase: before.phrase, isAround: true };
}

export function parseQueryTime(question: string, now: number): QueryTime | undefined {
  const text = question.toLowerCase();
  const around = timeBetween(text, now) ?? timeAround(text, now);
  if (around !== undefined) return around;
  const named = parseTime(text, now);
  return named === undefined
    ? undefined
    : { from: named.from, to: named.to, phrase: named.phrase, isAround: false };
}

const NEAR_DAYS = 7;

/** 1 inside, less in the days around it, otherwise 0. */
export function nearness({ from, to }: QueryTime, at: number): number {
  if (at >= from && at < to) return 1;
  const away = Math.ceil((at < from ? from - at : at - to + 1) / DAY);
  return away <= 1 ? 0.8 : away <= NEAR_DAYS ? 0.4 : 0;
}

const SPOKEN = /[^\p{L}\p{N}]+/u;

const NAMES_MONTH = new RegExp(
  String.raw`(?<!\p{L})(?:${MONTHS.flatMap((name) => [name, name.slice(0, 3)]).join('|')}|sept)(?!\p{L})|\d{4}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}`,
  'u',
);

/** A day or a month, and its year if the question names it. */
interface CalendarDate {
  readonly day: number | undefined;
  readonly month: number;
  readonly year: number | undefined;
}

function calendarDate({ phrase, from, to, isAround }: QueryTime): CalendarDate | undefined {
  if (isAround || !NAMES_MONTH.test(phrase) || to - from > 31 * DAY) return undefined;
  const date = new Date(from);
  return {
    day: to - from === DAY ? date.getUTCDate() : undefined,
    month: date.getUTCMonth(),
    year: /\d{4}/.test(phrase) ? date.getUTCFullYear() : undefined,
  };
}

const padded = (number: number): string => String(number).padStart(2, '0');

/** The names of a month in the languages whose times are parsed. */
const namesOfMonth = (month: number): readonly string[] => [
  ...new Set([MONTHS, ...OTHER_MONTHS].map((names) => names[month] ?? '')),
  (MONTHS[month] ?? '').slice(0, 3),
];

/** As index words. The number of a month counts only beside its year. */
function writtenDate({ day, month, year }: CalendarDate): readonly (readonly string[])[] {
  const numbers = year === undefined ? [] : [padded(month + 1), String(month + 1)];
  return [
    ...(day === undefined
      ? []
      : [[String(day), padded(day), `${day}st`, `${day}nd`, `${day}rd`, `${day}th`]]),
    [...namesOfMonth(month), ...numbers],
    ...(year === undefined ? [] : [[String(year)]]),
  ];
}

function mentionsDate({ day, month, year }: CalendarDate, text: string): boolean {
  const [days, months] = [day === undefined ? '' : `0?${day}`, `0?${month + 1}`];
  if (year !== undefined) {
    const numeric =
      day === undefined
        ? `${year}[-/.]${months}`
        : `${year}[-/.]${months}[-/.]${days}|${days}[-/.]${months}[-/.]${year}|${months}/${days}/${year}`;
    if (new RegExp(`(?<!\\d)(?:${numeric})(?!\\d)`).test(text)) return true;
  }
  const names = `(?<!\\p{L})(?:${namesOfMonth(month).join('|')})(?!\\p{L})`;
  const parts = [
    names,
    ...(day === undefined ? [] : [`(?<!\\d)${days}(?!\\d)`]),
    ...(year === undefined ? [] : [`(?<!\\d)${year}(?!\\d)`]),
  ];
  return parts.every((part) => new RegExp(part, 'u').test(text));
}

/** How texts may write each part of a time, as index words; none for open intervals. */
export function writtenForms(time: QueryTime): readonly (readonly string[])[] {
  const { phrase, isAround } = time;
  if (isAround) return [];
  const date = calendarDate(time);
  if (date !== undefined) return writtenDate(date);
  return phrase.split(SPOKEN).flatMap((word) => {
    if (writtenAs(word) === undefined) return [];
    const month = MONTHS.find((name) => name.startsWith(word.slice(0, 3)) && /^\p{L}/u.test(word));
    if (month !== undefined && !WEEKDAYS.includes(word)) return [[month, month.slice(0, 3)]];
    const number = /^\d+/.exec(word)?.[0];
    return [
      number === undefined ? [word] : [...new Set([word, number, `${number}th`, number.replace(/^0+/, '')])],
    ];
  });
}

/** undefined for a word that names no time. */
function writtenAs(word: string): RegExp | undefined {
  const number = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
  if (number !== undefined) return new RegExp(`(?<!\\d)${number}(?!\\d)`);
  if (WEEKDAYS.includes(word)) return new RegExp(`\\b${word}`);
  const month = MONTHS.find((name) => name === word || name.slice(0, 3) === word);
  return month === undefined ? undefined : new RegExp(`\\b(?:${month}|${month.slice(0, 3)}\\b)`);
}

/** Whether a text names the time by weekday, month or number. */
export function mentionsTime(time: QueryTime, text: string): number {
  const { phrase, isAround } = time;
  const date = calendarDate(time);
  if (date !== undefined) return mentionsDate(date, text.toLowerCase()) ? 1 : 0;
  if (isAround) return text.toLowerCase().includes(phrase) ? 1 : 0;
  const names = phrase.split(SPOKEN).flatMap((word) => writtenAs(word) ?? []);
  if (names.length === 0) return 0;
  const lower = text.toLowerCase();
  return names.every((name) => name.test(lower)) ? 1 : 0;
}

export const asksWhen = (question: string): boolean =>
  /\bwhen\b|\bhow long ago\b|\bwhat (?:date|day|month|year)\b|\bsince when\b/i.test(question);

const TELLS_TIME = new RegExp(
  String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|year|recently|since|${WEEKDAYS.join('|')}|${MONTHS.filter((month) => month !== 'may').join('|')}|(?:19|20)\d\d)\b`,
  'i',
);

export const hasTimeWord = (text: string): boolean => TELLS_TIME.test(text);
