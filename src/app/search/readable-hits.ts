import { isOnLine, type Stretch } from '../../domain/campaign/lineage.ts';
import { transcriptKey } from '../../domain/capture/capture-texts.ts';
import { lineOf } from '../campaign/find-entity.ts';
import type { Deps } from '../deps.ts';
import type { Searched } from './searched-doc.ts';

/** Events of games that were played on a branch that was left; they no longer happened. */
export async function rewoundEvents(
  deps: Pick<Deps, 'store'>,
  texts: readonly Searched[],
): Promise<ReadonlySet<string>> {
  const ids = texts.filter(({ kind }) => kind === 'event').map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const lines = new Map<string, readonly Stretch[]>();
  const left = new Set<string>();
  for (const event of await deps.store.campaigns.findEvents(ids)) {
    const { campaignId } = event;
    const campaign = lines.has(campaignId) ? undefined : await deps.store.campaigns.find(campaignId);
    if (campaign !== undefined) lines.set(campaignId, await lineOf(deps, campaign));
    if (!isOnLine(lines.get(campaignId) ?? [], event)) left.add(event.id);
  }
  return left;
}

const MAX_CAPTURES = 200;

/** By key of a text, the capture that holds that line of a session's transcript, to be read whole. */
export async function capturesOf(
  deps: Pick<Deps, 'store'>,
  texts: readonly Searched[],
): Promise<ReadonlyMap<string, string>> {
  const lines = texts.filter(({ kind, sessionId }) => kind === 'capture' && sessionId !== null);
  if (lines.length === 0) return new Map();
  const sessionIds = new Set(lines.flatMap(({ sessionId }) => sessionId ?? []));
  const captures = await deps.store.captures.listOfSessions([...sessionIds], MAX_CAPTURES);
  return new Map(
    lines.flatMap(({ key, id, part }) => {
      const capture = captures.find(
        (one) => transcriptKey(one) === id && one.firstLine <= part && part <= one.lastLine,
      );
      return capture === undefined ? [] : [[key, capture.id] as const];
    }),
  );
}
