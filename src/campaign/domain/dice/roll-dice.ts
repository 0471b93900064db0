import type { Random } from '../../../domain/id.ts';
import type { RolledDice } from '../event.ts';
import {
  DICE_LIMITS,
  type DiceExpression,
  type DiceTerm,
  diceNotationInvalid,
  diceTermsOf,
  diceTooMany,
  highestFace,
  isMet,
  lowestFace,
  type Operation,
  type Selection,
  type Sides,
} from './dice-expression.ts';
import { checkDiceCount, parseDice } from './parse-dice.ts';

interface RolledDie {
  readonly sides: Sides;
  readonly rolled: number;
  readonly isKept: boolean;
  /** The next die was rolled because of this one. */
  readonly isExploded: boolean;
  readonly rerolledFrom: readonly number[];
}

class ExtraRolls {
  #left: number = DICE_LIMITS.extras;
  isCutShort = false;

  take(takenByThisDie: number): boolean {
    if (this.#left === 0 || takenByThisDie >= DICE_LIMITS.extrasPerDie) {
      this.isCutShort = true;
      return false;
    }
    this.#left -= 1;
    return true;
  }
}

const sumOf = (dice: readonly RolledDie[]): number =>
  dice.reduce((sum, die) => sum + (die.isKept ? die.rolled : 0), 0);

interface RolledTwice {
  readonly term: DiceTerm;
  readonly how: 'advantage' | 'disadvantage';
}

function chooseRoll(how: RolledTwice['how'], first: RolledDie[], second: RolledDie[]): RolledDie[] {
  const gain = sumOf(second) - sumOf(first);
  const isSecondTaken = how === 'advantage' ? gain > 0 : gain < 0;
  return isSecondTaken ? [...dropAll(first), ...second] : [...first, ...dropAll(second)];
}

const dropAll = (dice: readonly RolledDie[]): RolledDie[] => dice.map((die) => ({ ...die, isKept: false }));

function rollPool(term: DiceTerm, random: Random, extras: ExtraRolls): RolledDie[] {
  const dice = Array.from({ length: term.count }, () => rollChain(term, random, extras)).flat();
  if (term.selection === undefined) return dice;
  const kept = keptIndexes(dice, term.selection);
  return dice.map((die, index) => ({ ...die, isKept: kept.has(index) }));
}

function keptIndexes(dice: readonly RolledDie[], { how, count }: Selection): Set<number> {
  const face = (index: number) => dice[index]?.rolled ?? 0;
  const highestFirst = [...dice.keys()].sort((a, b) => face(b) - face(a));
  const kept = {
    kh: highestFirst.slice(0, count),
    kl: highestFirst.toReversed().slice(0, count),
    dh: highestFirst.slice(count),
    dl: highestFirst.toReversed().slice(count),
  };
  return new Set(kept[how]);
}

function rollChain(term: DiceTerm, random: Random, extras: ExtraRolls): RolledDie[] {
  const { explode } = term;
  const chain: RolledDie[] = [];
  for (;;) {
    const die = rollDie(term, random, extras);
    const isExploded = explode !== undefined && isMet(explode, die.rolled) && extras.take(chain.length);
    chain.push({ ...die, isExploded });
    if (!isExploded) return chain;
  }
}

function rollDie({ sides, reroll }: DiceTerm, random: Random, extras: ExtraRolls): RolledDie {
  const lowest = lowestFace(sides);
  const face = () => lowest + random.below(highestFace(sides) - lowest + 1);
  const most = reroll === undefined ? 0 : reroll.isOnce ? 1 : Number.POSITIVE_INFINITY;
  const rerolledFrom: number[] = [];
  let rolled = face();
  while (
    reroll &&
    rerolledFrom.length < most &&
    isMet(reroll.when, rolled) &&
    extras.take(rerolledFrom.length)
  ) {
    rerolledFrom.push(rolled);
    rolled = face();
  }
  return { sides, rolled, isKept: true, isExploded: false, rerolledFrom };
}

const MAX_SHOWN = 50;

/** `4d6kh3 [6!, 5, 1→4, ~1~]`: 6 exploded, 4 was a 1 before its reroll, the last 1 was dropped. */
function renderDice(text: string, dice: readonly RolledDie[]): string {
  const faces = dice.slice(0, MAX_SHOWN).map(renderDie);
  if (dice.length > MAX_SHOWN) faces.push(`… ${dice.length - MAX_SHOWN} more`);
  return `${text} [${faces.join(', ')}]`;
}

function renderDie({ rolled, isKept, isExploded, rerolledFrom }: RolledDie): string {
  const before = rerolledFrom.length > 2 ? [rerolledFrom[0], '…'] : rerolledFrom;
  const face = [...before, `${rolled}${isExploded ? '!' : ''}`].join('→');
  return isKept ? face : `~${face}~`;
}

