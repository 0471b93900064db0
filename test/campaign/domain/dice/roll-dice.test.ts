import { describe, expect, it } from 'vitest';
import { parseDice } from '../../../../src/campaign/domain/dice/parse-dice.ts';
import { rollDice } from '../../../../src/campaign/domain/dice/roll-dice.ts';
import type { Random } from '../../../../src/domain/id.ts';
import { refusalOf } from './refusal-of.ts';
import { scripted } from './scripted.ts';

const roll = (notation: string, ...faces: readonly number[]) =>
  rollDice(parseDice(notation), scripted(...faces));

describe('a roll shows its dice, its sums and its total', () => {
  it.each([
    ['7', [], '7'],
    ['d20', [14], 'd20 [14] = 14'],
    ['2d6+3', [2, 5], '2d6 [2, 5] + 3 = 7 + 3 = 10'],
    ['4d6kh3+3', [6, 5, 4, 1], '4d6kh3 [6, 5, 4, ~1~] + 3 = 15 + 3 = 18'],
    ['4d6dl1', [6, 1, 4, 1], '4d6dl1 [6, 1, 4, ~1~] = 11'],
    ['2d20kl1', [3, 18], '2d20kl1 [3, ~18~] = 3'],
    ['3d8dh', [8, 2, 8], '3d8dh [~8~, 2, 8] = 10'],
    ['2d6kh2', [1, 2], '2d6kh2 [1, 2] = 3'],
    ['2d6dl2', [1, 2], '2d6dl2 [~1~, ~2~] = 0'],
    ['1d6!kh2', [6, 2], '1d6!kh2 [6!, 2] = 8'],
    ['3d6!', [6, 6, 2, 1, 3], '3d6! [6!, 6!, 2, 1, 3] = 18'],
    ['2d6!>=5kh2', [5, 1, 4], '2d6!>=5kh2 [5!, ~1~, 4] = 9'],
    ['2d6r1', [1, 1, 4, 3], '2d6r1 [1→1→4, 3] = 7'],
    ['d6r<6', [1, 2, 3, 4, 6], 'd6r<6 [1→…→6] = 6'],
    ['2d6ro<3', [1, 2, 5], '2d6ro<3 [1→2, 5] = 7'],
    ['2d6r1!', [1, 6, 1, 2, 3], '2d6r1! [1→6!, 1→2, 3] = 11'],
    ['d%', [100], 'd% [100] = 100'],
    ['4dF', [1, 2, 3, 1], '4dF [-1, 0, 1, -1] = -1'],
    ['(2d6 + d4) * 2', [1, 2, 3], '(2d6 [1, 2] + d4 [3]) * 2 = (3 + 3) * 2 = 12'],
    ['-d4+1', [3], '-d4 [3] + 1 = -3 + 1 = -2'],
    ['7/2', [], '7 / 2 = 3'],
    ['-7/2', [], '-7 / 2 = -4'],
    ['10-2-3', [], '10 - 2 - 3 = 5'],
    ['0*-1', [], '0 * -1 = 0'],
  ] as const)('%s', (notation, faces, detail) => {
    const rolled = roll(notation, ...faces);
    expect(rolled.detail).toBe(detail);
    expect(rolled.total).toBe(Number(detail.split(' = ').at(-1)));
    expect(rolled.isCutShort).toBe(false);
  });

  it('shows the result of every die', () => {
    expect(roll('2d6r1!kh1', 1, 6, 2, 3).dice).toEqual([
      { sides: 6, rolled: 6, isKept: true, isExploded: true, rerolledFrom: [1] },
      { sides: 6, rolled: 2, isKept: false, isExploded: false, rerolledFrom: [] },
      { sides: 6, rolled: 3, isKept: false, isExploded: false, rerolledFrom: [] },
    ]);
  });

  it('writes out fifty dice of a term and counts the rest', () => {
    const { detail, dice } = rollDice(parseDice('1000d1'), { below: () => 0 });
    expect(detail).toMatch(/^1000d1 \[(1, ){50}… 950 more\] = 1000$/);
    expect(dice).toHaveLength(1000);
  });
});

describe('a roll that would never end', () => {
  const alwaysHighest: Random = { below: (n) => n - 1 };
  const alwaysLowest: Random = { below: () => 0 };
  const STOPPED = ' (explosions or rerolls stopped at their limit)';

  it('stops after 100 explosions of a die and says so', () => {
    const { dice, total, detail, isCutShort } = rollDice(parseDice('d6!'), alwaysHighest);
    expect({ count: dice.length, total, isCutShort }).toEqual({ count: 101, total: 606, isCutShort: true });
    expect(dice.at(-1)?.isExploded).toBe(false);
    expect(detail.endsWith(` = 606${STOPPED}`)).toBe(true);
  });

  it('stops after 100 rerolls of a die and says so', () => {
    const { dice, detail, isCutShort } = rollDice(parseDice('d6r1'), alwaysLowest);
    expect(dice.map(({ rerolledFrom }) => rerolledFrom.length)).toEqual([100]);
    expect({ detail, isCutShort }).toEqual({ detail: `d6r1 [1→…→1] = 1${STOPPED}`, isCutShort: true });
  });

  it('stops after 2,000 explosions and rerolls of a roll and says so', () => {
    const { dice, isCutShort } = rollDice(parseDice('500d6!+500d6!'), alwaysHighest);
    expect({ count: dice.length, isCutShort }).toEqual({ count: 3_000, isCutShort: true });
  });

  it('is not reported for a reroll that happens once', () =>
    expect(rollDice(parseDice('d6ro1'), alwaysLowest).isCutShort).toBe(false));
});

describe('a roll is refused', () => {
  it.each(['1/0', '5+d6/(d4-d4)'])('when %s divides by zero', (notation) => {
    const { code, message } = refusalOf(() => rollDice(parseDice(notation), { below: () => 0 }));
    expect(code).toBe('dice_notation_invalid');
    expect(message).toContain(`after position ${notation.indexOf('/') + 1}`);
  });

  it('when a result is over 1,000,000,000,000', () => {
    expect(roll('1000000*1000000').total).toBe(1e12);
    for (const over of ['1000000*1000000+1', '-1000000*1000000-1'])
      expect(refusalOf(() => roll(over)).code).toBe('dice_too_many');
  });
});
