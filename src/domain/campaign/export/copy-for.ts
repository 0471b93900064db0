import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { unflatten } from '../flat-entity.ts';
import { lineTo } from '../lineage.ts';
import type { Fields } from '../patch.ts';
import { type Audience, lensFor } from '../visible.ts';
import type { CampaignCopy, WholeCampaign } from './campaign-copy.ts';
import { sittingFor } from './sitting-for.ts';

/** The events of the line being played, oldest first. */
function playedEvents({ campaign, branches, events }: WholeCampaign): readonly CampaignEvent[] {
  const line = [...lineTo(branches, campaign.branchId, campaign.turn)].reverse();
  return line.flatMap(({ branchId, after, upTo }) =>
    events.filter((event) => event.branchId === branchId && event.turn > after && event.turn <= upTo),
  );
}

/** What was made on a branch that was left: a note may still name it, and it is as hidden as it was there. */
function leftBehind({ campaign, entities, patches }: WholeCampaign): readonly Entity[] {
  const here = new Set(entities.map(({ id }) => id));
  const elsewhere = new Map<string, Fields>();
  for (const { target, after } of patches)
    if (target.startsWith('ent_') && !here.has(target))
      elsewhere.set(target, { ...elsewhere.get(target), ...after });
  return [...elsewhere].flatMap(([id, fields]) => {
    const { id: campaignId, updatedAt } = campaign;
    const entity = unflatten(fields, { id, campaignId, updatedAt });
    return entity === undefined ? [] : [{ ...entity, isRemoved: true }];
  });
}

/** What an audience may see. The names of what was hidden when it was removed stay hidden. */
export function copyFor(audience: Audience, whole: WholeCampaign): CampaignCopy {
  const { campaign, entities } = whole;
  const former = whole.patches.flatMap(({ target, before, ...place }) =>
    typeof before.name === 'string' ? [{ ...place, id: target, name: before.name }] : [],
  );
  const line = lineTo(whole.branches, campaign.branchId, campaign.turn);
  const lens = lensFor(audience, [...entities, ...leftBehind(whole)], { line, former });
  return {
    campaign: { ...campaign, state: lens.state(campaign.state) },
    entities: entities.filter(({ isRemoved }) => !isRemoved).flatMap((entity) => lens.entity(entity) ?? []),
    events: playedEvents(whole).flatMap((event) => lens.event(event) ?? []),
    sittings: audience.kind === 'dm' ? whole.sittings : whole.sittings.map((one) => sittingFor(one, lens)),
  };
}
