import { appendKey } from '../../../lib/describe-issue.ts';
import { groupBy } from '../../../lib/lists.ts';
import { NEW_GAME } from '../../domain/campaign.ts';
import type { EntityKind, VisibleTo } from '../../domain/entity.ts';
import type { BranchRow, EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { lineageOf } from '../../domain/lineage.ts';
import { entityKey } from '../../domain/name-key.ts';
import { type Fields, findMismatch, flatten, redo } from '../../domain/patch.ts';
import { checkEffects } from './check-effects.ts';
import {
  type Branches,
  checkVisibility,
  type Kinds,
  type Located,
  type LocatedFile,
  rejectField,
} from './check-rows.ts';

/** State, campaign and entities by the target that patches name. */
type World = Map<string, Fields>;
type LocatedPatch = Located<PatchRow>;

const keyOf = (kind: unknown, name: unknown) => `${kind} ${entityKey(String(name))}`;
const isEntity = (target: string) => target.startsWith('ent_');

/** Which entities have each name, while a file is replayed. */
class ActiveNames {
  readonly #holders = new Map<string, Set<string>>();
  #sharedCount = 0;

  get areShared(): boolean {
    return this.#sharedCount > 0;
  }

  find(kind: EntityKind, name: string): string | undefined {
    const [id] = this.#holders.get(keyOf(kind, name)) ?? [];
    return id;
  }

  exchange(id: string, before: Fields, after: Fields): void {
    this.#change(before, (holders) => holders.delete(id));
    this.#change(after, (holders) => holders.add(id));
  }

  #change({ kind, name, is_removed }: Fields, change: (holders: Set<string>) => void): void {
    if (kind === undefined || is_removed === true) return;
    const key = keyOf(kind, name);
    const holders = this.#holders.get(key) ?? new Set();
    this.#holders.set(key, holders);
    const wasShared = holders.size > 1;
    change(holders);
    this.#sharedCount += Number(holders.size > 1) - Number(wasShared);
  }
}

/** The replay of one branch: what was done on it, to be undone when the replay leaves it. */
interface BranchReplay {
  readonly id: string;
  readonly patches: readonly LocatedPatch[];
  /** Branches that fork from it, in the order of their forks. */
  readonly children: readonly BranchRow[];
  /** In order. */
  readonly turns: readonly Located<EventRow>[];
  /** The fields that each replayed patch replaced. */
  readonly replaced: [target: string, Fields][];
  nextChild: number;
  nextTurn: number;
}

/** The branch that a branch forks from: its parent, unless it goes back to before that one began. */
function forkOwner(branch: BranchRow, branches: Branches): string | null {
  let owner = branches.get(branch.parent ?? '');
  while (owner !== undefined && owner.parent !== null && branch.forked_at < owner.forked_at)
    owner = branches.get(owner.parent);
  return owner?.id ?? null;
}

/** The patches that lead to the current state, oldest first. */
function currentPatches(
  { campaign, branches }: LocatedFile,
  byBranch: ReadonlyMap<string, readonly LocatedPatch[]>,
): readonly LocatedPatch[] {
  const forks = branches.map(({ id, parent, forked_at }) => ({ id, parentId: parent, forkedAt: forked_at }));
  return lineageOf(forks, campaign.branch, campaign.turn)
    .toReversed()
    .flatMap(({ branchId, after, upTo }) =>
      (byBranch.get(branchId) ?? []).filter(({ turn }) => turn > after && turn <= upTo),
    );
}

/** The fields of the campaign under the names that patches use. */
const aboutIn = ({ campaign: { description, dm_name, setting, rules } }: LocatedFile): Fields => ({
  description,
  dmName: dm_name,
  setting,
  rules,
});

/** The rows of the file as patches know them. */
const rowsIn = (file: LocatedFile): readonly { target: string; path: string; fields: Fields }[] => [
  ...file.entities.map((row) => ({
    target: row.id,
    path: row.path,
    fields: flatten({ ...row, isRemoved: row.is_removed, createdAt: row.created_at }),
  })),
  { target: 'state', path: 'campaign.state', fields: { ...file.campaign.state } },
  { target: 'campaign', path: 'campaign', fields: aboutIn(file) },
];

/** At the start there are no entities, and the state is that of a new game. The rest is set without a patch. */
function worldAtStart(file: LocatedFile, patches: readonly LocatedPatch[]): World {
  const firstValues = (target: string, fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([field, now]) => {
        const first = patches.find((one) => one.target === target && Object.hasOwn(one.before, field));
        return [field, first === undefined ? now : first.before[field]];
      }),
    );
  const { in_game_date } = file.campaign.state;
  return new Map([
    ['state', { ...NEW_GAME, ...firstValues('state', { in_game_date }) }],
    ['campaign', firstValues('campaign', aboutIn(file))],
  ]);
}

