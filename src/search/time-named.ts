export const DAY = 86_400_000;
export const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split('|');
const MONTH = `(${MONTHS.join('|')}|sept|${MONTHS.map((month) => month.slice(0, 3)).join('|')})`;
/** A part of a month is taken for all of it. */
const PART = '(?:(?:early|mid|late|(?:the )?(?:beginning|middle|end) of)[ -])?';
const MONTH_NUMBER = '(0[1-9]|1[0-2])';
const DAY_NUMBER = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
export const WEEKDAYS = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday'.split('|');

/** A stretch of time as somebody names it; milliseconds, the end not included. */
export interface TimeNamed {
  readonly from: number;
  readonly to: number;
  /** The words that say it. */
  readonly said: string;
}

const monthOf = (name: string) => MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3)));
export const day = (at: number) => Math.floor(at / DAY) * DAY;

function span(said: string, year: number, month: number, date?: number): TimeNamed | undefined {
  const from = Date.UTC(year, month, date ?? 1);
  const to = date === undefined ? Date.UTC(year, month + 1, 1) : from + DAY;
  const isReal = date === undefined || new Date(from).getUTCDate() === date;
  return isReal ? { from, to, said } : undefined;
}

const spanOf = (said: string, year = '', month = '', date = '') =>
  Number(month) >= 1 && Number(month) <= 12
    ? span(said, Number(year), Number(month) - 1, Number(date))
    : undefined;

const months = (said: string, year: number, first: number, count: number): TimeNamed => ({
  from: Date.UTC(year, first, 1),
  to: Date.UTC(year, first + count, 1),
  said,
});
/** By their first month, where most people live. */
const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };

/** Without a year, the last time it was that month. */
function lastYearWith(month: number, now: number, date = 1): number {
  const year = new Date(now).getUTCFullYear();
  return Date.UTC(year, month, date) > now ? year - 1 : year;
}

type Reading = readonly [
  pattern: RegExp,
  read: (found: RegExpExecArray, now: number) => TimeNamed | undefined,
];

const since = (said: string, now: number, days: number): TimeNamed => ({
  from: day(now) - days * DAY,
  to: day(now) + DAY,
  said,
});

/** Weeks begin on Monday. */
const weekOf = (at: number) => day(at) - ((new Date(at).getUTCDay() + 6) % 7) * DAY;

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, few: 3 };
const numberOf = (text: string) => NUMBERS[text] ?? Number(text);

