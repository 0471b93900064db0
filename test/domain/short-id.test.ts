import { describe, expect, it } from 'vitest';
import { derivedId } from '../../src/domain/id.ts';
import type { RecordType } from '../../src/domain/record/record.ts';
import {
  distinctLength,
  idShortener,
  isIdPrefix,
  listIds,
  shortenIdsInLines,
  shortenIdsInTurn,
  shownIdLength,
} from '../../src/domain/short-id.ts';
import { composeReport } from './orientation/compose-report.ts';
import { busyFacts, daysAgo, item } from './orientation/fact-fixtures.ts';

const lengthFor = (count: number, least = 0) => shownIdLength({ count, distinctLength: least });

describe('the length at which ids are shown', () => {
  it('is at least six characters, and grows with the number of ids', () => {
    expect([0, 1, 1_000, 30_000].map((count) => lengthFor(count))).toEqual([6, 6, 6, 6]);
    expect([100_000, 1_000_000, 100_000_000].map((count) => lengthFor(count))).toEqual([7, 8, 11]);
  });

  it('is never shorter than what tells the shown ids from others', () => {
    expect(lengthFor(10, 9)).toBe(9);
  });

  it('leaves about one pair alike at most', () => {
    const count = 50_000;
    const shorten = idShortener({ count, distinctLength: 0 });
    const shown = new Set(Array.from({ length: count }, (_, n) => shorten(derivedId('rec', String(n)))));
    expect(count - shown.size).toBeLessThanOrEqual(1);
  });

  it('is one of the facts of a report: the same facts with other ids around them give another text', () => {
    const few = composeReport(busyFacts({ ids: { count: 9, distinctLength: 0 } }), { budget: 8_000 }).report;
    const many = composeReport(busyFacts({ ids: { count: 1_000_000, distinctLength: 0 } }), {
      budget: 8_000,
    }).report;
    const idIn = (report: string) => /Last session (ses_\w+)/.exec(report)?.[1];
    expect(idIn(few)).toMatch(/^ses_\w{6}$/);
    expect(idIn(many)).toMatch(/^ses_\w{8}$/);
    expect(idIn(many)).toContain(idIn(few));
  });
});

describe('shortening', () => {
  const shorten = idShortener({ count: 5, distinctLength: 0 });

  it('keeps the type and leaves all other text alone', () => {
    expect(shorten('rec_0123456789abcdefghjkmnpqrs')).toBe('rec_012345');
    for (const text of ['rec_1', 'ses_6f1a2b3c4ffeAbCdEfGhIjKlMn', 'a rec_0123456789abcdefghjkmnpqrs', ''])
      expect(shorten(text)).toBe(text);
  });

  it('makes a prefix that a call accepts', () => {
    expect(isIdPrefix(shorten('cap_0123456789abcdefghjkmnpqrs'))).toBe(true);
    for (const text of ['rec_', 'rec_0123456789abcdefghjkmnpqrs', 'rec_I', 'abc_0123', 'a rec_0123'])
      expect(isIdPrefix(text), text).toBe(false);
  });

  it('tells how many characters distinguish two ids', () => {
    expect(distinctLength('rec_0123456789', 'rec_0123956789')).toBe(5);
    expect(distinctLength('rec_0', 'rec_1')).toBe(1);
  });
});

describe('shortening a text of ours', () => {
  const shorten = idShortener({ count: 5, distinctLength: 0 });
  const ID = 'rec_0123456789abcdefghjkmnpqrs';

  it('shortens ids in its own lines, after a color too, and leaves quoted text as it is', () => {
    const text = `See ${ID} and "${ID}".\n- > ${ID}\n  > ${ID}\n\u001b[1m${ID}\u001b[22m\nIn "the ${ID}".`;
    expect(shortenIdsInLines(text, shorten)).toBe(
      `See rec_012345 and "rec_012345".\n- > ${ID}\n  > ${ID}\n\u001b[1mrec_012345\u001b[22m\nIn "the ${ID}".`,
    );
    expect(listIds((one) => shortenIdsInLines(text, one))).toEqual([ID]);
  });

  it('shortens the id in our description of a turn, and none in words of others', () => {
    expect(shortenIdsInTurn(`Deleted a memory (${ID}). Reason: like ${ID}`, shorten)).toBe(
      `Deleted a memory (rec_012345). Reason: like ${ID}`,
    );
    expect(shortenIdsInTurn(`Note: Stored a memory (${ID}).`, shorten)).toContain(ID);
  });
});

describe('room in a report', () => {
  const facts = (type: RecordType, count: number) => ({
    items: Array.from({ length: count }, (_, n) =>
      item(type, `${type} ${n}: keep the reader and the writer of the queue apart.`, {
        id: derivedId('rec', type, String(n)),
        createdAt: daysAgo(n / 10),
      }),
    ),
    total: count,
  });
  const shownAt = (distinct: number) => {
    const { sections, reservedLength } = composeReport(
      busyFacts({
        ids: { count: 5_000, distinctLength: distinct },
        constraints: facts('constraint', 12),
        warnings: facts('warning', 12),
        openLoops: facts('open_loop', 40),
        lessons: facts('lesson', 60),
        decisions: facts('decision', 60),
        preferences: facts('preference', 30),
      }),
      { budget: 8_000 },
    );
    const items = sections.reduce((sum, { shown }) => sum + shown, 0);
    return { items, perItem: reservedLength / items };
  };

  it('is used for more items where ids are short', () => {
    const [whole, short] = [shownAt(26), shownAt(6)];
    expect(short.items).toBeGreaterThanOrEqual(whole.items * 1.15);
    expect(short.perItem).toBeLessThan(whole.perItem);
  });
});
