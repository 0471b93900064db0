import {
  type DiceTerm,
  highestFace,
  isMet,
  lowestFace,
  type Selection,
  type Sides,
} from './dice-expression.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import type { Random } from './random.ts';

export interface RolledDie {
  readonly sides: Sides;
  readonly rolled: number;
  /** Counts towards the total. */
  readonly isKept: boolean;
  /** The die after this one was rolled because of it. */
  readonly isExploded: boolean;
  /** What it showed before, first to last. */
  readonly rerolledFrom: readonly number[];
}

/** What one roll may still reroll and explode; it remembers whether it ever had to say no. */
export class Extras {
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

export const sumOf = (dice: readonly RolledDie[]): number =>
  dice.reduce((sum, die) => sum + (die.isKept ? die.rolled : 0), 0);

export function rollTerm(term: DiceTerm, random: Random, extras: Extras): RolledDie[] {
  const first = rollPool(term, random, extras);
  if (term.twice === undefined) return first;
  const second = rollPool(term, random, extras);
  const isSecondBetter = sumOf(second) > sumOf(first);
  const isSecondTaken = term.twice === 'advantage' ? isSecondBetter : sumOf(second) < sumOf(first);
  return isSecondTaken ? [...leave(first), ...second] : [...first, ...leave(second)];
}

const leave = (dice: readonly RolledDie[]): RolledDie[] => dice.map((die) => ({ ...die, isKept: false }));

function rollPool(term: DiceTerm, random: Random, extras: Extras): RolledDie[] {
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

/** A die and the dice its explosions brought. */
function rollChain(term: DiceTerm, random: Random, extras: Extras): RolledDie[] {
  const { explode } = term;
  const chain: RolledDie[] = [];
  for (;;) {
    const die = rollDie(term, random, extras);
    const isExploded = explode !== undefined && isMet(explode, die.rolled) && extras.take(chain.length);
    chain.push({ ...die, isExploded });
    if (!isExploded) return chain;
  }
}

function rollDie({ sides, reroll }: DiceTerm, random: Random, extras: Extras): RolledDie {
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
