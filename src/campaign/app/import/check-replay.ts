import { appendKey } from '../../../lib/describe-issue.ts';
import type { EntityKind, VisibleTo } from '../../domain/entity.ts';
import type { BranchRow, CampaignFile } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import { type Fields, findMismatch, redo } from '../../domain/patch.ts';
import { checkEffects, type LocatedEvent } from './check-effects.ts';
import { type Branches, checkVisibility, type Kinds, rejectField } from './check-rows.ts';
import { type FlatState, type LocatedPatch, patchesByBranch, stateAtStart } from './state-at-start.ts';

const keyOf = (kind: unknown, name: unknown) => `${kind} ${entityKey(String(name))}`;

/** Which live things have each name, while a file is played. */
class ActiveNames {
  readonly #bearers = new Map<string, Set<string>>();
  #sharedCount = 0;

  get areShared(): boolean {
    return this.#sharedCount > 0;
  }

  find(kind: EntityKind, name: string): string | undefined {
    const [id] = this.#bearers.get(keyOf(kind, name)) ?? [];
    return id;
  }

  exchange(id: string, before: Fields, after: Fields): void {
    this.#change(before, (bearers) => bearers.delete(id));
    this.#change(after, (bearers) => bearers.add(id));
  }

  #change({ kind, name, is_removed }: Fields, change: (bearers: Set<string>) => void): void {
    if (kind === undefined || is_removed === true) return;
    const key = keyOf(kind, name);
    const bearers = this.#bearers.get(key) ?? new Set();
    this.#bearers.set(key, bearers);
    const wasShared = bearers.size > 1;
    change(bearers);
    this.#sharedCount += Number(bearers.size > 1) - Number(wasShared);
  }
}

/** A branch on whose way we are: what was done on it, to be taken back when it is left. */
interface BranchReplay {
  readonly patches: readonly LocatedPatch[];
  /** Those that part from it, in the order they do. */
  readonly children: readonly BranchRow[];
  /** The turns, in order. */
  readonly turns: readonly LocatedEvent[];
  readonly former: [string, Fields][];
  nextChild: number;
  nextTurn: number;
}

/** The branch on which a branch parted: its parent, unless it goes back to before that one began. */
function forkOwner(branch: BranchRow, branches: Branches): string | null {
  let owner = branch.parent === null ? undefined : branches.get(branch.parent);
  while (owner !== undefined && owner.parent !== null && branch.forked_at < owner.forked_at)
    owner = branches.get(owner.parent);
  return owner?.id ?? null;
}

function childrenByOwner(branches: Branches): ReadonlyMap<string | null, readonly BranchRow[]> {
  const children = new Map<string | null, BranchRow[]>();
  for (const branch of branches.values()) {
    const owner = forkOwner(branch, branches);
    const known = children.get(owner);
    if (known === undefined) children.set(owner, [branch]);
    else known.push(branch);
  }
  for (const some of children.values()) some.sort((a, b) => a.forked_at - b.forked_at);
  return children;
}

/** Those of a turn, of which none was played yet. */
function patchesFrom({ patches, former }: BranchReplay, turn: number): readonly LocatedPatch[] {
  const from = former.length;
  let to = from;
  while (patches[to]?.turn === turn) to += 1;
  return patches.slice(from, to);
}

function turnsByBranch({ events }: CampaignFile): ReadonlyMap<string, readonly LocatedEvent[]> {
  const turns = new Map<string, LocatedEvent[]>();
  for (const [index, event] of events.entries()) {
    if (!event.is_turn) continue;
    const placed = { ...event, path: `events[${index}]` };
    const known = turns.get(event.branch);
    if (known === undefined) turns.set(event.branch, [placed]);
    else known.push(placed);
  }
  return turns;
}

/** Every branch, played from the start: each patch finds the world as it says it was, each turn tells what it did. */
export function checkReplay(file: CampaignFile, branches: Branches, kinds: Kinds): void {
  const byBranch = patchesByBranch(file);
  const world: FlatState = stateAtStart(file, byBranch);
  const names = new ActiveNames();
  const turns = turnsByBranch(file);
  const children = childrenByOwner(branches);
  const enter = ({ id }: BranchRow): BranchReplay => ({
    patches: byBranch.get(id) ?? [],
    children: children.get(id) ?? [],
    turns: turns.get(id) ?? [],
    former: [],
    nextChild: 0,
    nextTurn: 0,
  });

  const put = (target: string, fields: Fields): void => {
    names.exchange(target, world.get(target) ?? {}, fields);
    world.set(target, fields);
  };
  /** Those up to a turn, before its patches are played. */
  const checkTurns = (walk: BranchReplay, upTo: number): void => {
    for (let event = walk.turns[walk.nextTurn]; event !== undefined && event.turn <= upTo; ) {
      const { turn } = event;
      checkEffects(event, {
        find: (kind, name) => {
          const id = names.find(kind, name);
          return id === undefined ? undefined : { id, fields: world.get(id) ?? {} };
        },
        patches: patchesFrom(walk, turn),
      });
      walk.nextTurn += 1;
      event = walk.turns[walk.nextTurn];
    }
  };
  const play = (patch: LocatedPatch, { former }: BranchReplay): void => {
    const fields = world.get(patch.target) ?? {};
    const field = findMismatch(fields, patch.before, patch.after);
    if (field !== undefined)
      rejectField(appendKey(`${patch.path}.before`, field), 'is not what stood there when it was made');
    former.push([patch.target, fields]);
    const made = redo(fields, patch);
    put(patch.target, made);
    if (patch.target.startsWith('ent_'))
      checkVisibility(made as unknown as VisibleTo, `${patch.path}.after`, kinds);
  };
  const leave = ({ former }: BranchReplay): void => {
    for (const [target, fields] of former.toReversed()) put(target, fields);
  };
  /** One may take the name that another gives up in the same turn, so only its end tells. */
  const checkTurnEnd = ({ patches, former }: BranchReplay): void => {
    const last = patches[former.length - 1];
    if (last !== undefined && last.turn !== patches[former.length]?.turn && names.areShared)
      rejectField(
        `${last.path}.after`,
        `leaves two of one kind with one name at the end of turn ${last.turn}`,
      );
  };

  const walks = (children.get(null) ?? []).map(enter);
  for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
    const patch = walk.patches[walk.former.length];
    const child = walk.children[walk.nextChild];
    if (child !== undefined && (patch === undefined || patch.turn > child.forked_at)) {
      walk.nextChild += 1;
      walks.push(enter(child));
    } else if (patch !== undefined) {
      checkTurns(walk, patch.turn);
      play(patch, walk);
      checkTurnEnd(walk);
    } else {
      checkTurns(walk, Number.MAX_SAFE_INTEGER);
      leave(walk);
      walks.pop();
    }
  }
}
