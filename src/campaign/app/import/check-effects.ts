import { canonicalJson } from '../../../domain/id.ts';
import { CREATURES, type EntityKind } from '../../domain/entity.ts';
import type { Effect } from '../../domain/event.ts';
import type { EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import type { Fields } from '../../domain/patch.ts';
import { type Located, rejectField } from './check-rows.ts';

interface TurnStart {
  find(kind: EntityKind, name: string): { readonly id: string; readonly fields: Fields } | undefined;
  readonly patches: readonly PatchRow[];
}

interface Claim {
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

const conditionKeys = (conditions: Iterable<string>) => [...new Set([...conditions].map(entityKey))].sort();

const READ_FIELD: Readonly<Record<string, (fields: Fields) => unknown>> = {
  'fields.hit_points': (fields) =>
    (fields['fields.hit_points'] as { readonly current?: unknown } | undefined)?.current,
  'fields.conditions': (fields) => conditionKeys((fields['fields.conditions'] ?? []) as readonly string[]),
  'fields.status': (fields) => fields['fields.status'],
};

function changeConditions(before: unknown, added: readonly string[], removed: readonly string[]) {
  const gone = new Set(removed.map(entityKey));
  return conditionKeys([...(before as readonly string[]).filter((one) => !gone.has(one)), ...added]);
}

/** What an effect does to which field, and the part of the effect that says so. Other effects are not checked. */
function claimedChange(effect: Effect) {
  switch (effect.kind) {
    case 'hit_points':
      return { kinds: CREATURES, field: 'fields.hit_points', part: 'to', apply: () => effect.to };
    case 'condition': {
      const apply = (before: unknown) => changeConditions(before, effect.added, effect.removed);
      return { kinds: CREATURES, field: 'fields.conditions', part: 'added', apply };
    }
    case 'death': {
      const apply = (before: unknown) => changeConditions(before, ['dead'], []);
      return { kinds: CREATURES, field: 'fields.conditions', part: 'who', apply };
    }
    case 'npc':
      if (effect.status === null) return undefined;
      return { kinds: ['npc'] as const, field: 'fields.status', part: 'status', apply: () => effect.status };
    default:
      return undefined;
  }
}

const findPatch = (patches: readonly PatchRow[], id: string, field: string): PatchRow | undefined =>
  patches.find((one) => one.target === id && Object.hasOwn(one.after, field));

function claimsOf({ effects, path }: Located<EventRow>, { find, patches }: TurnStart): Iterable<Claim> {
  const claims = new Map<string, Claim>();
  for (const [index, effect] of effects.entries()) {
    const claimed = claimedChange(effect);
    if (claimed === undefined || !('who' in effect)) continue;
    const { kinds, field, part, apply } = claimed;
    const place = `${path}.effects[${index}]`;
    const named = kinds.flatMap((kind) => find(kind, effect.who) ?? []);
    // A character and an NPC may have the same name: the patches show which one it was.
    const who = named.find(({ id }) => findPatch(patches, id, field) !== undefined) ?? named[0];
    if (who === undefined) rejectField(`${place}.who`, 'was not present');
    const key = `${who.id} ${field}`;
    const before = READ_FIELD[field]?.(who.fields);
    const had = claims.has(key) ? claims.get(key)?.after : before;
    // The hit points of an NPC may have been unknown.
    if (effect.kind === 'hit_points' && had !== undefined && effect.from !== had)
      rejectField(`${place}.from`, `is not ${had}`);
    claims.set(key, { id: who.id, field, before, after: apply(had), path: `${place}.${part}` });
  }
  return claims.values();
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** The effects of a turn must equal what its patches did. A turn comes first among the patches of its number. */
export function checkEffects(event: Located<EventRow>, start: TurnStart): void {
  for (const { id, field, before, path, after } of claimsOf(event, start)) {
    const patch = findPatch(start.patches, id, field);
    // If the turn undid its own change, a later change of the same number may have made the patch.
    if (isSame(before, after) || (patch !== undefined && isSame(READ_FIELD[field]?.(patch.after), after)))
      continue;
    rejectField(path, 'differs from the result of the patches of its turn');
  }
}
