import type { CharacterFields, Entity } from '../entity.ts';
import type { CampaignEvent } from '../event.ts';
import { changesTo } from './changes-of.ts';
import { whatPutCondition, whatPutPoints } from './put-so.ts';
import type { RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';
import { isDead } from './tell-death.ts';
import { capitalized, joined, named } from './wording.ts';

type Character = Entity<'character'>;
type Events = readonly CampaignEvent[];

interface Told {
  readonly text: string;
  readonly events: readonly string[];
}

/** Characters. */
const HURT_ROOM: Readonly<Record<RecapLength, number>> = { brief: 150, standard: 500, detailed: 1_500 };
const MOST_CONDITIONS = 3;

/** Who is hurt: first those whom events left so, then those of whom no event says it. */
export function tellHurt(
  party: readonly Character[],
  events: Events,
  scribe: Scribe,
  length: RecapLength,
): readonly Told[] {
  const hurt = party.filter(isHurt).map((each) => ({ ...each, from: whatHurt(each, events) }));
  const groups = [
    hurt.filter(({ from }) => from !== undefined),
    hurt.filter(({ from }) => from === undefined),
  ];
  const room = HURT_ROOM[length];
  let used = 0;
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const told = group.map(
        ({ name, fields }, at) => `${scribe.person(name)} ${joined(ailsOf(fields, at > 0))}`,
      );
      const text = `${capitalized(listFitting(told, room - used, used > 0))}.`;
      used += text.length;
      return { text, events: group.flatMap(({ from = [] }) => from) };
    });
}

/** Only where events healed those who had been hurt. */
export function tellUnhurt(party: readonly Character[], events: Events): readonly Told[] {
  const isTouched = ({ name }: Character) =>
    changesTo(events, name).some(({ kind }) => kind === 'hit_points');
  const healed = party
    .filter(isTouched)
    .map(({ name, fields }) => whatPutPoints(events, name, fields.hit_points));
  const isKnown = party.length > 1 && healed.length > 0 && healed.every((ids) => ids.length > 0);
  return isKnown ? [{ text: 'Nobody in the party is hurt.', events: healed.flat() }] : [];
}

const isHurt = ({ fields }: Character): boolean => ailsOf(fields).length > 0;

/** The events that left somebody in all that is told of them; undefined where that is not so. */
function whatHurt({ name, fields }: Character, events: Events): readonly string[] | undefined {
  const { hit_points, conditions } = fields;
  const isGone = conditions.some(isDead);
  const told = isGone ? ['dead'] : conditions.slice(0, MOST_CONDITIONS);
  const ways = told.map((condition) => whatPutCondition(events, name, condition));
  const isWounded = !isGone && hit_points.current < hit_points.max;
  const all = isWounded ? [whatPutPoints(events, name, hit_points), ...ways] : ways;
  return all.every((ids) => ids.length > 0) ? all.flat() : undefined;
}

/** As many as have room, and how many there are besides. */
function listFitting(told: readonly string[], room: number, isMore: boolean): string {
  let size = 0;
  const most = told.findIndex((each) => {
    size += each.length + 2;
    return size > room;
  });
  if (most === -1) return told.join('; ');
  const more = told.length - most;
  const rest = `${more}${most > 0 || isMore ? ' more' : ''} ${more === 1 ? 'is' : 'are'} hurt`;
  return [...told.slice(0, most), rest].join('; ');
}

/** Hit points are called so once. */
function ailsOf(fields: CharacterFields, isTold = false): readonly string[] {
  if (fields.conditions.some(isDead)) return ['is dead'];
  const { current, max } = fields.hit_points;
  const conditions = fields.conditions.slice(0, MOST_CONDITIONS).map(named);
  return [
    ...(current < max ? [`has ${current} of ${max}${isTold ? '' : ' hit points'}`] : []),
    ...(conditions.length > 0 ? [`is ${joined(conditions)}`] : []),
  ];
}
