import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';

type Events = readonly CampaignEvent[];

/** Events a character was present at without being named: moves of the party, and what happened to the whole party
 *  between two of their own events of the same session, unless it happened elsewhere. */
export function alongWith(events: Events, isOwn: (event: CampaignEvent) => boolean): Events {
  const before = nearestOwn(events, isOwn);
  const after = nearestOwn(events.toReversed(), isOwn);
  return events.filter((event) => isOfAll(event) && isAlong(event, before.get(event), after.get(event)));
}

/** For each event the last of their own before it in the same session. */
function nearestOwn(
  events: Events,
  isOwn: (event: CampaignEvent) => boolean,
): ReadonlyMap<CampaignEvent, CampaignEvent | undefined> {
  const last = new Map<string | null, CampaignEvent>();
  return new Map(
    events.map((event) => {
      const nearest = last.get(event.sessionId);
      if (isOwn(event)) last.set(event.sessionId, event);
      return [event, nearest];
    }),
  );
}

function isAlong(
  event: CampaignEvent,
  before: CampaignEvent | undefined,
  after: CampaignEvent | undefined,
): boolean {
  const move = event.effects.find(({ kind }) => kind === 'moved');
  if (before !== undefined && after !== undefined) {
    const hasMoved = !isSame(placeAfter(before), after.location);
    return hasMoved || isSame(event.location, after.location);
  }
  if (move?.kind !== 'moved') return false;
  return before === undefined
    ? after !== undefined && isSame(move.to, after.location)
    : isSame(move.from, placeAfter(before));
}

/** A public move of the party, or an event without an actor and without named characters. */
const isOfAll = ({ visibility, actor, isTurn, characters, effects }: CampaignEvent): boolean =>
  visibility === 'public' &&
  (effects.some(({ kind, visibility: seen }) => kind === 'moved' && seen === 'public') ||
    (actor === null && (isTurn || characters.length === 0)));

function placeAfter({ effects, location }: CampaignEvent): string | null {
  const move = effects.findLast(({ kind }) => kind === 'moved');
  return move?.kind === 'moved' ? move.to : location;
}

const isSame = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && entityKey(a) === entityKey(b));
