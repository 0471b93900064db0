import type { CampaignEvent } from '../event.ts';
import { type Measure, type Passage, passage } from './passage.ts';
import type { Scribe } from './scribe.ts';
import { deadIn, tellDeath } from './tell-death.ts';
import { tellQuest, tellThread } from './tell-quest.ts';
import { baseWeight, DEATH_WEIGHT, effectWeight } from './weigh.ts';

/** Deaths, quests and threads: each is a sentence of its own, wherever it happened. */
export function turningPoints(event: CampaignEvent, measure: Measure): readonly Passage[] {
  const point = (weight: number, tell: (scribe: Scribe) => string) =>
    passage([event], baseWeight(event) + weight, (scribe) => {
      scribe.speaker = null;
      return tell(scribe);
    });
  const deaths =
    deadIn(event).length === 0 ? [] : [point(DEATH_WEIGHT, (scribe) => tellDeath(event, scribe, measure))];
  const others = event.effects.flatMap((effect) => {
    if (effect.kind === 'quest')
      return [point(effectWeight(effect), () => tellQuest(effect, event, measure))];
    if (effect.kind === 'thread')
      return [point(effectWeight(effect), (scribe) => tellThread(effect, event, scribe))];
    return [];
  });
  return [...deaths, ...others];
}
