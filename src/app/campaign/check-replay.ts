import type { Seen } from '../../domain/campaign/entity.ts';
import type { BranchRow, CampaignFile } from '../../domain/campaign/export/campaign-file.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import { type Fields, misfit, redo } from '../../domain/campaign/patch.ts';
import { keyed, refuse } from '../../lib/check-shape.ts';
import type { Branches } from './check-branches.ts';
import type { Kinds } from './check-patches.ts';
import { checkSeen } from './check-seen.ts';
import { type FlatWorld, type PlacedPatch, patchesByBranch, startOfPlay } from './start-of-play.ts';

/** How many live things have each name. */
class Names {
  readonly #counts = new Map<string, number>();
  #sharedCount = 0;

  get areShared(): boolean {
    return this.#sharedCount > 0;
  }

  exchange(before: Fields, after: Fields): void {
    this.#add(before, -1);
    this.#add(after, 1);
  }

  #add({ kind, name, is_removed }: Fields, count: number): void {
    if (kind === undefined || is_removed === true) return;
    const key = `${kind} ${entityKey(String(name))}`;
    const had = this.#counts.get(key) ?? 0;
    this.#counts.set(key, had + count);
    this.#sharedCount += Number(had + count > 1) - Number(had > 1);
  }
}

/** A branch on whose way we are: what was done on it, to be taken back when it is left. */
interface Walk {
  readonly patches: readonly PlacedPatch[];
  /** Those that part from it, in the order they do. */
  readonly children: readonly BranchRow[];
  readonly former: [string, Fields][];
  nextChild: number;
}

/** The branch on which a branch parted: its parent, unless it goes back to before that one began. */
function ownerOf(branch: BranchRow, branches: Branches): string | null {
  let owner = branch.parent === null ? undefined : branches.get(branch.parent);
  while (owner !== undefined && owner.parent !== null && branch.forked_at < owner.forked_at)
    owner = branches.get(owner.parent);
  return owner?.id ?? null;
}

function childrenByOwner(branches: Branches): ReadonlyMap<string | null, readonly BranchRow[]> {
  const children = new Map<string | null, BranchRow[]>();
  for (const branch of branches.values()) {
    const owner = ownerOf(branch, branches);
    const known = children.get(owner);
    if (known === undefined) children.set(owner, [branch]);
    else known.push(branch);
  }
  for (const some of children.values()) some.sort((a, b) => a.forked_at - b.forked_at);
  return children;
}

/** Every branch, played from the start: each patch finds the world as it says it was. */
export function checkReplay(file: CampaignFile, branches: Branches, kinds: Kinds): void {
  const byBranch = patchesByBranch(file);
  const world: FlatWorld = startOfPlay(file, byBranch);
  const names = new Names();
  const children = childrenByOwner(branches);
  const enter = ({ id }: BranchRow): Walk => ({
    patches: byBranch.get(id) ?? [],
    children: children.get(id) ?? [],
    former: [],
    nextChild: 0,
  });

  const put = (target: string, fields: Fields): void => {
    names.exchange(world.get(target) ?? {}, fields);
    world.set(target, fields);
  };
  const play = (patch: PlacedPatch, { former }: Walk): void => {
    const fields = world.get(patch.target) ?? {};
    const field = misfit(fields, patch.before, patch.after);
    if (field !== undefined)
      refuse(keyed(`${patch.path}.before`, field), 'is not what stood there when it was made');
    former.push([patch.target, fields]);
    const made = redo(fields, patch);
    put(patch.target, made);
    if (patch.target.startsWith('ent_')) checkSeen(made as unknown as Seen, `${patch.path}.after`, kinds);
  };
  const leave = ({ former }: Walk): void => {
    for (const [target, fields] of former.toReversed()) put(target, fields);
  };
  /** One may take the name that another gives up in the same turn, so only its end tells. */
  const checkTurnEnd = ({ patches, former }: Walk): void => {
    const last = patches[former.length - 1];
    if (last !== undefined && last.turn !== patches[former.length]?.turn && names.areShared)
      refuse(`${last.path}.after`, `leaves two of one kind with one name at the end of turn ${last.turn}`);
  };

  const walks = (children.get(null) ?? []).map(enter);
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    const patch = walk.patches[walk.former.length];
    const child = walk.children[walk.nextChild];
    if (child !== undefined && (patch === undefined || patch.turn > child.forked_at)) {
      walk.nextChild += 1;
      walks.push(enter(child));
    } else if (patch !== undefined) {
      play(patch, walk);
      checkTurnEnd(walk);
    } else {
      leave(walk);
      walks.pop();
    }
  }
}
