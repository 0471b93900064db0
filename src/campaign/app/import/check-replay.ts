import { appendKey } from '../../../lib/describe-issue.ts';
import { groupBy } from '../../../lib/lists.ts';
import { lineageOf, NEW_GAME } from '../../domain/campaign.ts';
import type { EntityKind, VisibleTo } from '../../domain/entity.ts';
import type { BranchRow, EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import { type Fields, findMismatch, flatten, redo } from '../../domain/patch.ts';
import {
  type Branches,
  checkEffects,
  checkVisibility,
  type Kinds,
  type Located,
  type LocatedFile,
  rejectField,
} from './check-rows.ts';

/** State, campaign and entities by the target that patches name. */
type FieldsByTarget = Map<string, Fields>;
type LocatedPatch = Located<PatchRow>;

const keyOf = (kind: unknown, name: unknown) => `${kind} ${entityKey(String(name))}`;

const nameKeyOf = ({ kind, name, is_removed }: Fields): string | undefined =>
  kind === undefined || is_removed === true ? undefined : keyOf(kind, name);

/** The replay of one branch: what was done on it, to be undone when the replay leaves it. */
interface BranchReplay {
  readonly id: string;
  readonly patches: readonly LocatedPatch[];
  readonly children: readonly BranchRow[];
  readonly turns: readonly Located<EventRow>[];
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

const aboutIn = ({ campaign: { description, dm_name, setting, rules } }: LocatedFile): Fields => ({
  description,
  dmName: dm_name,
  setting,
  rules,
});

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
function worldAtStart(file: LocatedFile, patches: readonly LocatedPatch[]): FieldsByTarget {
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

function checkRows(file: LocatedFile, world: FieldsByTarget, patches: readonly LocatedPatch[]): void {
  const rows = rowsIn(file);
  for (const { target, path, fields } of rows) {
    const made = world.get(target) ?? {};
    if (Object.keys(made).length === 0)
      rejectField(`${path}.kind`, 'refers to something that no patch creates');
    const field = findMismatch(fields, made, fields);
    if (field === undefined) continue;
    const last = patches.findLast(
      (one) => one.target === target && (Object.hasOwn(one.after, field) || Object.hasOwn(one.before, field)),
    );
    rejectField(
      appendKey(path, field === 'dmName' ? 'dm_name' : field),
      last === undefined ? 'is not an initial value, and no patch set it' : `differs from ${last.path}.after`,
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
  const holders = new Map<string | undefined, Set<string>>();

  const put = (target: string, fields: Fields): void => {
    holders.get(nameKeyOf(world.get(target) ?? {}))?.delete(target);
    const key = nameKeyOf(fields);
    if (key !== undefined) holders.set(key, (holders.get(key) ?? new Set()).add(target));
    world.set(target, fields);
  };
  const find = (kind: EntityKind, name: string) => {
    const [id] = holders.get(keyOf(kind, name)) ?? [];
    return id === undefined ? undefined : { id, fields: world.get(id) ?? {} };
  };
  const checkTurns = (replay: BranchReplay, upTo: number, patches: readonly LocatedPatch[]): void => {
    for (let event = replay.turns[replay.nextTurn]; event !== undefined && event.turn <= upTo; ) {
      checkEffects(event, { find, patches: event.turn === upTo ? patches : [] });
      replay.nextTurn += 1;
      event = replay.turns[replay.nextTurn];
    }
  };
  const play = (patch: LocatedPatch, { replaced }: BranchReplay): void => {
    const { target, path, before, after } = patch;
    const fields = world.get(target) ?? {};
    const field = findMismatch(fields, before, after);
    if (field !== undefined)
      rejectField(appendKey(`${path}.before`, field), 'differs from the value at that turn');
    replaced.push([target, fields]);
    const made = redo(fields, patch);
    put(target, made);
    if (target.startsWith('ent_')) checkVisibility(made as unknown as VisibleTo, `${path}.after`, kinds);
  };
  /** Only at the end: an entity may take the name that another one gives up in the same turn. */
  const checkNames = (patches: readonly LocatedPatch[]): void => {
    const isShared = ({ target }: LocatedPatch) =>
      (holders.get(nameKeyOf(world.get(target) ?? {}))?.size ?? 0) > 1;
    const { path, turn } = patches.at(-1) as LocatedPatch;
    if (patches.some(isShared))
      rejectField(
        `${path}.after`,
        `leaves two entities of one kind with the same name at the end of turn ${turn}`,
      );
  };
  const nextPatches = ({ patches, replaced: { length: start } }: BranchReplay): readonly LocatedPatch[] => {
    let end = start;
    while (end < patches.length && patches[end]?.turn === patches[start]?.turn) end += 1;
    return patches.slice(start, end);
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
    const patches = nextPatches(replay);
    const turn = patches[0]?.turn ?? Number.MAX_SAFE_INTEGER;
    const child = replay.children[replay.nextChild];
    if (child !== undefined && turn > child.forked_at) {
      replay.nextChild += 1;
      stack.push(enter(child));
      continue;
    }
    checkTurns(replay, turn, patches);
    for (const patch of patches) play(patch, replay);
    if (patches.length > 0) checkNames(patches);
    else leave(stack.pop() as BranchReplay);
  }
}
