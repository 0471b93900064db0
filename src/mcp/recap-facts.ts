import type { SessionRecap } from '../app/campaign/recap-session.ts';

/** A recap as the wire spells it. */
export const recapFacts = (recap: SessionRecap) => ({
  text: recap.text,
  campaign: recap.campaign,
  session_id: recap.sessionId,
  events_left_out: recap.leftOut,
  lists: {
    sentences: recap.sentences.map(({ text, events, isState, isAside }) => ({
      text,
      events,
      is_state: isState,
      is_aside: isAside,
    })),
    party: recap.party.map(({ hitPoints, ...member }) => ({ ...member, hit_points: hitPoints })),
    quests: recap.quests,
    threads: recap.threads.map(({ ageTurns, ageDays, ...thread }) => ({
      ...thread,
      age_turns: ageTurns,
      age_days: ageDays,
    })),
    reminders: recap.reminders,
    hooks: recap.hooks,
  },
});
