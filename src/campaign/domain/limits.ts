/** Limits of the campaign tools. Imported files must stay within them as well. */
export const CAMPAIGN_LIMITS = {
  /** A name of an entity or a date. */
  name: 200,
  /** A name of a flag, a coin, an ability or a rule. */
  key: 100,
  /** Such as a race, a giver or an owner. */
  label: 1_000,
  /** Absolute value, such as hit points or the coins of one purchase. */
  count: 1_000_000,
  level: 1_000,
  list: 500,
  flag: 2_000,
  description: 5_000,
  setting: 2_000,
  rule: 1_000,
  rolls: 50,
  rollDetail: 2_000,
  rollLabel: 300,
  /** Changes of one turn. */
  changes: 200,
  leastImportance: 1,
  mostImportance: 5,
} as const;
