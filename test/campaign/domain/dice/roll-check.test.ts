import { describe, expect, it } from 'vitest';
import { rollCheck } from '../../../../src/campaign/domain/dice/roll-dice.ts';
import { refusalOf } from './refusal-of.ts';
import { scripted } from './scripted.ts';

const ADVANTAGE = { advantage: true };
const DISADVANTAGE = { disadvantage: true };
const BOTH = { ...ADVANTAGE, ...DISADVANTAGE };

describe('a check', () => {
  it.each([
    [
      'keeps the higher with advantage',
      'd20+5',
      ADVANTAGE,
      [8, 15],
      'd20 with advantage [~8~, 15] + 5 = 15 + 5 = 20',
    ],
    [
      'keeps the lower with disadvantage',
      'd20',
      DISADVANTAGE,
      [15, 8],
      'd20 with disadvantage [~15~, 8] = 8',
    ],
    ['keeps the first of two equals', 'd20', ADVANTAGE, [9, 9], 'd20 with advantage [9, ~9~] = 9'],
    ['rolls once when both are given', 'd20', BOTH, [8], 'd20 [8] = 8'],
    ['needs no d20 when both are given', 'd6', BOTH, [2], 'd6 [2] = 2'],
    ['rolls once when neither is given', 'd20', {}, [8], 'd20 [8] = 8'],
    [
      'doubles the first d20 only',
      'd4+d20+d20',
      ADVANTAGE,
      [4, 1, 2, 3],
      'd4 [4] + d20 with advantage [~1~, 2] + d20 [3] = 4 + 2 + 3 = 9',
    ],
    [
      'finds a d20 in parentheses',
      '-(d20-1)',
      ADVANTAGE,
      [1, 2],
      '-(d20 with advantage [~1~, 2] - 1) = -(2 - 1) = -1',
    ],
    [
      'compares whole terms, each with its rerolls',
      'd20r1',
      ADVANTAGE,
      [1, 12, 3],
      'd20r1 with advantage [1→12, ~3~] = 12',
    ],
  ] as const)('%s', (_rule, notation, options, faces, detail) =>
    expect(rollCheck(notation, options, scripted(...faces)).detail).toBe(detail),
  );

  it.each(['advantage', 'disadvantage'] as const)('without a d20 refuses %s by name', (field) => {
    const refusal = refusalOf(() => rollCheck('2d6+3', { [field]: true }, scripted()));
    expect(refusal).toMatchObject({ code: 'dice_notation_invalid', fields: [{ field }] });
    expect(refusal.hint).toContain(`Leave \`${field}\` out`);
  });

  it.each(['2d20', '2d20kl1', '3d20+d20'])('of several d20 at once refuses advantage: %s', (notation) => {
    const refusal = refusalOf(() => rollCheck(notation, ADVANTAGE, scripted()));
    expect(refusal).toMatchObject({ code: 'dice_notation_invalid', fields: [{ field: 'advantage' }] });
    expect(refusal.hint).toContain('a single d20');
  });

  it('counts the second roll towards the limit of dice', () =>
    expect(refusalOf(() => rollCheck('999d6+d20', ADVANTAGE, scripted())).code).toBe('dice_too_many'));
});
