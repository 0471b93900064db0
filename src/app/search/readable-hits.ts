import { isOnLine, type Stretch } from '../../domain/campaign/lineage.ts';
import { transcriptKey } from '../../domain/capture/capture-texts.ts';
import { lineOf } from '../campaign/find-entity.ts';
import type { World } from '../world.ts';
import type { Searched } from './searched-doc.ts';

/** Events of games that were played on a branch that was left; they no longer happened. */
export async function rewoundEvents(world: World, texts: readonly Searched[]): Promise<ReadonlySet<string>> {
  const ids = texts.filter(({ kind }) => kind === 'event').map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const lines = new Map<string, readonly Stretch[]>();
  const left = new Set<string>();
  for (const event of await world.store.campaigns.findEvents(ids)) {
    const { campaignId } = event;
    const campaign = lines.has(campaignId) ? undefined : await world.store.campaigns.find(campaignId);
    if (campaign !== undefined) lines.set(campaignId, await lineOf(world, campaign));
    if (!isOnLine(lines.get(campaignId) ?? [], event)) left.add(event.id);
  }
  return left;
}

/** The capture that holds a line of a session's transcript, to be read whole. */
export async function captureOf(
  world: World,
  { id, sessionId, part }: Searched,
): Promise<string | undefined> {
  if (sessionId === null) return undefined;
  const { items } = await world.store.captures.list({ sessionId }, 200, null);
  const holds = ({ capture }: (typeof items)[number]) =>
    transcriptKey(capture) === id && capture.firstLine <= part && part <= capture.lastLine;
  return items.find(holds)?.capture.id;
}
