import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asksWhen,
  hasTimeWord,
  mentionsTime,
  nearness,
  parseQueryTime,
} from '../../src/search/query-time.ts';

/** A Wednesday. */
const NOW = Date.UTC(2026, 6, 15, 12);
const DAY = 86_400_000;
const date = (at: number) => new Date(at).toISOString().slice(0, 10);
/** First day, and the first day no longer meant. */
const days = (text: string, now = NOW) => {
  const time = parseQueryTime(text, now);
  return time === undefined ? undefined : `${date(time.from)} ${date(time.to)}`;
};

describe('parseQueryTime', () => {
  it.each([
    ['on 2026-03-01', '2026-03-01 2026-03-02'],
    ['in 2026-03', '2026-03-01 2026-04-01'],
    ['on 5 March 2025', '2025-03-05 2025-03-06'],
    ['the 5th of March', '2026-03-05 2026-03-06'],
    ['on 5 mar', '2026-03-05 2026-03-06'],
    ['March 5th, 2024', '2024-03-05 2024-03-06'],
    ['on Dec. 24', '2025-12-24 2025-12-25'],
    ['March 2024', '2024-03-01 2024-04-01'],
    ['in December 2025', '2025-12-01 2026-01-01'],
    ['the day before yesterday', '2026-07-13 2026-07-14'],
    ['yesterday', '2026-07-14 2026-07-15'],
    ['this morning', '2026-07-15 2026-07-16'],
    ['two days ago', '2026-07-13 2026-07-14'],
    ['a week ago', '2026-07-04 2026-07-13'],
    ['a few months ago', '2026-04-01 2026-05-02'],
    ['in the last 3 days', '2026-07-12 2026-07-16'],
    ['the past two weeks', '2026-07-01 2026-07-16'],
    ['last week', '2026-07-06 2026-07-13'],
    ['this week', '2026-07-13 2026-07-16'],
    ['last month', '2026-06-01 2026-07-01'],
    ['this month', '2026-07-01 2026-08-01'],
    ['last year', '2025-01-01 2026-01-01'],
    ['this year', '2026-01-01 2027-01-01'],
    ['last Friday', '2026-07-10 2026-07-11'],
    ['on Tuesday', '2026-07-14 2026-07-15'],
    ['in 2024', '2024-01-01 2025-01-01'],
    ['in sept 2025', '2025-09-01 2025-10-01'],
    ['in early March 2026', '2026-03-01 2026-04-01'],
    ['in Q1 2026', '2026-01-01 2026-04-01'],
    ['in summer 2025', '2025-06-01 2025-09-01'],
    ['on 14.03.2026', '2026-03-14 2026-03-15'],
    ['on 03/14/2026', '2026-03-14 2026-03-15'],
    ['on 14/03/2026', '2026-03-14 2026-03-15'],
  ])('%s', (text, expected) => {
    expect(days(`What did we do ${text}?`)).toBe(expected);
  });

  it.each([
    ['since May', '2026-05-01 9999-12-31'],
    ['since last week', '2026-07-06 9999-12-31'],
    ['since Monday', '2026-07-13 9999-12-31'],
    ['since the 3rd of May', '2026-05-03 9999-12-31'],
    ['since 2025', '2025-01-01 9999-12-31'],
    ['after 5 March', '2026-03-06 9999-12-31'],
    ['after March 2026', '2026-04-01 9999-12-31'],
    ['before March', '0001-01-01 2026-03-01'],
    ['before 2026-03-10', '0001-01-01 2026-03-10'],
    ['until yesterday', '0001-01-01 2026-07-15'],
    ['prior to last month', '0001-01-01 2026-06-01'],
    ['until 2026-01-15', '0001-01-01 2026-01-16'],
    ['through January 2026', '0001-01-01 2026-02-01'],
    ['between March and May', '2026-03-01 2026-06-01'],
    ['between April and May 2026', '2026-04-01 2026-06-01'],
    ['from November to February 2026', '2025-11-01 2026-03-01'],
    ['between November and February', '2025-11-01 2026-03-01'],
    ['from 5 March to 12 March 2025', '2025-03-05 2025-03-13'],
    ['between 2024 and 2025', '2024-01-01 2026-01-01'],
  ])('%s, around what is named', (text, expected) => {
    expect(days(`What did we decide about tokens ${text}?`)).toBe(expected);
  });

  it('ignores "before", "after" and "between" without a time', () => {
    for (const text of [
      'what runs before the build',
      'the step after login and since when',
      'between the gateway and the store',
      'from the queue to May, the clerk',
    ])
      expect(days(text), text).toBeUndefined();
    expect(days('what was decided after the launch in March')).toBe('2026-03-01 2026-04-01');
  });

  it('uses the last such month or day if there is no year', () => {
    expect(days('in May')).toBe('2026-05-01 2026-06-01');
    expect(days('in September')).toBe('2025-09-01 2025-10-01');
    expect(days('15 July')).toBe('2026-07-15 2026-07-16');
    expect(days('16 July')).toBe('2025-07-16 2025-07-17');
  });

  it('never reads a weekday as today', () => {
    expect(days('last Wednesday')).toBe('2026-07-08 2026-07-09');
  });

  it('crosses the turn of the year and the end of February', () => {
    const january = Date.UTC(2026, 0, 1);
    expect(days('last month', january)).toBe('2025-12-01 2026-01-01');
    expect(days('yesterday', january)).toBe('2025-12-31 2026-01-01');
    expect(days('29 February 2024')).toBe('2024-02-29 2024-03-01');
  });

  it('ignores dates that do not exist, or uses their month', () => {
    expect(days('on the 31 of February')).toBeUndefined();
    expect(days('31 February 2026')).toBe('2026-02-01 2026-03-01');
    expect(days('2026-02-31')).toBe('2026-02-01 2026-03-01');
    for (const text of [
      '2026-13-01',
      '2026-00-10',
      '2026-13',
      'version 4-12-19',
      'it may rain',
      '2019 bananas',
    ])
      expect(days(text), text).toBeUndefined();
  });

  it('returns an interval that ends after it starts, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 4e12 }), (text, now) => {
        const time = parseQueryTime(`${text} last month 0${text}`, now);
        expect(time === undefined || time.from < time.to).toBe(true);
      }),
    );
  });
});

