import type { Instant } from '../../domain/instant.ts';
import type { Branch } from './campaign.ts';
import type { Entity, EntityKind, VisibleTo } from './entity.ts';
import type { CampaignEvent } from './event.ts';
import { type BranchSegment, isInLineage, lineageOf } from './lineage.ts';
import { entityKey } from './name-key.ts';

/** When an entity was renamed. */
export interface RenamePoint {
  readonly branchId: string;
  readonly turn: number;
  /** Its position among the patches of its turn. */
  readonly number: number;
  readonly at: Instant;
}

export interface FormerName extends RenamePoint {
  readonly id: string;
  readonly name: string;
}

/** All former names, and the lineage of the current branch, newest segment first. */
export interface NameHistory {
  readonly lineage: readonly BranchSegment[];
  readonly formerNames: readonly FormerName[];
}

type Kinds = readonly EntityKind[];

/** Finds entities by name: the one that has the name, else the one that had it last. */
interface NameResolver {
  find(name: string, kinds: Kinds): Entity | undefined;
  /** The same at the time of an event. */
  findAt(event: CampaignEvent, name: string, kinds: Kinds): Entity | undefined;
}

type Place = Pick<RenamePoint, 'branchId' | 'turn'>;

/** The position of a turn in the lineage, counted from the oldest segment; undefined if it is on another branch. */
function segmentIndex(lineage: readonly BranchSegment[], { branchId, turn }: Place): number | undefined {
  const at = lineage.findIndex((one) => one.branchId === branchId && turn > one.after && turn <= one.upTo);
  return at < 0 ? undefined : lineage.length - at;
}

/** Only those in the lineage, oldest first. */
export const inLineageOrder = <One extends RenamePoint>(
  lineage: readonly BranchSegment[],
  all: readonly One[],
): readonly One[] =>
  all
    .map((one) => ({ one, segment: segmentIndex(lineage, one) ?? -1 }))
    .filter(({ segment }) => segment >= 0)
    .sort((a, b) => a.segment - b.segment || a.one.turn - b.one.turn || a.one.number - b.one.number)
    .map(({ one }) => one);

/** An entity had a name from `since` until `until`. */
interface NameTenure {
  readonly entity: Entity;
  /** undefined: since its creation. */
  readonly since: RenamePoint | undefined;
  readonly until: RenamePoint;
}

function tenuresOf(
  formerNames: readonly FormerName[],
  byId: ReadonlyMap<string, Entity>,
): {
  readonly byKey: ReadonlyMap<string, readonly NameTenure[]>;
  readonly last: ReadonlyMap<string, RenamePoint>;
} {
  const byKey = new Map<string, NameTenure[]>();
  const last = new Map<string, RenamePoint>();
  for (const one of formerNames) {
    const entity = byId.get(one.id);
    if (entity === undefined) continue;
    const key = entityKey(one.name);
    byKey.set(key, [...(byKey.get(key) ?? []), { entity, since: last.get(one.id), until: one }]);
    last.set(one.id, one);
  }
  return { byKey, last };
}

const keyOf = (kind: EntityKind, name: string) => `${kind} ${entityKey(name)}`;

function firstOf<Found>(kinds: Kinds, find: (kind: EntityKind) => Found | undefined): Found | undefined {
  for (const kind of kinds) {
    const found = find(kind);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `entities` must include those that were renamed, and those that now have one of these former names. */
export function createNameResolver(
  { lineage, formerNames }: NameHistory,
  entities: readonly Entity[],
): NameResolver {
  const { byKey, last } = tenuresOf(
    inLineageOrder(lineage, formerNames),
    new Map(entities.map((entity) => [entity.id, entity])),
  );
  const bearers = new Map(
    entities.filter(({ isRemoved }) => !isRemoved).map((entity) => [keyOf(entity.kind, entity.name), entity]),
  );
  const bearingsIn = (name: string, kind: EntityKind) =>
    (byKey.get(entityKey(name)) ?? []).filter(({ entity }) => entity.kind === kind);

  /** The event of a turn comes before other changes at that turn. */
  const isAfter = (given: RenamePoint, event: CampaignEvent): boolean => {
    const [one, other] = [segmentIndex(lineage, given) ?? 0, segmentIndex(lineage, event) ?? 0];
    if (one !== other) return one > other;
    if (given.turn !== event.turn) return given.turn > event.turn;
    return event.isTurn || given.at >= event.at;
  };
  const hadIt = (entity: Entity, since: RenamePoint | undefined, event: CampaignEvent): boolean =>
    since === undefined ? entity.createdAt <= event.at : !isAfter(since, event);

  return {
    find: (name, kinds) =>
      firstOf(kinds, (kind) => bearers.get(keyOf(kind, name))) ??
      firstOf(kinds, (kind) => bearingsIn(name, kind).findLast(({ entity }) => !entity.isRemoved)?.entity),
    findAt: (event, name, kinds) =>
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

/** A change of the name or visibility of an entity, on any branch. */
export interface NameChange extends RenamePoint {
  readonly id: string;
  readonly name: string | undefined;
  readonly visibility: VisibleTo['visibility'] | undefined;
  readonly private_to: VisibleTo['private_to'] | undefined;
}

/** A name on another branch, with the visibility at the end of that branch. */
export interface NameOnOtherBranch extends VisibleTo {
  readonly id: string;
  readonly name: string;
}

type Fact = 'visibility' | 'private_to';

const isLater = (one: NameChange, other: NameChange): boolean =>
  one.turn === other.turn ? one.number > other.number : one.turn > other.turn;

/** The last value of a field in a lineage. */
function lastValue<Key extends Fact>(
  lineage: readonly BranchSegment[],
  changes: readonly NameChange[],
  key: Key,
): NameChange[Key] {
  for (const segment of lineage) {
    const [first, ...others] = changes.filter((one) => one[key] !== undefined && isInLineage([segment], one));
    if (first !== undefined)
      return others.reduce((last, one) => (isLater(one, last) ? one : last), first)[key];
  }
  return undefined;
}

/** The names that entities got outside of the current lineage. */
export function namesOnOtherBranches(
  branches: readonly Branch[],
  lineage: readonly BranchSegment[],
  changes: readonly NameChange[],
): readonly NameOnOtherBranch[] {
  const byId = new Map<string, NameChange[]>();
  for (const change of changes) {
    const known = byId.get(change.id);
    if (known === undefined) byId.set(change.id, [change]);
    else known.push(change);
  }
  const lineages = new Map<string, readonly BranchSegment[]>();
  const wholeLine = (branchId: string): readonly BranchSegment[] => {
    const found = lineages.get(branchId) ?? lineageOf(branches, branchId, Number.MAX_SAFE_INTEGER);
    lineages.set(branchId, found);
    return found;
  };
  return changes.flatMap(({ id, name, branchId, turn }) => {
    if (name === undefined || isInLineage(lineage, { branchId, turn })) return [];
    const [there, all] = [wholeLine(branchId), byId.get(id) ?? []];
    return [
      {
        id,
        name,
        visibility: lastValue(there, all, 'visibility') ?? 'dm_only',
        private_to: lastValue(there, all, 'private_to') ?? [],
      },
    ];
  });
}
