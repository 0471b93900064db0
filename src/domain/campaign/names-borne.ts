import type { Instant } from '../instant.ts';
import type { Entity, EntityKind } from './entity.ts';
import type { CampaignEvent } from './event.ts';
import type { Stretch } from './lineage.ts';
import { entityKey } from './new-entity.ts';

/** When a name was given up for another. */
export interface GivenUp {
  readonly branchId: string;
  readonly turn: number;
  /** Its place among the patches of its turn. */
  readonly number: number;
  readonly at: Instant;
}

/** A name that something bore. */
export interface FormerName extends GivenUp {
  readonly id: string;
  readonly name: string;
}

/** What is known of names that were given up: all of them, and the line being played, newest stretch first. */
export interface NamesGivenUp {
  readonly line: readonly Stretch[];
  readonly former: readonly FormerName[];
}

type Kinds = readonly EntityKind[];

/** Whom names mean. Whoever bears a name has it; where nobody does, it leads to whoever bore it last. */
export interface NamesBorne {
  meant(name: string, kinds: Kinds): Entity | undefined;
  /** The same at the time an event was told. */
  meantIn(event: CampaignEvent, name: string, kinds: Kinds): Entity | undefined;
}

type Place = Pick<GivenUp, 'branchId' | 'turn'>;

/** How far along the line, newest stretch first, something stands; undefined for what is on another. */
function stretchOf(line: readonly Stretch[], { branchId, turn }: Place): number | undefined {
  const at = line.findIndex((one) => one.branchId === branchId && turn > one.after && turn <= one.upTo);
  return at < 0 ? undefined : line.length - at;
}

/** Those of the line, oldest first. */
export const onLine = <One extends GivenUp>(line: readonly Stretch[], all: readonly One[]): readonly One[] =>
  all
    .map((one) => ({ one, stretch: stretchOf(line, one) ?? -1 }))
    .filter(({ stretch }) => stretch >= 0)
    .sort((a, b) => a.stretch - b.stretch || a.one.turn - b.one.turn || a.one.number - b.one.number)
    .map(({ one }) => one);

/** Someone who bore a name, from when until when. */
interface Bearing {
  readonly entity: Entity;
  /** undefined: since it was made. */
  readonly since: GivenUp | undefined;
  readonly until: GivenUp;
}

function bearingsOf(
  former: readonly FormerName[],
  byId: ReadonlyMap<string, Entity>,
): { readonly byKey: ReadonlyMap<string, readonly Bearing[]>; readonly last: ReadonlyMap<string, GivenUp> } {
  const byKey = new Map<string, Bearing[]>();
  const last = new Map<string, GivenUp>();
  for (const one of former) {
    const entity = byId.get(one.id);
    if (entity === undefined) continue;
    const key = entityKey(one.name);
    byKey.set(key, [...(byKey.get(key) ?? []), { entity, since: last.get(one.id), until: one }]);
    last.set(one.id, one);
  }
  return { byKey, last };
}

const keyOf = (kind: EntityKind, name: string) => `${kind} ${entityKey(name)}`;

/** The first that any of the kinds gives, the likeliest first. */
function firstOf<Found>(kinds: Kinds, find: (kind: EntityKind) => Found | undefined): Found | undefined {
  for (const kind of kinds) {
    const found = find(kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `entities` are at least those that had other names, and those that bear such names now. */
export function namesBorne({ line, former }: NamesGivenUp, entities: readonly Entity[]): NamesBorne {
  const { byKey, last } = bearingsOf(
    onLine(line, former),
    new Map(entities.map((entity) => [entity.id, entity])),
  );
  const bearers = new Map(
    entities.filter(({ isRemoved }) => !isRemoved).map((entity) => [keyOf(entity.kind, entity.name), entity]),
  );
  const bearingsIn = (name: string, kind: EntityKind) =>
    (byKey.get(entityKey(name)) ?? []).filter(({ entity }) => entity.kind === kind);

  /** A turn is told before anything else is changed in it. */
  const isAfter = (given: GivenUp, event: CampaignEvent): boolean => {
    const [one, other] = [stretchOf(line, given) ?? 0, stretchOf(line, event) ?? 0];
    if (one !== other) return one > other;
    if (given.turn !== event.turn) return given.turn > event.turn;
    return event.isTurn || given.at >= event.at;
  };
  const hadIt = (entity: Entity, since: GivenUp | undefined, event: CampaignEvent): boolean =>
    since === undefined ? entity.createdAt <= event.at : !isAfter(since, event);

  return {
    meant: (name, kinds) =>
      firstOf(kinds, (kind) => bearers.get(keyOf(kind, name))) ??
      firstOf(kinds, (kind) => bearingsIn(name, kind).findLast(({ entity }) => !entity.isRemoved)?.entity),
    meantIn: (event, name, kinds) =>
      firstOf(kinds, (kind) => {
        const was = bearingsIn(name, kind).find(
          ({ entity, since, until }) => isAfter(until, event) && hadIt(entity, since, event),
        );
        if (was !== undefined) return was.entity;
        const is = bearers.get(keyOf(kind, name));
        return is !== undefined && hadIt(is, last.get(is.id), event) ? is : undefined;
      }) ??
      firstOf(
        kinds,
        (kind) => bearingsIn(name, kind).findLast(({ until }) => !isAfter(until, event))?.entity,
      ),
  };
}
