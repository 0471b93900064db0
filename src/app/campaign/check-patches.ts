import { ENTITY_KINDS, type EntityKind } from '../../domain/campaign/entity.ts';
import type { CampaignFile, PatchRow } from '../../domain/campaign/export/campaign-file.ts';
import type { Fields } from '../../domain/campaign/patch.ts';
import { keyed, refuse, shape, someOf } from '../../lib/check-shape.ts';
import { type Branches, checkPlace } from './check-branches.ts';
import { flatChecks } from './shape-entity.ts';
import { ABOUT_IN_PATCHES, STATE_CHECKS } from './shape-game.ts';

export type Kinds = ReadonlyMap<string, EntityKind>;

/** What kind each id is, from the entity itself or from the patch that made it. */
export function kindsIn({ entities, patches }: CampaignFile): Kinds {
  const kinds = new Map<string, EntityKind>();
  for (const { target, before, after } of patches) {
    const kind = ENTITY_KINDS.find((one) => one === (before.kind ?? after.kind));
    if (kind !== undefined) kinds.set(target, kind);
  }
  for (const { id, kind } of entities) kinds.set(id, kind);
  return kinds;
}

const FLAT_CHECKS = new Map(ENTITY_KINDS.map((kind) => [kind, flatChecks(kind)]));

function checksFor(target: string, kinds: Kinds): ReturnType<typeof flatChecks> | undefined {
  if (target === 'state') return { always: STATE_CHECKS, more: {} };
  if (target === 'campaign') return { always: ABOUT_IN_PATCHES, more: {} };
  const kind = kinds.get(target);
  return kind === undefined ? undefined : FLAT_CHECKS.get(kind);
}

const isNothing = (fields: Fields) => Object.keys(fields).length === 0;

/** Undone or done, it leaves something whole: it makes or unmakes all of it, or exchanges what is there. */
function checkPatch({ target, before, after }: PatchRow, path: string, kinds: Kinds): void {
  const checks = checksFor(target, kinds);
  if (checks === undefined) refuse(`${path}.target`, 'is made nowhere');
  const { always, more } = checks;
  const sides = [...Object.keys(before), ...Object.keys(after)];
  const isOfMore = sides.every((key) => Object.hasOwn(more, key)) && sides.length > 0;
  if (target.startsWith('ent_') && !isOfMore && (isNothing(before) || isNothing(after))) {
    const [made, where] = isNothing(before) ? [after, 'after'] : [before, 'before'];
    shape(always, more)(made, `${path}.${where}`);
    return;
  }
  const all = { ...always, ...more };
  someOf(all)(before, `${path}.before`);
  someOf(all)(after, `${path}.after`);
  for (const key of sides.filter((one) => !Object.hasOwn(more, one))) {
    if (!Object.hasOwn(after, key)) refuse(keyed(`${path}.after`, key), 'is missing');
    if (!Object.hasOwn(before, key)) refuse(keyed(`${path}.before`, key), 'is missing');
  }
}

/** Those of one turn are numbered from 1, and none is missing; whatever the file's order. */
function checkNumbers(patches: readonly PatchRow[]): void {
  const placeOf = ({ branch, turn }: PatchRow) => JSON.stringify([branch, turn]);
  const counts = new Map<string, number>();
  for (const patch of patches) counts.set(placeOf(patch), (counts.get(placeOf(patch)) ?? 0) + 1);
  for (const [index, patch] of patches.entries()) {
    const count = counts.get(placeOf(patch)) ?? 0;
    if (patch.number > count)
      refuse(
        `patches[${index}].number`,
        `is ${patch.number}, but its turn has ${count}: one is missing`,
        count,
      );
  }
}

export function checkPatches({ patches }: CampaignFile, branches: Branches, kinds: Kinds): void {
  for (const [index, patch] of patches.entries()) {
    checkPlace(patch, `patches[${index}]`, branches);
    checkPatch(patch, `patches[${index}]`, kinds);
  }
  checkNumbers(patches);
}