const READINGS: readonly Reading[] = [
  [
    new RegExp(String.raw`\b(\d{4})-${MONTH_NUMBER}-(\d{2})\b`),
    ([said, year, month, date]) => span(said, Number(year), Number(month) - 1, Number(date)),
  ],
  [
    new RegExp(String.raw`\b((?:19|20)\d{2})-${MONTH_NUMBER}\b`),
    ([said, year, month]) => span(said, Number(year), Number(month) - 1),
  ],
  [
    new RegExp(String.raw`\b${DAY_NUMBER}(?: of)? ${MONTH}\b\.?,?(?: ((?:19|20)\d{2}))?`),
    ([said, date, month = '', year], now) =>
      span(
        said,
        Number(year ?? lastYearWith(monthOf(month), now, Number(date))),
        monthOf(month),
        Number(date),
      ),
  ],
  [
    new RegExp(String.raw`\b${MONTH}\.? ${DAY_NUMBER}\b(?!\d),?(?: ((?:19|20)\d{2}))?`),
    ([said, month = '', date, year], now) =>
      span(
        said,
        Number(year ?? lastYearWith(monthOf(month), now, Number(date))),
        monthOf(month),
        Number(date),
      ),
  ],
  [
    new RegExp(String.raw`\b${PART}${MONTH}\.?,?(?: of)? ((?:19|20)\d{2})\b`),
    ([said, month = '', year]) => span(said, Number(year), monthOf(month)),
  ],
  [
    new RegExp(`\\b(?:in|during|last|early|late|mid) (${MONTHS.join('|')})\\b`),
    ([said, month = ''], now) => span(said, lastYearWith(monthOf(month), now), monthOf(month)),
  ],
  [
    /\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})\b/,
    ([said, date, month, year]) => spanOf(said, year, month, date),
  ],
  [
    /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d{2})\b/,
    ([said, first, second, year]) =>
      Number(first) > 12 ? spanOf(said, year, second, first) : spanOf(said, year, first, second),
  ],
  [
    /\bq([1-4])[ -]?((?:19|20)\d{2})\b/,
    ([said, quarter, year]) => months(said, Number(year), (Number(quarter) - 1) * 3, 3),
  ],
  [
    /\b(spring|summer|autumn|fall|winter)(?: of)? ((?:19|20)\d{2})\b/,
    ([said, season = '', year]) => months(said, Number(year), SEASONS[season] ?? 0, 3),
  ],
  [/\b(?:the )?day before yesterday\b/, ([said], now) => ({ ...since(said, now, 2), to: day(now) - DAY })],
  [/\byesterday\b/, ([said], now) => ({ ...since(said, now, 1), to: day(now) })],
  [/\b(?:today|this morning|tonight)\b/, ([said], now) => since(said, now, 0)],
  [
    /\b(a|an|one|two|three|four|a few|\d{1,3}) (day|week|month|year)s? ago\b/,
    ([said, count = '', unit = ''], now) => {
      const days = numberOf(count.replace('a few', 'few')) * (UNIT_DAYS[unit] ?? 1);
      const slack = Math.max(0, Math.ceil((UNIT_DAYS[unit] ?? 1) / 2) - (unit === 'day' ? 1 : 0));
      const middle = day(now) - days * DAY;
      return { from: middle - slack * DAY, to: middle + (slack + 1) * DAY, said };
    },
  ],
  [
    /\b(?:in the )?(?:last|past) (\d{1,3}|two|three|four|few) (day|week|month|year)s\b/,
    ([said, count = '', unit = ''], now) => since(said, now, numberOf(count) * (UNIT_DAYS[unit] ?? 1)),
  ],
  [/\blast week\b/, ([said], now) => ({ from: weekOf(now) - 7 * DAY, to: weekOf(now), said })],
  [/\bthis week\b/, ([said], now) => ({ from: weekOf(now), to: day(now) + DAY, said })],
  [
    /\blast month\b/,
    ([said], now) => {
      const date = new Date(now);
      return span(said, date.getUTCFullYear(), date.getUTCMonth() - 1);
    },
  ],
  [
    /\bthis month\b/,
    ([said], now) => span(said, new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()),
  ],
  [
    /\b(last|this) year\b/,
    ([said, which], now) => {
      const year = new Date(now).getUTCFullYear() - (which === 'last' ? 1 : 0);
      return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1), said };
    },
  ],
  [
    new RegExp(`\\b(?:last|on) (${WEEKDAYS.join('|')})\\b`),
    ([said, name = ''], now) => {
      const back = (new Date(now).getUTCDay() - WEEKDAYS.indexOf(name) + 7) % 7 || 7;
      return { from: day(now) - back * DAY, to: day(now) - (back - 1) * DAY, said };
    },
  ],
  [
    /\b(?:in|during|of) ((?:19|20)\d{2})\b/,
    ([said, year]) => ({ from: Date.UTC(Number(year), 0, 1), to: Date.UTC(Number(year) + 1, 0, 1), said }),
  ],
];

/** The first way of naming a time that fits; where a place is given, only one that begins no further on. */
export function timeNamed(
  text: string,
  now: number,
  latest = text.length,
): (TimeNamed & { readonly index: number }) | undefined {
  for (const [pattern, read] of READINGS) {
    const found = pattern.exec(text);
    const time = found === null || found.index > latest ? undefined : read(found, now);
    if (found !== null && time !== undefined) return { ...time, index: found.index };
  }
  return undefined;
}
