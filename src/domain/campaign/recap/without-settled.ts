import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';

/** What these events leave: a thread that one of them opens and another ties up is told by the latter. */
export function withoutSettled(events: readonly CampaignEvent[]): readonly CampaignEvent[] {
  const settled = new Set<string>();
  const isLeft = (effect: Effect): boolean => {
    if (effect.kind !== 'thread') return true;
    const key = entityKey(effect.thread);
    if (effect.status === 'open') return !settled.has(key);
    settled.add(key);
    return true;
  };
  return events
    .toReversed()
    .map((event) => ({ ...event, effects: event.effects.toReversed().filter(isLeft).toReversed() }))
    .toReversed();
}
