import { asLeft } from './as-left.ts';
import { factsFor } from './facts-for.ts';
import { hooksOf } from './hooks.ts';
import { isCharacter, missedBy } from './missed-by.ts';
import { passagesOf } from './passages-of.ts';
import { titled } from './quoted.ts';
import type { Recap, RecapFacts, RecapOptions } from './recap.ts';
import { renderRecap } from './render-prose.ts';
import { castOf } from './scribe.ts';
import { partyOf, questsOf, remindersOf, threadsOf } from './standing.ts';
import { stateSentence } from './tell-standing.ts';
import { named } from './wording.ts';
import { writeRecap } from './write-recap.ts';

const ASIDE_LEAD = { dm: 'Behind the screen:', party: '', character: 'Not for every ear:' } as const;

/** What happened, to be read aloud. Nothing that the audience may not see has any part in it. */
export function composeRecap(all: RecapFacts, options: RecapOptions): Recap {
  const { length, audience, absentCharacter } = options;
  const seen = factsFor(all, audience);
  const standing = all.isPast === true ? asLeft(seen) : seen;
  const facts =
    absentCharacter === undefined ? seen : factsFor(missedBy(all, absentCharacter, audience), audience);
  const passages = passagesOf(facts, options, standing.campaign.state.in_combat);
  const opening = openingOf(facts, absentCharacter);
  const telling = writeRecap({
    opening,
    asideLead: ASIDE_LEAD[audience.kind],
    passages,
    standing,
    cast: castOf(facts.entities),
    length,
  });
  const told = telling.paragraphs.flat();
  const cited = new Set(told.filter(({ isState }) => !isState).flatMap(({ events }) => events));
  const leftOut = (all.untold ?? 0) + facts.events.filter(({ id }) => !cited.has(id)).length;
  const threads = threadsOf(facts);
  const reminders = remindersOf(facts);
  return {
    text: renderRecap(telling, leftOut, length),
    sentences: [stateSentence(opening, []), ...told],
    leftOut,
    party: partyOf(facts),
    quests: questsOf(facts),
    threads,
    reminders,
    hooks: hooksOf(facts, threads, reminders, length),
  };
}

function openingOf({ campaign, sitting, events, entities }: RecapFacts, absent: string | undefined): string {
  const title = sitting?.title == null ? '' : `, ${titled(sitting.title, 60)}`;
  const on = `${named(campaign.name)}${title}`;
  if (absent === undefined)
    return events.length === 0 ? `Nothing has happened yet on ${on}.` : `Previously on ${on}:`;
  const who = named(entities.find(isCharacter(absent))?.name ?? absent);
  return events.length === 0
    ? `On ${on}, ${who} missed nothing.`
    : `Previously on ${on}, while ${who} was away:`;
}
