import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diceTermsOf } from '../../../../src/campaign/domain/dice/dice-expression.ts';
import { parseDice } from '../../../../src/campaign/domain/dice/parse-dice.ts';
import { seededRandom } from '../../../../src/campaign/domain/dice/random.ts';
import { rollCheck, rollDice } from '../../../../src/campaign/domain/dice/roll-dice.ts';
import { ThroughlineError } from '../../../../src/domain/error.ts';

/** A notation with what it can come to, reckoned apart from the parser. */
interface Written {
  readonly text: string;
  readonly min: number;
  readonly max: number;
}

const MOST_DICE = 3_000;
const seed = fc.string({ maxLength: 12 });
const count = fc.integer({ min: 1, max: 12 });
const sides = fc.integer({ min: 2, max: 100 });
const reroll = fc.constantFrom('', 'r1', 'ro1', 'ro<3');

const plainDice = fc
  .tuple(count, sides, reroll)
  .map(([n, s, r]): Written => ({ text: `${n}d${s}${r}`, min: n, max: n * s }));
const keptDice = fc
  .tuple(count, sides, fc.constantFrom('kh', 'kl', 'dh', 'dl'), count)
  .map(([n, s, how, any]): Written => {
    const asked = Math.min(n, any);
    const kept = how.startsWith('k') ? asked : n - asked;
    return { text: `${n}d${s}${how}${asked}`, min: kept, max: kept * s };
  });
const explodingDice = fc
  .tuple(count, sides)
  .map(([n, s]): Written => ({ text: `${n}D${s}!`, min: n, max: n * s * 101 }));
const fateDice = count.map((n): Written => ({ text: `${n}dF`, min: -n, max: n }));
const constant = fc.integer({ min: 0, max: 99 }).map((n): Written => ({ text: String(n), min: n, max: n }));
const leaf = fc.oneof(plainDice, keptDice, explodingDice, fateDice, constant);

function joined(a: Written, operator: string, b: Written): Written {
  const text = `(${a.text}) ${operator} (${b.text})`;
  if (operator === '+') return { text, min: a.min + b.min, max: a.max + b.max };
  if (operator === '-') return { text, min: a.min - b.max, max: a.max - b.min };
  const corners = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
  return { text, min: Math.min(...corners), max: Math.max(...corners) };
}

const pair = fc.tuple(leaf, fc.constantFrom('+', '-', '*'), leaf).map((parts) => joined(...parts));
const divided = fc.tuple(pair, fc.integer({ min: 1, max: 9 })).map(
  ([{ text, min, max }, by]): Written => ({
    text: `-((${text})/${by})`,
    min: -Math.floor(max / by),
    max: -Math.floor(min / by),
  }),
);
const written = fc.oneof(leaf, pair, divided);

const PIECES = [
  'd',
  '6',
  '20',
  '0',
  '999',
  '%',
  'F',
  'kh',
  'dl',
  'k',
  'r',
  'ro',
  '!',
  '<',
  '>=',
  '=',
  '+',
  '-',
  '*',
  '/',
  '(',
  ')',
  ' ',
];
const NEARLY = ['d20', '999d2!', '-', '(d6)', '4dFr1', 'kh3', '+900d9ro<5', '/d4', '*(2-d2)', '!>1', 'r<2'];
const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 220 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...NEARLY), { maxLength: 5 }).map((pieces) => pieces.join('')),
);

function rolledOrRefused(notation: string) {
  try {
    return rollCheck(notation, {}, seededRandom('any'));
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error;
    expect(['dice_notation_invalid', 'dice_too_many']).toContain(error.code);
    return undefined;
  }
}

describe('whatever is rolled', () => {
  it('totals to a whole number between the least and the most it can come to', () =>
    fc.assert(
      fc.property(written, seed, ({ text, min, max }, from) => {
        const { total } = rollDice(parseDice(text), seededRandom(from));
        expect(Number.isInteger(total)).toBe(true);
        expect(total).toBeGreaterThanOrEqual(min);
        expect(total).toBeLessThanOrEqual(max);
      }),
      { numRuns: 500 },
    ));

  it('is the same for the same seed', () =>
    fc.assert(
      fc.property(written, seed, ({ text }, from) => {
        const roll = () => rollDice(parseDice(text), seededRandom(from));
        expect(roll()).toEqual(roll());
      }),
    ));

  it('shows faces that its dice have', () =>
    fc.assert(
      fc.property(written, seed, ({ text }, from) => {
        for (const die of rollDice(parseDice(text), seededRandom(from)).dice)
          for (const face of [die.rolled, ...die.rerolledFrom]) {
            expect(face).toBeGreaterThanOrEqual(die.sides === 'F' ? -1 : 1);
            expect(face).toBeLessThanOrEqual(die.sides === 'F' ? 1 : die.sides);
          }
      }),
    ));

  it('keeps as many dice as were asked for, and none worse than one left out', () =>
    fc.assert(
      fc.property(count, sides, count, fc.boolean(), seed, (n, s, any, isHighest, from) => {
        const asked = Math.min(n, any);
        const how = isHighest ? 'kh' : 'kl';
        const { dice, total } = rollDice(parseDice(`${n}d${s}${how}${asked}`), seededRandom(from));
        const inOrder = dice.map(({ rolled }) => rolled).sort((a, b) => (isHighest ? b - a : a - b));
        const best = inOrder.slice(0, asked);
        expect(dice.filter(({ isKept }) => isKept)).toHaveLength(asked);
        expect(total).toBe(best.reduce((sum, face) => sum + face, 0));
      }),
    ));

  it('is never worse with advantage and never better with disadvantage', () =>
    fc.assert(
      fc.property(seed, (from) => {
        const roll = (options: object) => rollCheck('d20', options, seededRandom(from)).total;
        expect(roll({ advantage: true })).toBeGreaterThanOrEqual(roll({}));
        expect(roll({ disadvantage: true })).toBeLessThanOrEqual(roll({}));
      }),
    ));
});

describe('whatever is written', () => {
  it('is rolled within the bounds or refused as dice, and nothing else', () =>
    fc.assert(
      fc.property(noise, (notation) => {
        const rolled = rolledOrRefused(notation);
        if (rolled === undefined) return;
        expect(rolled.dice.length).toBeLessThanOrEqual(MOST_DICE);
        expect(rolled.detail.length).toBeLessThan(12_000);
        const asked = diceTermsOf(parseDice(notation)).reduce((sum, term) => sum + term.count, 0);
        expect(asked).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 3_000 },
    ));

  const repeated = (times: number, term: string) => new Array<string>(times).fill(term).join('+');

  it.each([
    '1000d10000!>=2',
    '1000d10000r<9000!>9001kh9',
    '1000d2!kh500',
    repeated(13, '70d9999r<9998'),
    repeated(18, 'd10000r1!9'),
    repeated(100, '1'),
    '-'.repeat(20).concat('d6'),
  ])('rolls a bounded number of dice, even for %j', (notation) => {
    const rolled = rollDice(parseDice(notation), seededRandom('heavy'));
    expect(rolled.dice.length).toBeLessThanOrEqual(MOST_DICE);
    expect(rolled.detail.length).toBeLessThan(12_000);
  });

  it.each(['('.repeat(200), '-'.repeat(200), 'd6'.repeat(100), '9'.repeat(1_000_000)])(
    'is refused even when it is long',
    (notation) => {
      expect(rolledOrRefused(notation)).toBeUndefined();
    },
  );
});
