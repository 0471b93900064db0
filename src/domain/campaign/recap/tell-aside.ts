import type { Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import type { Measure, Passage } from './passage.ts';
import { tellMoment } from './tell-moment.ts';
import { joinedSome } from './wording.ts';

const MOST_NAMED = 3;

/** What not everyone knows, for whoever runs the game: only they are told who does. */
export function tellAside(
  event: CampaignEvent,
  entities: readonly Entity[],
  measure: Measure,
): readonly Passage[] {
  const knowing = event.private_to.flatMap((id) => entities.filter((entity) => entity.id === id));
  if (event.visibility !== 'private' || knowing.length === 0) return tellMoment(event, measure);
  const isOwn = knowing.some(
    ({ name }) => event.actor !== null && entityKey(name) === entityKey(event.actor),
  );
  const told = tellMoment(isOwn && knowing.length === 1 ? { ...event, actor: null } : event, measure);
  return told.map((each) => ({
    ...each,
    tell: (scribe) => {
      const names = joinedSome(
        knowing.map(({ name }) => scribe.person(name)),
        MOST_NAMED,
      );
      const words = each.tell(scribe);
      return words === '' ? '' : `Only ${names} knew this: ${words}`;
    },
  }));
}
