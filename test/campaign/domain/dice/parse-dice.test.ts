import { describe, expect, it } from 'vitest';
import { type DiceTerm, diceTermsOf } from '../../../../src/campaign/domain/dice/dice-expression.ts';
import { parseDice } from '../../../../src/campaign/domain/dice/parse-dice.ts';
import { refusalOf } from './refusal-of.ts';

const dice = (term: Partial<DiceTerm>) => ({ kind: 'dice', count: 1, ...term });
const constant = (value: number) => ({ kind: 'constant', value });

describe('a dice term', () => {
  it.each([
    ['d20', { text: 'd20', sides: 20 }],
    ['2d6', { text: '2d6', count: 2, sides: 6 }],
    ['D%', { text: 'd%', sides: 100 }],
    ['4df', { text: '4dF', count: 4, sides: 'F' }],
    ['4d6kh3', { text: '4d6kh3', count: 4, sides: 6, selection: { how: 'kh', count: 3 } }],
    ['4d6k3', { text: '4d6k3', count: 4, sides: 6, selection: { how: 'kh', count: 3 } }],
    ['4D6DL1', { text: '4d6dl1', count: 4, sides: 6, selection: { how: 'dl', count: 1 } }],
    ['2d20kl', { text: '2d20kl', count: 2, sides: 20, selection: { how: 'kl', count: 1 } }],
    ['3d8dh', { text: '3d8dh', count: 3, sides: 8, selection: { how: 'dh', count: 1 } }],
    ['3d6!', { text: '3d6!', count: 3, sides: 6, explode: { comparison: '=', value: 6 } }],
    ['3d6!>=5', { text: '3d6!>=5', count: 3, sides: 6, explode: { comparison: '>=', value: 5 } }],
    ['3d6!5', { text: '3d6!5', count: 3, sides: 6, explode: { comparison: '=', value: 5 } }],
    ['4dF!', { text: '4dF!', count: 4, sides: 'F', explode: { comparison: '=', value: 1 } }],
    [
      '2d6r1',
      { text: '2d6r1', count: 2, sides: 6, reroll: { when: { comparison: '=', value: 1 }, isOnce: false } },
    ],
    [
      '2d6ro<3',
      { text: '2d6ro<3', count: 2, sides: 6, reroll: { when: { comparison: '<', value: 3 }, isOnce: true } },
    ],
    [
      '4dFr=-1',
      {
        text: '4dFr=-1',
        count: 4,
        sides: 'F',
        reroll: { when: { comparison: '=', value: -1 }, isOnce: false },
      },
    ],
    [
      '4 d 6 r < 2 ! KH 3',
      {
        text: '4d6r<2!kh3',
        count: 4,
        sides: 6,
        reroll: { when: { comparison: '<', value: 2 }, isOnce: false },
        explode: { comparison: '=', value: 6 },
        selection: { how: 'kh', count: 3 },
      },
    ],
  ] as const)('reads %s', (notation, term) => expect(parseDice(notation)).toEqual(dice(term as DiceTerm)));

  it('takes its modifiers in any order', () => {
    const { text: _, ...one } = parseDice('4d6kh3!r1') as DiceTerm;
    expect(parseDice('4d6r1!kh3')).toMatchObject(one);
  });
});

describe('an expression', () => {
  it('may be a constant alone', () => expect(parseDice(' 7 ')).toEqual(constant(7)));

  it('multiplies before it adds, and goes from left to right', () => {
    expect(parseDice('1-2*3-4')).toMatchObject({
      operator: '-',
      left: { operator: '-', left: constant(1), right: { operator: '*' } },
      right: constant(4),
    });
  });

  it('takes a minus after an explosion as a subtraction', () =>
    expect(parseDice('3d6!-1')).toMatchObject({ operator: '-', left: { text: '3d6!' }, right: constant(1) }));

  it('keeps parentheses and minus signs', () =>
    expect(parseDice('-(d4)')).toMatchObject({
      kind: 'negated',
      inner: { kind: 'group', inner: { sides: 4 } },
    }));

  it('lists its dice terms in reading order', () =>
    expect(diceTermsOf(parseDice('(2d6+1)*d8 - -d4')).map(({ text }) => text)).toEqual(['2d6', 'd8', 'd4']));
});

describe('a notation that is no notation says where and what was expected', () => {
  it.each([
    ['', 'expected a number, dice or "(" at position 1, found the end'],
    ['   ', 'expected a number, dice or "(" at position 1, found the end'],
    ['2d6+', 'expected a number, dice or "(" at position 5, found the end'],
    ['2d6 + ', 'expected a number, dice or "(" at position 6, found the end'],
    ['+3', 'expected a number, dice or "(" at position 1, found "+"'],
    ['d', 'expected 1 to 10000 sides, % or F at position 2, found the end'],
    ['2d', 'expected 1 to 10000 sides, % or F at position 3, found the end'],
    ['d0', 'expected 1 to 10000 sides, % or F at position 2, found "0"'],
    ['0d6', 'expected at least 1 die at position 1, found "0"'],
    ['2d6 3', 'expected an operator or the end at position 5, found "3"'],
    ['2d6)', 'expected an operator or the end at position 4, found ")"'],
    ['d6d6', 'expected an operator or the end at position 3, found "d"'],
    ['3d6!!', 'one explosion and one keep or drop at most, found another at position 5'],
    ['(2d6', 'expected an operator or ")" at position 5, found the end'],
    ['2d6 ; x', 'expected a number, dice or an operator at position 5, found ";"'],
    ['2d6+🎲', 'expected a number, dice or an operator at position 5, found "🎲"'],
    ['1.5', 'expected a number, dice or an operator at position 2, found "."'],
    ['4d6kh0', 'expected how many dice, at least 1, at position 6, found "0"'],
    ['1d6kh5', '1d6kh5 rolls 1 die and would keep 5'],
    ['2+3d6dl4', '3d6dl4 rolls 3 dice and would drop 4'],
    ['4d6kh3kl1', 'found another at position 7'],
    ['2d6r', 'expected the face to reroll, such as 1 or <3 at position 5, found the end'],
    ['2d6!>', 'expected a number after > at position 6, found the end'],
    ['2+d1!', 'expected a face that ends the explosion at position 3, found none: d1! is endless'],
    ['3d6!>=1', '3d6!>=1 is endless'],
    ['d2r1!', 'd2r1! is endless'],
    ['2d6r<7', 'expected a face that ends the reroll at position 1, found none'],
  ])('%j', (notation, problem) => {
    const { code, message, fields } = refusalOf(() => parseDice(notation));
    expect(code).toBe('dice_notation_invalid');
    expect(message).toContain(problem);
    expect(fields).toMatchObject([{ field: 'notation' }]);
  });
});

describe('a notation over a limit names it', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
  const atLimit = ['1000d10000', '1000000', nested(20), `${'-'.repeat(20)}1`, '1'.padEnd(200)];

  it.each(atLimit)('and %j is within', (notation) => expect(parseDice(notation)).toBeDefined());

  it.each([
    ['1001d6', 1_000],
    ['600d6+400d6+1d6', 1_000],
    ['d10001', 10_000],
    ['1000001', 1_000_000],
    ['9'.repeat(200), 1_000_000],
    [nested(21), 20],
    ['-'.repeat(199), 20],
    ['1'.padEnd(201), 200],
  ])('%j', (notation, limit) => {
    const { code, fields } = refusalOf(() => parseDice(notation));
    expect(code).toBe('dice_too_many');
    expect(fields).toMatchObject([{ field: 'notation', limit }]);
  });
});
