export const DAY = 86_400_000;
export const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
const MONTH = `(${MONTHS.join('|')}|sept|${MONTHS.map((month) => month.slice(0, 3)).join('|')})`;
/** A part of a month counts as the whole month. */
const PART = '(?:(?:early|mid|late|(?:the )?(?:beginning|middle|end) of)[ -])?';
const MONTH_NUMBER = '(0[1-9]|1[0-2])';
const DAY_NUMBER = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
export const WEEKDAYS = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday'.split('|');

interface Interval {
  /** Milliseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface TimeSpan extends Interval {
  /** The words of the text that name it. */
  readonly phrase: string;
}

const monthOf = (name: string) => MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3)));

const months = (year: number, first: number, count = 1): Interval => ({
  from: Date.UTC(year, first, 1),
  to: Date.UTC(year, first + count, 1),
});

const monthsFromNow = (now: number, count: number) =>
  months(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + count);

/** undefined for a day that the month does not have. */
function dayOf(year: number, month: number, date: number): Interval | undefined {
  const from = Date.UTC(year, month, date);
  return new Date(from).getUTCDate() === date ? { from, to: from + DAY } : undefined;
}

const numericDay = (year = '', month = '', date = '') =>
  Number(month) >= 1 && Number(month) <= 12
    ? dayOf(Number(year), Number(month) - 1, Number(date))
    : undefined;

/** Without a year, the last time it was that month. */
function lastYearWith(month: number, now: number, date = 1): number {
  const year = new Date(now).getUTCFullYear();
  return Date.UTC(year, month, date) > now ? year - 1 : year;
}

function namedDay(now: number, name = '', date = '', year?: string): Interval | undefined {
  const month = monthOf(name);
  return dayOf(Number(year ?? lastYearWith(month, now, Number(date))), month, Number(date));
}

/** From one day to another, counted from today; the last is not included. */
const days = (now: number, first: number, end: number): Interval => {
  const today = Math.floor(now / DAY) * DAY;
  return { from: today + first * DAY, to: today + end * DAY };
};

/** Weeks begin on Monday. */
const daysIntoWeek = (now: number) => (new Date(now).getUTCDay() + 6) % 7;

/** By their first month, in the northern hemisphere. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, few: 3 };
const numberOf = (text: string) => NUMBERS[text] ?? Number(text);

type Expression = readonly [
  pattern: RegExp,
  read: (found: RegExpExecArray, now: number) => Interval | undefined,
];

const EXPRESSIONS: readonly Expression[] = [
  [
    new RegExp(String.raw`\b(\d{4})-${MONTH_NUMBER}-(\d{2})\b`),
    ([, year, month, date]) => numericDay(year, month, date),
  ],
  [
    new RegExp(String.raw`\b((?:19|20)\d{2})-${MONTH_NUMBER}\b`),
    ([, year, month]) => months(Number(year), Number(month) - 1),
  ],
  [
    new RegExp(String.raw`\b${DAY_NUMBER}(?: of)? ${MONTH}\b\.?,?(?: ((?:19|20)\d{2}))?`),
    ([, date, month, year], now) => namedDay(now, month, date, year),
  ],
  [
    new RegExp(String.raw`\b${MONTH}\.? ${DAY_NUMBER}\b(?!\d),?(?: ((?:19|20)\d{2}))?`),
    ([, month, date, year], now) => namedDay(now, month, date, year),
  ],
  [
    new RegExp(String.raw`\b${PART}${MONTH}\.?,?(?: of)? ((?:19|20)\d{2})\b`),
    ([, month = '', year]) => months(Number(year), monthOf(month)),
  ],
  [
    new RegExp(`\\b(?:in|during|last|early|late|mid) (${MONTHS.join('|')})\\b`),
    ([, month = ''], now) => months(lastYearWith(monthOf(month), now), monthOf(month)),
  ],
  [/\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})\b/, ([, date, month, year]) => numericDay(year, month, date)],
  [
    /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})\b/,
    ([, first, second, year]) =>
      Number(first) > 12 ? numericDay(year, second, first) : numericDay(year, first, second),
  ],
  [
    /\bq([1-4])[ -]?((?:19|20)\d{2})\b/,
    ([, quarter, year]) => months(Number(year), (Number(quarter) - 1) * 3, 3),
  ],
  [
    /\b(spring|summer|autumn|fall|winter)(?: of)? ((?:19|20)\d{2})\b/,
    ([, season = '', year]) => months(Number(year), SEASONS[season] ?? 0, 3),
  ],
  [/\b(?:the )?day before yesterday\b/, (_, now) => days(now, -2, -1)],
  [/\byesterday\b/, (_, now) => days(now, -1, 0)],
  [/\b(?:today|this morning|tonight)\b/, (_, now) => days(now, 0, 1)],
  [
    /\b(a|an|one|two|three|four|a few|\d{1,3}) (day|week|month|year)s? ago\b/,
    ([, count = '', unit = ''], now) => {
      const ago = numberOf(count.replace('a few', 'few')) * (UNIT_DAYS[unit] ?? 1);
      const slack = Math.max(0, Math.ceil((UNIT_DAYS[unit] ?? 1) / 2) - (unit === 'day' ? 1 : 0));
      return days(now, -ago - slack, -ago + slack + 1);
    },
  ],
  [
    /\b(?:in the )?(?:last|past) (\d{1,3}|two|three|four|few) (day|week|month|year)s\b/,
    ([, count = '', unit = ''], now) => days(now, -numberOf(count) * (UNIT_DAYS[unit] ?? 1), 1),
  ],
  [/\blast week\b/, (_, now) => days(now, -daysIntoWeek(now) - 7, -daysIntoWeek(now))],
  [/\bthis week\b/, (_, now) => days(now, -daysIntoWeek(now), 1)],
  [/\blast month\b/, (_, now) => monthsFromNow(now, -1)],
  [/\bthis month\b/, (_, now) => monthsFromNow(now, 0)],
  [
    /\b(last|this) year\b/,
    ([, which], now) => months(new Date(now).getUTCFullYear() - (which === 'last' ? 1 : 0), 0, 12),
  ],
  [
    new RegExp(`\\b(?:last|on) (${WEEKDAYS.join('|')})\\b`),
    ([, name = ''], now) => {
      const back = (new Date(now).getUTCDay() - WEEKDAYS.indexOf(name) + 7) % 7 || 7;
      return days(now, -back, 1 - back);
    },
  ],
  [/\b(?:in|during|of) ((?:19|20)\d{2})\b/, ([, year]) => months(Number(year), 0, 12)],
];

/** The first expression that matches. With `latest`, one that starts after that position does not count. */
export function parseTime(
  text: string,
  now: number,
  latest = text.length,
): (TimeSpan & { readonly index: number }) | undefined {
  for (const [pattern, read] of EXPRESSIONS) {
    const found = pattern.exec(text);
    const time = found === null || found.index > latest ? undefined : read(found, now);
    if (found !== null && time !== undefined) return { ...time, phrase: found[0], index: found.index };
  }
  return undefined;
}
