/** How much of each the tools of a campaign take; what comes from a file is held to the same. */
export const CAMPAIGN_LIMITS = {
  /** Of somebody, something or a date. */
  name: 200,
  /** Of a flag, a coin, an ability, a rule. */
  key: 100,
  /** A race, a giver, an owner. */
  label: 1_000,
  /** Above and below zero: hit points, coins of one purchase. */
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
