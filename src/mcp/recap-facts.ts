import type { SessionRecap } from '../app/campaign/recap-session.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Items of a list without what is null, false or empty in them: most of a beat or of a person is. */
const compact = (items: readonly object[]): readonly object[] =>
  items.map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => !isEmpty(value))));

/** The lists of a recap in snake case. */
export const recapLists = (recap: SessionRecap) => ({
  beats: compact(
    recap.beats.map(({ isAside, knownTo, ...beat }) => ({ ...beat, is_aside: isAside, known_to: knownTo })),
  ),
  state: compact(recap.state),
  party: compact(recap.party.map(({ hitPoints, ...member }) => ({ ...member, hit_points: hitPoints }))),
  quests: compact(recap.quests),
  threads: compact(
    recap.threads.map(({ ageTurns, ageDays, ...thread }) => ({
      ...thread,
      age_turns: ageTurns,
      age_days: ageDays,
    })),
  ),
  reminders: compact(recap.reminders),
  hooks: recap.hooks,
});