interface RollResult {
  readonly total: number;
  /** `4d6kh3 [6, 5, 4, ~1~] + 3 = 15 + 3 = 18` */
  readonly detail: string;
  /** In the order of rolling; explosions follow their cause. */
  readonly dice: readonly RolledDie[];
  /** Explosions or rerolls were stopped at a limit; `detail` says so too. */
  readonly isCutShort: boolean;
}

/** `faces` shows each die; `sums` shows the sum of each term. */
interface Part {
  readonly value: number;
  readonly faces: string;
  readonly sums: string;
  readonly dice: readonly RolledDie[];
}

export function rollDice(expression: DiceExpression, random: Random, twice?: RolledTwice): RollResult {
  const extras = new ExtraRolls();
  const rollTerm = (term: DiceTerm): Part => {
    const first = rollPool(term, random, extras);
    if (twice?.term !== term) return sumPart(term.text, first);
    const dice = chooseRoll(twice.how, first, rollPool(term, random, extras));
    return sumPart(`${term.text} with ${twice.how}`, dice);
  };
  const { value: total, faces, sums, dice } = rollPart(expression, rollTerm);
  const { isCutShort } = extras;
  const stopped = isCutShort ? ' (explosions or rerolls stopped at their limit)' : '';
  const detail = [...new Set([faces, sums, String(total)])].join(' = ') + stopped;
  return { total, detail, dice, isCutShort };
}

function rollPart(part: DiceExpression, rollTerm: (term: DiceTerm) => Part): Part {
  switch (part.kind) {
    case 'constant':
      return { value: part.value, faces: String(part.value), sums: String(part.value), dice: [] };
    case 'dice':
      return rollTerm(part);
    case 'negated': {
      const inner = rollPart(part.inner, rollTerm);
      return { ...inner, value: 0 - inner.value, faces: `-${inner.faces}`, sums: `-${inner.sums}` };
    }
    case 'group': {
      const inner = rollPart(part.inner, rollTerm);
      return { ...inner, faces: `(${inner.faces})`, sums: `(${inner.sums})` };
    }
    case 'operation':
      return combineParts(part, rollPart(part.left, rollTerm), rollPart(part.right, rollTerm));
  }
}

function sumPart(text: string, dice: readonly RolledDie[]): Part {
  const value = sumOf(dice);
  return { value, faces: renderDice(text, dice), sums: String(value), dice };
}

const combineParts = (operation: Operation, left: Part, right: Part): Part => ({
  value: calculate(operation, left.value, right.value),
  faces: `${left.faces} ${operation.operator} ${right.faces}`,
  sums: `${left.sums} ${operation.operator} ${right.sums}`,
  dice: [...left.dice, ...right.dice],
});

function calculate({ operator, position }: Operation, left: number, right: number): number {
  if (operator === '/' && right === 0)
    throw diceNotationInvalid(`expected a divisor other than 0 after position ${position}, found 0`);
  const value = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => Math.floor(left / right),
  }[operator]();
  const limit = DICE_LIMITS.result;
  if (Math.abs(value) > limit)
    throw diceTooMany(`the result at position ${position} is over ${limit}`, limit);
  return value + 0; // -0 is 0
}

interface CheckOptions {
  readonly advantage?: boolean | undefined;
  readonly disadvantage?: boolean | undefined;
}

/** Advantage rolls the first d20 twice and keeps the higher, disadvantage the lower; both cancel out. */
export function rollCheck(notation: string, options: CheckOptions, random: Random): RollResult {
  const { advantage = false, disadvantage = false } = options;
  const expression = parseDice(notation);
  if (advantage === disadvantage) return rollDice(expression, random);
  const how = advantage ? 'advantage' : 'disadvantage';
  const term = getD20(expression, how);
  checkDiceCount(expression, 1);
  return rollDice(expression, random, { term, how });
}

function getD20(expression: DiceExpression, field: string): DiceTerm {
  const d20 = diceTermsOf(expression).find(({ sides }) => sides === 20);
  const leaveOut = `Leave \`${field}\` out, or`;
  if (d20 === undefined)
    throw diceNotationInvalid('expected a d20 in the notation, found none', field, `${leaveOut} roll a d20.`);
  if (d20.count === 1) return d20;
  const example = `d20+${d20.count - 1}d20`;
  throw diceNotationInvalid(
    `expected one d20, found ${d20.text}`,
    field,
    `${leaveOut} write a single d20 first, such as ${example}.`,
  );
}

/** A roll with a `total` was made by a player; one without is rolled here. */
export interface RollInput {
  readonly notation: string;
  readonly label?: string | undefined;
  readonly total?: number | undefined;
  readonly detail?: string | undefined;
}

export function resolveRoll({ notation, label, total, detail }: RollInput, dice: Random): RolledDice {
  if (total !== undefined)
    return { label: label ?? null, notation, total, detail: detail ?? `${notation} = ${total}` };
  const rolled = rollCheck(notation, {}, dice);
  return { label: label ?? null, notation, total: rolled.total, detail: rolled.detail };
}
