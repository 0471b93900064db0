import type { CampaignEvent } from '../event.ts';
import { type Passage, passage } from './passage.ts';
import { raisedBy } from './raised.ts';
import type { RecapLength } from './recap.ts';
import { deadIn, tellDeath } from './tell-death.ts';
import { isStep, tellQuest, tellThread } from './tell-quest.ts';
import { baseWeight, DEATH_WEIGHT, effectWeight, MOST_IMPORTANT } from './weigh.ts';
import { capitalized, named } from './wording.ts';

/** Deaths, returns, quests and threads: each is a sentence of its own, wherever it happened. In few words a step of a quest
 *  is not: what was done says more. */
export function turningPoints(
  event: CampaignEvent,
  length: RecapLength,
  { tellsDeaths } = { tellsDeaths: true },
): readonly Passage[] {
  const point = (weight: number, tell: Passage['tell'], over: Partial<Passage> = {}) =>
    passage(
      [event],
      baseWeight(event) + weight,
      (scribe, measure) => {
        const told = tell(scribe, measure);
        scribe.speaker = null;
        return told;
      },
      over,
    );
  const isDeath = tellsDeaths && deadIn(event).length > 0;
  const deaths = isDeath
    ? [
        point(DEATH_WEIGHT, (scribe, measure) => tellDeath(event, scribe, measure), {
          importance: MOST_IMPORTANT,
        }),
      ]
    : [];
  const others = event.effects.flatMap((effect) => {
    const raised = raisedBy(effect);
    if (raised !== undefined)
      return [
        point(DEATH_WEIGHT, () => `${capitalized(named(raised))} is brought back to life.`, {
          importance: MOST_IMPORTANT,
        }),
      ];
    if (effect.kind === 'quest')
      return isStep(effect) && length === 'brief'
        ? []
        : [point(effectWeight(effect), (_, measure) => tellQuest(effect, event, measure))];
    if (effect.kind === 'thread')
      return [point(effectWeight(effect), (scribe) => tellThread(effect, event, scribe))];
    return [];
  });
  return [...deaths, ...others];
}
