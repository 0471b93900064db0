import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandWording } from '../../../src/cli/command-wording.ts';
import type { SurfaceWording } from '../../../src/domain/next-step.ts';
import { type ComposeOptions, composeOrientation } from '../../../src/domain/orientation/compose.ts';
import type { OrientationFacts } from '../../../src/domain/orientation/facts.ts';
import type { Orientation } from '../../../src/domain/orientation/orientation.ts';
import { toolWording } from '../../../src/mcp/tool-wording.ts';
import { anyBudget, anyFacts } from './any-facts.ts';
import { composeReport, WORDINGS } from './compose-report.ts';
import { busyFacts, many } from './fact-fixtures.ts';

const anyFormat = fc.constantFrom('full' as const, 'brief' as const);
const anyOwner = fc.boolean();

/** Everything but the words, and the number of tokens they take. */
const withoutWords = ({ report: _, estimatedTokens: __, listPlacements, ...rest }: Orientation) => ({
  ...rest,
  placements: listPlacements(),
});

const limitOf = ({ budget, format }: Pick<ComposeOptions, 'budget' | 'format'>) =>
  format === 'brief' ? Math.min(budget, 1_600) : budget;

describe('on every surface', { timeout: 300_000 }, () => {
  it('the same facts and budget give the same sections, score, gaps and placements, within the budget', () =>
    fc.assert(
      fc.property(anyFacts, anyBudget, anyFormat, anyOwner, (any, budget, format, isOwnProject) => {
        const facts = { ...any, isOwnProject };
        const composed = WORDINGS.map((wording) => composeReport(facts, { budget, format }, wording));
        const [first, ...others] = composed.map(withoutWords);
        for (const other of others) expect(other).toEqual(first);
        for (const { report, reservedLength } of composed) {
          expect(reservedLength).toBeLessThanOrEqual(limitOf({ budget, format }));
          expect(report.length).toBeLessThanOrEqual(reservedLength);
          expect(report).not.toContain('\0');
        }
      }),
      { numRuns: 50 },
    ));

  it('the same holds where only a character decides what fits', () => {
    const facts = busyFacts({ warnings: many('warning', 9, (at) => `Warning ${at} of many.`) });
    for (let budget = 1_200; budget <= 1_700; budget += 1) {
      const [first, second] = WORDINGS.map((wording) => composeReport(facts, { budget }, wording));
      expect(second && withoutWords(second), `${budget}`).toEqual(first && withoutWords(first));
    }
  });
});

describe('room that is reserved for the wording of one surface only', () => {
  const composeAlone = (facts: OrientationFacts, budget: number, wording: SurfaceWording) =>
    withoutWords(composeOrientation(facts, { budget, wording, wordings: [wording] })).sections;

  it('would give different sections, so the checks above can fail', () => {
    const budgets = Array.from({ length: 200 }, (_, at) => 500 + at * 10);
    const differing = budgets.filter(
      (budget) =>
        JSON.stringify(composeAlone(busyFacts(), budget, toolWording)) !==
        JSON.stringify(composeAlone(busyFacts(), budget, commandWording)),
    );
    expect(differing.length).toBeGreaterThan(0);
  });
});
