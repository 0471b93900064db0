import { type Branch, type BranchSegment, isInLineage, lineageOf } from './campaign.ts';
import type { Entity, EntityKind, VisibleTo } from './entity.ts';
import type { CampaignEvent } from './event.ts';
import { entityKey } from './name-key.ts';
import type { PatchPosition } from './patch.ts';

export interface FormerName extends PatchPosition {
  readonly id: string;
  readonly name: string;
}

export interface NameHistory {
  readonly lineage: readonly BranchSegment[];
  readonly formerNames: readonly FormerName[];
}

type Kinds = readonly EntityKind[];

interface NameResolver {
  find(name: string, kinds: Kinds): Entity | undefined;
  findAt(event: CampaignEvent, name: string, kinds: Kinds): Entity | undefined;
}

type Place = Pick<PatchPosition, 'branchId' | 'turn'>;

/** The position of a turn in the lineage, counted from the oldest segment; 0 if it is on another branch. */
function segmentIndex(lineage: readonly BranchSegment[], place: Place): number {
  const at = lineage.findIndex((one) => isInLineage([one], place));
  return at < 0 ? 0 : lineage.length - at;
}

/** Only those in the lineage, oldest first. */
export const inLineageOrder = <One extends PatchPosition>(
  lineage: readonly BranchSegment[],
  all: readonly One[],
): readonly One[] =>
  all
    .map((one) => ({ one, segment: segmentIndex(lineage, one) }))
    .filter(({ segment }) => segment > 0)
    .sort((a, b) => a.segment - b.segment || a.one.turn - b.one.turn || a.one.number - b.one.number)
    .map(({ one }) => one);

interface NameTenure {
  readonly entity: Entity;
  /** undefined: since its creation. */
  readonly since: PatchPosition | undefined;
  readonly until: PatchPosition;
}

function tenuresOf(formerNames: readonly FormerName[], entities: readonly Entity[]) {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const byKey = new Map<string, NameTenure[]>();
  const last = new Map<string, PatchPosition>();
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
  const { byKey, last } = tenuresOf(inLineageOrder(lineage, formerNames), entities);
  const holders = new Map(
    entities.filter(({ isRemoved }) => !isRemoved).map((entity) => [keyOf(entity.kind, entity.name), entity]),
  );
  const tenuresIn = (name: string, kind: EntityKind) =>
    (byKey.get(entityKey(name)) ?? []).filter(({ entity }) => entity.kind === kind);

  /** The event of a turn comes before other changes at that turn. */
  const isAfter = (given: PatchPosition, event: CampaignEvent): boolean => {
    const [one, other] = [segmentIndex(lineage, given), segmentIndex(lineage, event)];
    if (one !== other) return one > other;
    if (given.turn !== event.turn) return given.turn > event.turn;
    return event.isTurn || given.at >= event.at;
  };
  const hadIt = (entity: Entity, since: PatchPosition | undefined, event: CampaignEvent): boolean =>
    since === undefined ? entity.createdAt <= event.at : !isAfter(since, event);

  return {
    find: (name, kinds) =>
      firstOf(kinds, (kind) => holders.get(keyOf(kind, name))) ??
      firstOf(kinds, (kind) => tenuresIn(name, kind).findLast(({ entity }) => !entity.isRemoved)?.entity),
    findAt: (event, name, kinds) =>
      firstOf(kinds, (kind) => {
        const was = tenuresIn(name, kind).find(
          ({ entity, since, until }) => isAfter(until, event) && hadIt(entity, since, event),
        );
        if (was !== undefined) return was.entity;
        const is = holders.get(keyOf(kind, name));
        return is !== undefined && hadIt(is, last.get(is.id), event) ? is : undefined;
      }) ??
      firstOf(kinds, (kind) => tenuresIn(name, kind).findLast(({ until }) => !isAfter(until, event))?.entity),
  };
}

export interface NameChange extends PatchPosition {
  readonly id: string;
  readonly name: string | undefined;
  readonly visibility: VisibleTo['visibility'] | undefined;
  readonly private_to: VisibleTo['private_to'] | undefined;
}

export interface NameOnOtherBranch extends VisibleTo {
  readonly id: string;
  readonly name: string;
}

const lastValue = <Key extends 'visibility' | 'private_to'>(
  lineage: readonly BranchSegment[],
  changes: readonly NameChange[],
  key: Key,
): NameChange[Key] => inLineageOrder(lineage, changes).findLast((one) => one[key] !== undefined)?.[key];

export function namesOnOtherBranches(
  branches: readonly Branch[],
  lineage: readonly BranchSegment[],
  changes: readonly NameChange[],
): readonly NameOnOtherBranch[] {
  const byId = new Map<string, NameChange[]>();
  for (const change of changes) byId.set(change.id, [...(byId.get(change.id) ?? []), change]);
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
