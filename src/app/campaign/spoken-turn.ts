import type { CampaignEvent } from '../../domain/campaign/event.ts';

/** A turn as its session tells it: what only some may know is not told there, nor who did it. */
export const spokenTurn = ({
  turn,
  actor,
  description,
  visibility,
}: Pick<CampaignEvent, 'turn' | 'actor' | 'description' | 'visibility'>) =>
  visibility === 'public'
    ? { who: actor, what: description }
    : { who: null, what: `Turn ${turn}, not told to all.` };
