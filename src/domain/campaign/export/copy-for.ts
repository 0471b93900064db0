import type { CampaignEvent } from '../event.ts';
import { lineTo } from '../lineage.ts';
import { type Audience, lensFor, withFormerNames } from '../visible.ts';
import type { CampaignCopy, WholeCampaign } from './campaign-copy.ts';

/** The events of the line being played, oldest first. */
export function playedEvents({ campaign, branches, events }: WholeCampaign): readonly CampaignEvent[] {
  const line = [...lineTo(branches, campaign.branchId, campaign.turn)].reverse();
  return line.flatMap(({ branchId, after, upTo }) =>
    events.filter((event) => event.branchId === branchId && event.turn > after && event.turn <= upTo),
  );
}

/** What an audience may see. The names of what was hidden when it was removed stay hidden. */
export function copyFor(audience: Audience, whole: WholeCampaign): CampaignCopy {
  const { campaign, entities } = whole;
  const former = whole.patches.flatMap(({ target, before }) =>
    typeof before.name === 'string' ? [{ id: target, name: before.name }] : [],
  );
  const lens = lensFor(audience, withFormerNames(entities, former));
  return {
    campaign: { ...campaign, state: lens.state(campaign.state) },
    entities: entities.filter(({ isRemoved }) => !isRemoved).flatMap((entity) => lens.entity(entity) ?? []),
    events: playedEvents(whole).flatMap((event) => lens.event(event) ?? []),
  };
}
