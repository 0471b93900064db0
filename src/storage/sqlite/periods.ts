import type { Instant } from '../../domain/instant.ts';

/** The index knows months from here to there, and what is beyond as earlier or later. */
const FIRST = 1970 * 12;
const LAST = 2100 * 12 - 1;

const monthOf = (at: Instant) => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7)) - 1;
const two = (month: number) => String((month % 12) + 1).padStart(2, '0');

/** The longest first: a decade says as much as ten years. */
const PERIODS = [
  { months: 120, word: (month: number) => `decade${Math.floor(month / 120)}` },
  { months: 12, word: (month: number) => `year${Math.floor(month / 12)}` },
  { months: 1, word: (month: number) => `month${Math.floor(month / 12)}${two(month)}` },
];

/** Words of the index that cover a time, and at its ends a little more: the rows themselves have the last word. */
export function periodsWithin(since: Instant | undefined, until: Instant | undefined): readonly string[] {
  const words = [
    ...(since === undefined || since < '1970' ? ['earlier'] : []),
    ...(until === undefined || until >= '2100' ? ['later'] : []),
  ];
  const first = since === undefined ? FIRST : Math.max(FIRST, monthOf(since));
  const last = until === undefined ? LAST : Math.min(LAST, monthOf(until));
  for (let month = first; month <= last; ) {
    const from = month;
    const period = PERIODS.find(({ months }) => from % months === 0 && from + months - 1 <= last);
    if (period === undefined) break;
    words.push(period.word(from));
    month += period.months;
  }
  return words;
}
