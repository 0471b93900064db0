import { ENTITY_KINDS, type EntityKind } from '../../domain/campaign/entity.ts';
import type { CampaignFile, PatchRow } from '../../domain/campaign/export/campaign-file.ts';
import type { Fields } from '../../domain/campaign/patch.ts';
import { keyed } from '../../lib/describe-issue.ts';
import type { CampaignSchemas, Patched } from './campaign-file-schema.ts';
import { type Branches, checkPlace } from './check-branches.ts';
import { refuse, refuseIssues } from './file-problem.ts';

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

const patchedBy = (target: string, kinds: Kinds): Patched | undefined =>
  target === 'state' || target === 'campaign' ? target : kinds.get(target);

const isNothing = (fields: Fields) => Object.keys(fields).length === 0;

/** Undone or done, it leaves something whole: it makes or unmakes all of it, or exchanges what is there. */
function checkPatch(
  { target, before, after }: PatchRow,
  index: number,
  kinds: Kinds,
  schemas: CampaignSchemas,
): void {
  const path = `patches[${index}]`;
  const patched = patchedBy(target, kinds);
  if (patched === undefined) refuse(`${path}.target`, 'is made nowhere');
  const isOptional = (key: string) => schemas.isOptionalInPatch(patched, key);
  const sides = [...Object.keys(before), ...Object.keys(after)];
  const isOfOptional = sides.every(isOptional) && sides.length > 0;
  if (target.startsWith('ent_') && !isOfOptional && (isNothing(before) || isNothing(after))) {
    const [made, side] = isNothing(before) ? [after, 'after'] : [before, 'before'];
    refuseIssues(schemas.issuesInPatch(patched, 'whole', made), ['patches', index, side]);
    return;
  }
  refuseIssues(schemas.issuesInPatch(patched, 'some', before), ['patches', index, 'before']);
  refuseIssues(schemas.issuesInPatch(patched, 'some', after), ['patches', index, 'after']);
  for (const key of sides.filter((one) => !isOptional(one))) {
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

export function checkPatches(
  { patches }: CampaignFile,
  branches: Branches,
  kinds: Kinds,
  schemas: CampaignSchemas,
): void {
  for (const [index, patch] of patches.entries()) {
    checkPlace(patch, `patches[${index}]`, branches);
    checkPatch(patch, index, kinds, schemas);
  }
  checkNumbers(patches);
}
