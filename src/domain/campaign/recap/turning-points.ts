import type { CampaignEvent } from '../event.ts';
import { type Passage, passage } from './passage.ts';
import { deadIn, tellDeath } from './tell-death.ts';
import { tellQuest, tellThread } from './tell-quest.ts';
import { baseWeight, DEATH_WEIGHT, effectWeight } from './weigh.ts';

/** Deaths, quests and threads: each is a sentence of its own, wherever it happened. */
export function turningPoints(
  event: CampaignEvent,
  { tellsDeaths } = { tellsDeaths: true },
): readonly Passage[] {
  const point = (weight: number, tell: Passage['tell']) =>
    passage([event], baseWeight(event) + weight, (scribe, measure) => {
      const told = tell(scribe, measure);
      scribe.speaker = null;
      return told;
    });
  const isDeath = tellsDeaths && deadIn(event).length > 0;
  const deaths = isDeath ? [point(DEATH_WEIGHT, (scribe, measure) => tellDeath(event, scribe, measure))] : [];
  const others = event.effects.flatMap((effect) => {
    if (effect.kind === 'quest')
      return [point(effectWeight(effect), (_, measure) => tellQuest(effect, event, measure))];
    if (effect.kind === 'thread')
      return [point(effectWeight(effect), (scribe) => tellThread(effect, event, scribe))];
    return [];
  });
  return [...deaths, ...others];
}
