import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent, Effect } from '../event.ts';
import { NEW_GAME } from '../game-state.ts';
import { entityKey } from '../new-entity.ts';
import { changesOf, changesTo } from './changes-of.ts';
import { ofKind } from './facts-for.ts';
import type { RecapFacts } from './recap.ts';

/** Game state and characters at the end of these events. Only what one of the events set is known of that time. */
export function stateAtEnd(facts: RecapFacts): RecapFacts {
  const { campaign, entities, events } = facts;
  const turns = events.filter(({ isTurn, visibility }) => isTurn && visibility === 'public');
  const state = {
    ...NEW_GAME,
    location: lastPlace(turns),
    in_game_date: lastDate(turns),
    in_combat: changesOf(events, 'combat').at(-1)?.effect.is_over === false,
  };
  return {
    ...facts,
    campaign: { ...campaign, state },
    entities: ofKind(entities, 'character').flatMap((each) => characterAtEnd(each, events)),
  };
}

const lastPlace = (turns: readonly CampaignEvent[]): string | null =>
  turns
    .map((turn) => changesOf([turn], 'moved').at(-1)?.effect.to ?? turn.location)
    .findLast((place) => place !== null) ?? null;

const lastDate = (turns: readonly CampaignEvent[]): string | null =>
  turns
    .map((turn) => changesOf([turn], 'time').at(-1)?.effect.to ?? turn.inGameDate)
    .findLast((date) => date !== null) ?? null;

/** Nobody whom no event changed. */
function characterAtEnd(
  entity: Entity<'character'>,
  events: readonly CampaignEvent[],
): readonly Entity<'character'>[] {
  const touched = changesTo(events, entity.name);
  const points = touched.findLast(({ kind }) => kind === 'hit_points');
  const conditions = touched.reduce<readonly string[]>(conditionsAfter, []);
  if (points?.kind !== 'hit_points' && conditions.length === 0) return [];
  // A character whose hit points no event changed is not known to be hurt.
  const hit_points =
    points?.kind === 'hit_points'
      ? { current: points.to, max: points.max, temporary: 0 }
      : { ...entity.fields.hit_points, current: entity.fields.hit_points.max };
  const fields: CharacterFields = { ...entity.fields, hit_points, conditions };
  return [{ ...entity, fields }];
}

function conditionsAfter(has: readonly string[], effect: Effect): readonly string[] {
  if (effect.kind === 'death') return [...has, 'dead'];
  if (effect.kind !== 'condition') return has;
  const gone = new Set(effect.removed.map(entityKey));
  return [...has.filter((each) => !gone.has(entityKey(each))), ...effect.added];
}
