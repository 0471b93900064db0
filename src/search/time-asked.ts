import { DAY, MONTHS, type TimeNamed, timeNamed, WEEKDAYS } from './time-named.ts';

/** When something happened, as a question says it. */
export interface TimeAsked extends TimeNamed {
  /** It is before, after or between what is named. */
  readonly isAround: boolean;
}

const AFTER = /\b(?:since|after)\s+/g;
const BEFORE = /(?<!day )\b(?:before|until|till|up to|through|prior to)\s+/g;
/** Up to and with what is named. */
const INCLUSIVE = /^(?:until|till|up to|through)/;
const EARLIEST = new Date('0001-01-01T00:00:00Z').getTime();
const LATEST = Date.UTC(9999, 11, 31);
const FROM = /\b(?:between|from)\s+/g;
const TO = /\s+(?:and|to|until|till)\s+/g;

/** A time that stands right here, as behind "since", where "in" or "on" is not said. */
function timeAt(text: string, now: number): TimeNamed | undefined {
  const bare = text.replace(/^the\s+/, '');
  for (const small of ['', 'in ', 'on ']) {
    const time = timeNamed(`${small}${bare}`, now, small.length);
    if (time !== undefined)
      return { ...time, said: time.index < small.length ? time.said.slice(small.length) : time.said };
  }
  return undefined;
}

function timeBehind(text: string, word: RegExp, now: number) {
  for (const { 0: said, index } of text.matchAll(word)) {
    const time = timeAt(text.slice(index + said.length), now);
    if (time !== undefined) return { ...time, said: `${said}${time.said}`, end: index + said.length };
  }
  return undefined;
}

/** "between March and May 2026": the first is the last of its name before the second. */
function timeBetween(text: string, now: number): TimeAsked | undefined {
  for (const { 0: said, index } of text.matchAll(FROM)) {
    const rest = text.slice(index + said.length);
    const end = timeBehind(rest, TO, now);
    const begin = end === undefined ? undefined : timeAt(rest, end.from);
    if (begin !== undefined && end !== undefined && begin.from < end.to)
      return { from: begin.from, to: end.to, said: `${said}${begin.said}${end.said}`, isAround: true };
  }
  return undefined;
}

function timeAround(text: string, now: number): TimeAsked | undefined {
  const since = timeBehind(text, AFTER, now);
  if (since !== undefined) {
    const from = since.said.startsWith('after') ? since.to : since.from;
    return { from, to: LATEST, said: since.said, isAround: true };
  }
  const before = timeBehind(text, BEFORE, now);
  if (before === undefined) return undefined;
  const to = INCLUSIVE.test(before.said) ? before.to : before.from;
  return { from: EARLIEST, to, said: before.said, isAround: true };
}

/** The time a question asks about, where it names one. */
export function timeAsked(question: string, now: number): TimeAsked | undefined {
  const text = question.toLowerCase();
  const around = timeBetween(text, now) ?? timeAround(text, now);
  if (around !== undefined) return around;
  const named = timeNamed(text, now);
  return named === undefined
    ? undefined
    : { from: named.from, to: named.to, said: named.said, isAround: false };
}

const NEAR_DAYS = 7;

/** 1 inside, less in the days around it, 0 beyond. */
export function nearness({ from, to }: TimeAsked, at: number): number {
  if (at >= from && at < to) return 1;
  const away = Math.ceil((at < from ? from - at : at - to + 1) / DAY);
  return away <= 1 ? 0.8 : away <= NEAR_DAYS ? 0.4 : 0;
}

const SPOKEN = /[^\p{L}\p{N}]+/u;

/** The forms in which a text may write each part of a time, as an index knows them; none for one around what is named. */
export function writtenForms({ said, isAround }: TimeAsked): readonly (readonly string[])[] {
  if (isAround) return [];
  return said.split(SPOKEN).flatMap((word) => {
    if (writtenAs(word) === undefined) return [];
    const month = MONTHS.find((name) => name.startsWith(word.slice(0, 3)) && /^\p{L}/u.test(word));
    if (month !== undefined && !WEEKDAYS.includes(word)) return [[month, month.slice(0, 3)]];
    const number = /^\d+/.exec(word)?.[0];
    return [
      number === undefined ? [word] : [...new Set([word, number, `${number}th`, number.replace(/^0+/, '')])],
    ];
  });
}

/** How a text may write what a word of the question names; undefined for a word that names no time. */
function writtenAs(word: string): RegExp | undefined {
  const number = /^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1];
  if (number !== undefined) return new RegExp(`(?<!\\d)${number}(?!\\d)`);
  if (WEEKDAYS.includes(word)) return new RegExp(`\\b${word}`);
  const month = MONTHS.find((name) => name === word || name.slice(0, 3) === word);
  return month === undefined ? undefined : new RegExp(`\\b(?:${month}|${month.slice(0, 3)}\\b)`);
}

/** Whether a text names the time itself, by its weekday, month or numbers. */
export function saysTime({ said, isAround }: TimeAsked, text: string): number {
  if (isAround) return text.toLowerCase().includes(said) ? 1 : 0;
  const names = said.split(SPOKEN).flatMap((word) => writtenAs(word) ?? []);
  if (names.length === 0) return 0;
  const lower = text.toLowerCase();
  return names.every((name) => name.test(lower)) ? 1 : 0;
}

/** Whether a question wants to know when. */
export const asksWhen = (question: string): boolean =>
  /\bwhen\b|\bhow long ago\b|\bwhat (?:date|day|month|year)\b|\bsince when\b/i.test(question);

const TELLS_TIME = new RegExp(
  String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week|weekend|month|year|recently|since|${WEEKDAYS.join('|')}|${MONTHS.filter((month) => month !== 'may').join('|')}|(?:19|20)\d\d)\b`,
  'i',
);

export const tellsTime = (text: string): boolean => TELLS_TIME.test(text);
