import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import type { Passage } from './passage.ts';
import type { RecapLength } from './recap.ts';
import { tellMoment } from './tell-moment.ts';
import { joinedSome } from './wording.ts';

const MOST_NAMED = 3;

/** What not everyone knows, for whoever runs the game: only they are told who does. */
export function tellAside(
  event: CampaignEvent,
  entities: readonly Entity[],
  length: RecapLength,
): readonly Passage[] {
  const knowing = event.private_to.flatMap((id) => entities.filter((entity) => entity.id === id));
  if (event.visibility !== 'private' || knowing.length === 0) return tellMoment(event, length);
  const isOwn = knowing.some(
    ({ name }) => event.actor !== null && entityKey(name) === entityKey(event.actor),
  );
  // Who knows it is who did it: their words need no other name.
  const own = { ...event, actor: null, isTurn: false };
  const told = tellMoment(isOwn && knowing.length === 1 ? own : event, length);
  return told.map((each) => ({
    ...each,
    tell: (scribe, measure) => {
      const names = joinedSome(
        knowing.map(({ name }) => scribe.person(name)),
        MOST_NAMED,
      );
      const words = each.tell(scribe, measure);
      return words === '' ? '' : `Only ${names} knows this: ${words}`;
    },
  }));
}
