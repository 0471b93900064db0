import { ENTITY_KINDS, type EntityKind } from '../../domain/campaign/entity.ts';
import type { BranchRow, CampaignFile, PatchRow } from '../../domain/campaign/export/campaign-file.ts';
import { entityKey } from '../../domain/campaign/new-entity.ts';
import type { Fields } from '../../domain/campaign/patch.ts';
import { type Check, oneOf, ShapeProblem, shape, someOf } from '../../lib/check-shape.ts';
import { ABOUT_CHECKS, FIELD_CHECKS, HEAD_CHECKS, STATE_CHECKS } from './campaign-shape.ts';

const refuse = (path: string, problem: string): never => {
  throw new ShapeProblem(path, problem);
};

function checkOnce<Row>(rows: readonly Row[], what: string, keyOf: (row: Row) => string | null): void {
  const known = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (key !== null && known.has(key)) refuse(`${what}[${index}]`, 'is there twice');
    if (key !== null) known.add(key);
  }
}

/** One begins, the others part from one that is there, and none leads back to itself. */
function checkBranches(branches: readonly BranchRow[]): ReadonlyMap<string, BranchRow> {
  checkOnce(branches, 'branches', ({ id }) => id);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  if (branches.filter(({ parent }) => parent === null).length !== 1)
    refuse('branches', 'must have exactly one without a parent');
  const isRooted = new Set<string>();
  for (const [index, branch] of branches.entries()) {
    const path = `branches[${index}]`;
    if (branch.forked_at > branch.last_turn) refuse(`${path}.forked_at`, 'is after its last turn');
    const parent = branch.parent === null ? undefined : byId.get(branch.parent);
    if (branch.parent !== null && parent === undefined) refuse(`${path}.parent`, 'is no branch');
    if (parent !== undefined && branch.forked_at > parent.last_turn)
      refuse(`${path}.forked_at`, 'is after the last turn of its parent');
    const way = new Set<string>();
    for (let one: BranchRow | undefined = branch; one !== undefined && !isRooted.has(one.id); ) {
      if (way.has(one.id)) refuse(`${path}.parent`, 'leads back to itself');
      way.add(one.id);
      one = one.parent === null ? undefined : byId.get(one.parent);
    }
    for (const id of way) isRooted.add(id);
  }
  return byId;
}

function checkPlace(
  { branch, turn }: { readonly branch: string; readonly turn: number },
  path: string,
  branches: ReadonlyMap<string, BranchRow>,
): void {
  const known = branches.get(branch);
  if (known === undefined) throw new ShapeProblem(`${path}.branch`, 'is no branch');
  if (turn > known.last_turn) refuse(`${path}.turn`, 'is after the last turn of its branch');
  if (turn < known.forked_at) refuse(`${path}.turn`, 'is before its branch began');
}

/** What kind each id is, from the entity itself or from the patch that made it. */
function kindsIn({ entities, patches }: CampaignFile): ReadonlyMap<string, EntityKind> {
  const kinds = new Map<string, EntityKind>();
  for (const { target, before, after } of patches) {
    const kind = ENTITY_KINDS.find((one) => one === (before.kind ?? after.kind));
    if (kind !== undefined) kinds.set(target, kind);
  }
  for (const { id, kind } of entities) kinds.set(id, kind);
  return kinds;
}

const entityChecks = (kind: EntityKind): Readonly<Record<string, Check>> => ({
  ...HEAD_CHECKS,
  kind: oneOf([kind]),
  ...Object.fromEntries(Object.entries(FIELD_CHECKS[kind]).map(([key, check]) => [`fields.${key}`, check])),
});

const isNothing = (fields: Fields) => Object.keys(fields).length === 0;

/** Undone or done, it leaves something whole: it makes or unmakes all of it, or exchanges what is there. */
function checkPatch(
  { target, before, after }: PatchRow,
  path: string,
  kinds: ReadonlyMap<string, EntityKind>,
) {
  const kind = kinds.get(target);
  const isEntity = target !== 'state' && target !== 'campaign';
  if (isEntity && kind === undefined) return refuse(`${path}.target`, 'is made nowhere');
  const checks =
    kind !== undefined && isEntity ? entityChecks(kind) : target === 'state' ? STATE_CHECKS : ABOUT_CHECKS;
  if (isEntity && (isNothing(before) || isNothing(after))) {
    const [made, where] = isNothing(before) ? [after, 'after'] : [before, 'before'];
    return shape(checks)(made, `${path}.${where}`);
  }
  someOf(checks)(before, `${path}.before`);
  someOf(checks)(after, `${path}.after`);
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key)) refuse(`${path}.after.${key}`, 'is missing');
  for (const key of Object.keys(after))
    if (!Object.hasOwn(before, key)) refuse(`${path}.before.${key}`, 'is missing');
}

/** What no single value shows: that all of it is of one piece. Its shape is known to be right. */
export function checkCampaign(file: CampaignFile): void {
  const { campaign, entities, patches, events } = file;
  const branches = checkBranches(file.branches);
  const played = branches.get(campaign.branch);
  if (played === undefined) throw new ShapeProblem('campaign.branch', 'is no branch');
  if (played.last_turn !== campaign.turn) refuse('campaign.turn', 'is not the last turn of its branch');
  checkOnce(entities, 'entities', ({ id }) => id);
  checkOnce(entities, 'entities', ({ kind, name, is_removed }) =>
    is_removed ? null : `${kind} ${entityKey(name)}`,
  );
  checkOnce(patches, 'patches', ({ branch, turn, number }) => JSON.stringify([branch, turn, number]));
  checkOnce(events, 'events', ({ id }) => id);
  const kinds = kindsIn(file);
  for (const [index, patch] of patches.entries()) {
    checkPlace(patch, `patches[${index}]`, branches);
    checkPatch(patch, `patches[${index}]`, kinds);
  }
  for (const [index, event] of events.entries()) checkPlace(event, `events[${index}]`, branches);
}
