import type { CampaignEvent } from '../../domain/campaign/event.ts';
import type { GameState } from '../../domain/campaign/game-state.ts';
import type { LineUp } from '../../domain/campaign/recap/line-up.ts';
import type { Lens } from '../../domain/campaign/visible.ts';
import type { Deps } from '../deps.ts';
import { lineOf, type Played } from './find-entity.ts';

/** How the initiative changed while these events happened, oldest first, under the names people bear now. */
export async function listLineUps(
  deps: Pick<Deps, 'store'>,
  campaign: Played,
  events: readonly CampaignEvent[],
  lens: Lens,
): Promise<readonly LineUp[]> {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined) return [];
  const line = (await lineOf(deps, campaign))
    .map(({ branchId, after, upTo }) => ({
      branchId,
      after: Math.max(after, first.turn - 1),
      upTo: Math.min(upTo, last.turn),
    }))
    .filter(({ after, upTo }) => upTo > after)
    .reverse();
  const names = (initiative: unknown) =>
    ((initiative ?? []) as GameState['initiative']).map(({ name }) => lens.meant(name, ['character', 'npc']));
  const lineUps: LineUp[] = [];
  for (const stretch of line) {
    const patches = await deps.store.campaigns.listPatches(campaign.id, stretch);
    for (const { target, turn, before, after } of patches)
      if (target === 'state' && 'initiative' in after)
        lineUps.push({ turn, before: names(before.initiative), after: names(after.initiative) });
  }
  return lineUps;
}