describe('nearness and mentionsTime', () => {
  const march = parseQueryTime('on 2026-03-10', NOW) ?? expect.fail();

  it('is 1 inside, less on the next day, little within a week, then 0', () => {
    const at = (offset: number) => nearness(march, march.from + offset);
    expect([at(0), at(DAY - 1)]).toEqual([1, 1]);
    expect([at(DAY), at(-1)]).toEqual([0.8, 0.8]);
    expect([at(3 * DAY), at(-3 * DAY)]).toEqual([0.4, 0.4]);
    expect([at(9 * DAY), at(-9 * DAY)]).toEqual([0, 0]);
  });

  it('is 1 if the text names the same day in any notation', () => {
    const says = (asked: string, text: string) => {
      const time = parseQueryTime(asked, NOW);
      return time === undefined ? undefined : mentionsTime(time, text);
    };
    expect(says('on March 5', 'moved to March 5')).toBe(1);
    expect(says('on March 5th', 'moved to 5 Mar')).toBe(1);
    expect(says('on 5 mar', 'on the 5th of March')).toBe(1);
    expect(says('last Friday', 'we meet on Fridays')).toBe(1);
    expect(says('on 2026-03-05', 'signed 2026-03-05')).toBe(1);
    expect(says('on March 5', 'moved to March 15')).toBe(0);
    expect(says('on March 5th', 'moved to March 20')).toBe(0);
    expect(says('on 5 mar', 'raised to 5 percent')).toBe(0);
    expect(says('on 5 mar', 'the 5 markets')).toBe(0);
    expect(says('yesterday', 'yesterday it rained')).toBe(0);
    expect(says('before March', 'done in March')).toBe(0);
    expect(says('before March', 'due before March')).toBe(1);
  });
});

describe('asksWhen and hasTimeWord', () => {
  it('recognize their words', () => {
    expect(['When is it?', 'how long ago was that', 'what day was it', 'since when'].map(asksWhen)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(asksWhen('whenever')).toBe(false);
    expect(hasTimeWord('since last spring')).toBe(true);
    expect(hasTimeWord('in 2024')).toBe(true);
    expect(hasTimeWord('it may hold 12')).toBe(false);
  });
});
