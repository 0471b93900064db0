export const DICE_LIMITS = {
  notationLength: 200,
  /** A constant, a count, a threshold. */
  number: 1_000_000,
  /** Of any result on the way, above and below zero. */
  result: 1_000_000_000_000,
  dice: 1_000,
  sides: 10_000,
  nesting: 20,
  /** Explosions of one die, and rerolls of one die. */
  extrasPerDie: 100,
  /** Explosions and rerolls of a whole roll, so that an answer stays readable. */
  extras: 2_000,
} as const;
