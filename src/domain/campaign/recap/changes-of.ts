import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';

type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

export interface Made<Kind extends Effect['kind']> {
  readonly event: CampaignEvent;
  readonly effect: Of<Kind>;
}

/** What events changed of one kind, oldest first. */
export const changesOf = <Kind extends Effect['kind']>(
  events: readonly CampaignEvent[],
  kind: Kind,
): readonly Made<Kind>[] =>
  events.flatMap((event) =>
    event.effects
      .filter((effect): effect is Of<Kind> => effect.kind === kind)
      .map((effect) => ({ event, effect })),
  );

/** What they changed of somebody. */
export const changesTo = (events: readonly CampaignEvent[], who: string): readonly Effect[] =>
  events
    .flatMap(({ effects }) => effects)
    .filter((effect) => 'who' in effect && entityKey(effect.who) === entityKey(who));