/** The rows of the file must be what the patches made. */
function checkRows(file: LocatedFile, world: World, patches: readonly LocatedPatch[]): void {
  const rows = rowsIn(file);
  for (const { target, path, fields } of rows) {
    const made = world.get(target) ?? {};
    if (Object.keys(made).length === 0) rejectField(`${path}.kind`, 'is of something that no patch makes');
    const field = findMismatch(fields, made, fields);
    if (field === undefined) continue;
    const last = patches.findLast(
      (one) => one.target === target && (Object.hasOwn(one.after, field) || Object.hasOwn(one.before, field)),
    );
    rejectField(
      appendKey(path, field === 'dmName' ? 'dm_name' : field),
      last === undefined
        ? 'is not how a game begins, and no patch made it so'
        : `is not what ${last.path}.after made of it`,
    );
  }
  const known = new Set(rows.map(({ target }) => target));
  const missing = patches.findLast(
    ({ target }) => !known.has(target) && Object.keys(world.get(target) ?? {}).length > 0,
  );
  if (missing !== undefined) rejectField(`${missing.path}.target`, 'is not among the entities');
}

/** Replays every branch from the start: each patch must fit the state before it, each turn must do what its effects say. */
export function checkReplay(file: LocatedFile, branches: Branches, kinds: Kinds): void {
  const inOrder = file.patches.toSorted((a, b) => a.turn - b.turn || a.number - b.number);
  const patchesOf = groupBy(inOrder, ({ branch }) => branch);
  const turnsOf = groupBy(
    file.events.filter(({ is_turn }) => is_turn),
    ({ branch }) => branch,
  );
  const byFork = file.branches.toSorted((a, b) => a.forked_at - b.forked_at);
  const childrenOf = groupBy(byFork, (branch) => forkOwner(branch, branches));
  const current = currentPatches(file, patchesOf);
  const world = worldAtStart(file, current);
  const names = new ActiveNames();

  const put = (target: string, fields: Fields): void => {
    names.exchange(target, world.get(target) ?? {}, fields);
    world.set(target, fields);
  };
  const find = (kind: EntityKind, name: string) => {
    const id = names.find(kind, name);
    return id === undefined ? undefined : { id, fields: world.get(id) ?? {} };
  };
  /** Checks the turns up to this one, before its patches are replayed. */
  const checkTurns = (replay: BranchReplay, upTo: number): void => {
    const { turns, patches, replaced } = replay;
    for (; (turns[replay.nextTurn]?.turn ?? Number.POSITIVE_INFINITY) <= upTo; replay.nextTurn += 1) {
      const event = turns[replay.nextTurn] as Located<EventRow>;
      let end = replaced.length;
      while (patches[end]?.turn === event.turn) end += 1;
      checkEffects(event, { find, patches: patches.slice(replaced.length, end) });
    }
  };
  const play = (patch: LocatedPatch, { patches, replaced }: BranchReplay): void => {
    const { target, path, turn, before, after } = patch;
    const fields = world.get(target) ?? {};
    const field = findMismatch(fields, before, after);
    if (field !== undefined)
      rejectField(appendKey(`${path}.before`, field), 'is not what stood there when it was made');
    replaced.push([target, fields]);
    const made = redo(fields, patch);
    put(target, made);
    if (isEntity(target)) checkVisibility(made as unknown as VisibleTo, `${path}.after`, kinds);
    // An entity may take the name that another one gives up in the same turn.
    if (patches[replaced.length]?.turn !== turn && names.areShared)
      rejectField(`${path}.after`, `leaves two of one kind with one name at the end of turn ${turn}`);
  };
  const enter = ({ id }: BranchRow): BranchReplay => ({
    id,
    patches: patchesOf.get(id) ?? [],
    children: childrenOf.get(id) ?? [],
    turns: turnsOf.get(id) ?? [],
    replaced: [],
    nextChild: 0,
    nextTurn: 0,
  });
  const leave = ({ id, replaced }: BranchReplay): void => {
    if (id === file.campaign.branch) checkRows(file, world, current);
    for (const [target, fields] of replaced.toReversed()) put(target, fields);
  };

  // A stack instead of recursion: branches may be nested more deeply than calls can be.
  const stack = (childrenOf.get(null) ?? []).map(enter);
  for (let replay = stack.at(-1); replay !== undefined; replay = stack.at(-1)) {
    const patch = replay.patches[replay.replaced.length];
    const child = replay.children[replay.nextChild];
    if (child !== undefined && (patch === undefined || patch.turn > child.forked_at)) {
      replay.nextChild += 1;
      stack.push(enter(child));
      continue;
    }
    checkTurns(replay, patch?.turn ?? Number.MAX_SAFE_INTEGER);
    if (patch !== undefined) play(patch, replay);
    else leave(stack.pop() as BranchReplay);
  }
}
