import type { Branch } from './campaign.ts';
import type { Seen } from './entity.ts';
import { isOnLine, lineTo, type Stretch } from './lineage.ts';
import type { GivenUp } from './names-borne.ts';

/** Where something was given a name, or where it changed who may see it, on whatever branch. */
export interface Showing extends GivenUp {
  readonly id: string;
  readonly name: string | undefined;
  readonly visibility: Seen['visibility'] | undefined;
  readonly private_to: Seen['private_to'] | undefined;
}

/** A name that something bore on another branch, and who may see it in the end of that branch. */
export interface NameElsewhere extends Seen {
  readonly id: string;
  readonly name: string;
}

type Fact = 'visibility' | 'private_to';

const isLater = (one: Showing, other: Showing): boolean =>
  one.turn === other.turn ? one.number > other.number : one.turn > other.turn;

/** What was said last of it along a line, newest stretch first. */
function lastSaid<Key extends Fact>(
  line: readonly Stretch[],
  showings: readonly Showing[],
  key: Key,
): Showing[Key] {
  for (const stretch of line) {
    const [first, ...others] = showings.filter((one) => one[key] !== undefined && isOnLine([stretch], one));
    if (first !== undefined)
      return others.reduce((last, one) => (isLater(one, last) ? one : last), first)[key];
  }
  return undefined;
}

/** The names that were given off the line being played. */
export function namesElsewhere(
  branches: readonly Branch[],
  line: readonly Stretch[],
  showings: readonly Showing[],
): readonly NameElsewhere[] {
  const byId = new Map<string, Showing[]>();
  for (const showing of showings) {
    const known = byId.get(showing.id);
    if (known === undefined) byId.set(showing.id, [showing]);
    else known.push(showing);
  }
  const lines = new Map<string, readonly Stretch[]>();
  const wholeLine = (branchId: string): readonly Stretch[] => {
    const found = lines.get(branchId) ?? lineTo(branches, branchId, Number.MAX_SAFE_INTEGER);
    lines.set(branchId, found);
    return found;
  };
  return showings.flatMap(({ id, name, branchId, turn }) => {
    if (name === undefined || isOnLine(line, { branchId, turn })) return [];
    const [there, all] = [wholeLine(branchId), byId.get(id) ?? []];
    return [
      {
        id,
        name,
        visibility: lastSaid(there, all, 'visibility') ?? 'dm_only',
        private_to: lastSaid(there, all, 'private_to') ?? [],
      },
    ];
  });
}
