import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateWhole } from '../../../src/domain/orientation/compose.ts';
import { mergeDuplicateRecords } from '../../../src/domain/orientation/merge-duplicates.ts';
import { RECORD_KINDS, recordLists } from '../../../src/domain/orientation/record-kinds.ts';
import { escapeUnusual } from '../../../src/domain/quote-text.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { anyBudget, anyFacts } from './any-facts.ts';
import { composeReport, WORDINGS } from './compose-report.ts';
import { headingsOf, linesOf, quotedTexts, readSection, readSum, TOTALS, tallyOf } from './read-report.ts';

const RUNS = { numRuns: 40 };
const OURS = /^(# |## |- |Not shown|Records of |The following |Nothing has )|^$|^ {2}(> |- \[)/;

/** Even where there is no room to count each section. */
const COUNTED_ALONE = ['constraints', 'gaps'];
const LISTS = RECORD_KINDS.map((kind) => kind.list);

const always = (check: (facts: Parameters<typeof composeReport>[0], budget: number) => void) =>
  fc.assert(fc.property(anyFacts, anyBudget, check), RUNS);

describe('whatever is stored, and whatever the budget', { timeout: 300_000 }, () => {
  it('the report is never longer than its budget', () =>
    always((facts, budget) => {
      expect(composeReport(facts, { budget }).report.length).toBeLessThanOrEqual(budget);
      const brief = composeReport(facts, { budget, format: 'brief' }).report;
      expect(brief.length).toBeLessThanOrEqual(Math.min(budget, 1_600));
    }));

  it('nothing else is shown while a constraint is missing, and that is a critical gap', () =>
    always((facts, budget) => {
      const { sections, gaps } = composeReport(facts, { budget });
      const isMissing = tallyOf(sections, 'constraints').leftOut > 0;
      if (isMissing) {
        const others = sections.filter(({ name, shown }) => name !== 'constraints' && shown > 0);
        expect(others).toEqual([]);
      }
      const gap = gaps.find(({ code }) => code === 'constraints_left_out');
      expect(gap?.severity).toBe(isMissing ? 'critical' : undefined);
    }));

  it('what is shown and what is left out add up, and the text says the same', () =>
    always((facts, budget) => {
      const { sections, report } = composeReport(facts, { budget });
      const sum = readSum(report);
      for (const { name, total, shown, shortened, leftOut } of sections) {
        expect(shown + leftOut, name).toBe(total);
        expect(shortened, name).toBeLessThanOrEqual(shown);
        if (sum === undefined || shown > 0 || COUNTED_ALONE.includes(name))
          expect(readSection(report, name), name).toEqual({ entries: shown, missing: leftOut });
      }
      const unseen = sections.filter(({ name, shown }) => shown === 0 && !COUNTED_ALONE.includes(name));
      if (sum !== undefined) expect(unseen.reduce((total, { leftOut }) => total + leftOut, 0)).toBe(sum);
      for (const [name, totalOf] of TOTALS)
        expect(tallyOf(sections, name).total).toBe(totalOf(mergeDuplicateRecords(facts)));
    }));

  it('everything that was considered is accounted for, at its price', () =>
    always((facts, budget) => {
      const { sections, listPlacements, reservedLength } = composeReport(facts, { budget });
      const placements = listPlacements();
      for (const { name, shown } of sections) {
        const placed = placements.filter(({ section, isShown }) => section === name && isShown);
        expect(placed.length, name).toBe(shown);
      }
      const cost = placements.reduce((sum, placement) => sum + placement.cost, 0);
      expect(cost).toBeLessThanOrEqual(reservedLength);
      for (const { why, label } of placements) expect(why && label).toBeTruthy();
    }));

  it('is rated the same, however short ids are shown, if everything fits with whole ids', () => {
    let wholeCount = 0;
    fc.assert(
      fc.property(anyFacts, anyBudget, fc.integer({ min: 0, max: 26 }), (given, budget, distinctLength) => {
        const few = recordLists(({ list }) => {
          const items = given[list].items.filter(({ length }) => length < 1_000).slice(0, 3);
          return { items, total: items.length };
        });
        const facts = { ...given, ...few, ids: { ...given.ids, distinctLength } };
        const options = { budget, wording: toolWording, wordings: WORDINGS };
        const whole = rateWhole(facts, options);
        if (whole === undefined) return;
        wholeCount += 1;
        const { score, gaps } = composeReport(facts, { budget });
        expect(score).toBe(whole.score);
        expect(gaps.map(({ code }) => code)).toEqual(whole.gaps.map(({ code }) => code));
      }),
      RUNS,
    );
    expect(wholeCount).toBeGreaterThan(5);
  });

  it('the same facts give the same report', () =>
    always((facts, budget) => {
      const again = structuredClone(facts);
      const [first, second] = [facts, again].map((same) => {
        const { listPlacements, ...composed } = composeReport(same, { budget });
        return { ...composed, placements: listPlacements() };
      });
      expect(second).toEqual(first);
    }));

  it('no line of stored text starts like a line of the report', () =>
    always((facts, budget) => {
      const { report, sections } = composeReport(facts, { budget });
      for (const line of linesOf(report)) expect(line).toMatch(OURS);
      const shown = sections.filter(
        ({ name, shown, total }) => shown > 0 || (name === 'constraints' && total > 0),
      );
      expect(headingsOf(report)).toHaveLength(1 + shown.length);
    }));

  it('quoted text is a stored text with unusual characters escaped, or the beginning of one with a mark', () =>
    always((facts, budget) => {
      const { report } = composeReport(facts, { budget });
      const stored = LISTS.flatMap((list) => facts[list].items.map(({ text }) => text));
      stored.push(...(facts.delta?.own.items ?? []).map(({ text }) => text));
      stored.push(...(facts.delta?.changed ?? []).map(({ item }) => item.text));
      stored.push(...facts.identities.map(({ text }) => text));
      const shown = stored.map(escapeUnusual);
      for (const text of quotedTexts(report)) {
        const isThere =
          shown.includes(text) ||
          shown.some((each) => text.endsWith('…') && each.startsWith(text.slice(0, -1)));
        expect(isThere, JSON.stringify(text)).toBe(true);
      }
      expect(report.isWellFormed()).toBe(true);
    }));

  it('the score is a whole number from 0 to 100 and the sum of its parts', () =>
    always((facts, budget) => {
      const { score, scoreParts } = composeReport(facts, { budget });
      expect(Number.isInteger(score)).toBe(true);
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
      expect(scoreParts.reduce((sum, part) => sum + part.earned, 0)).toBe(score);
      expect(scoreParts.reduce((sum, part) => sum + part.possible, 0)).toBe(100);
    }));
});
