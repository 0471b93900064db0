import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget, fitText, sizeIn } from '../../../src/domain/orientation/fit-budget.ts';
import { MAX_BUDGET, MIN_BUDGET, type Orientation } from '../../../src/domain/orientation/orientation.ts';

/** Fills its budget with this text, as a composer does that has more to say than fits. */
const filling =
  (text: string, asked: number[] = []) =>
  (characters: number) => {
    asked.push(characters);
    const report = text.repeat(Math.ceil(characters / text.length)).slice(0, characters);
    return { report } as Orientation;
  };

describe('a budget', () => {
  it('in characters is composed for as it is', () => {
    const asked: number[] = [];
    const { report } = fitBudget({ size: 2_000, unit: 'characters' }, filling('語', asked));
    expect(asked).toEqual([2_000]);
    expect(sizeIn('characters', report)).toBe(2_000);
    expect(sizeIn('bytes', report)).toBe(6_000);
  });

  it('in bytes is composed for once where only the marks of a report take more than one', () => {
    const asked: number[] = [];
    const line = '- > 12 parser cache index queue worker\n  - [rec_dxhvw79 · today]\n';
    const { report } = fitBudget({ size: 2_000, unit: 'bytes' }, filling(line, asked));
    expect(asked).toEqual([1_920]);
    expect(sizeIn('bytes', report)).toBeGreaterThan(1_900);
  });

  it('in bytes is kept and nearly used up, whatever the text', () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyText, fc.integer({ min: MIN_BUDGET * 3, max: 20_000 }), (text, size) => {
        const asked: number[] = [];
        const { report } = fitBudget({ size, unit: 'bytes' }, filling(text, asked));
        expect(sizeIn('bytes', report)).toBeLessThanOrEqual(size);
        expect(sizeIn('bytes', report)).toBeGreaterThan(size * 0.8);
        expect(asked.length).toBeLessThan(10);
      }),
    );
  });

  it('in tokens is kept and nearly used up, whatever the text', () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(anyText, fc.integer({ min: MIN_BUDGET, max: 5_000 }), (text, size) => {
        const { report } = fitBudget({ size, unit: 'tokens' }, filling(text));
        expect(sizeIn('tokens', report)).toBeLessThanOrEqual(size);
        expect(sizeIn('tokens', report)).toBeGreaterThan(size * 0.8);
      }),
    );
  });

  it('is kept by a text that is shortened as well, in every unit', () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 });
    const anyUnit = fc.constantFrom('characters' as const, 'bytes' as const, 'tokens' as const);
    fc.assert(
      fc.property(anyText, anyUnit, fc.integer({ min: 20, max: 150 }), (text, unit, size) => {
        const shown = fitText({ size, unit }, (characters) => `## ${text.slice(0, characters)}`);
        expect(sizeIn(unit, shown)).toBeLessThanOrEqual(size);
      }),
    );
  });

  it('in bytes never asks for more or fewer characters than a report may have', () => {
    const asked: number[] = [];
    fitBudget({ size: MAX_BUDGET * 2, unit: 'bytes' }, filling('語', asked));
    fitBudget({ size: 900, unit: 'bytes' }, filling('語', asked));
    expect(Math.max(...asked)).toBe(MAX_BUDGET);
    expect(Math.min(...asked)).toBe(MIN_BUDGET);
  });
});
