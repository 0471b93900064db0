import { canonicalJson } from '../../../domain/id.ts';
import type { EntityKind } from '../../domain/entity.ts';
import type { Effect } from '../../domain/event.ts';
import type { EventRow, PatchRow } from '../../domain/export/campaign-file.ts';
import { entityKey } from '../../domain/name-key.ts';
import type { Fields } from '../../domain/patch.ts';
import { rejectField } from './check-rows.ts';

export interface LocatedEvent extends EventRow {
  /** Such as `events[7]`. */
  readonly path: string;
}

/** The world when a turn began, and the patches of that turn, in order. */
export interface TurnStart {
  find(kind: EntityKind, name: string): { readonly id: string; readonly fields: Fields } | undefined;
  readonly patches: readonly PatchRow[];
}

/** What a turn tells of one field of somebody, and which effect tells it last. */
interface Claim {
  readonly id: string;
  readonly field: string;
  readonly before: unknown;
  readonly path: string;
  readonly after: unknown;
}

const DEAD = 'dead';
const CREATURE_KINDS: readonly EntityKind[] = ['character', 'npc'];

const currentOf = (fields: Fields): unknown =>
  (fields['fields.hit_points'] as { readonly current?: unknown } | undefined)?.current;

const conditionsOf = (fields: Fields): readonly string[] =>
  [...new Set(((fields['fields.conditions'] ?? []) as readonly string[]).map(entityKey))].sort();

const READ_FIELD: Readonly<Record<string, (fields: Fields) => unknown>> = {
  'fields.hit_points': currentOf,
  'fields.conditions': conditionsOf,
  'fields.status': (fields) => fields['fields.status'],
};

function withConditions(had: unknown, effect: Extract<Effect, { kind: 'condition' | 'death' }>): unknown {
  const added = effect.kind === 'death' ? [DEAD] : effect.added.map(entityKey);
  const removed = effect.kind === 'death' ? [] : effect.removed.map(entityKey);
  const kept = (had as readonly string[]).filter((one) => !removed.includes(one));
  return [...new Set([...kept, ...added])].sort();
}

/** Which field an effect tells of, what it makes of it, and where it says so; undefined for what patches show otherwise. */
function claimedChange(effect: Effect) {
  switch (effect.kind) {
    case 'hit_points':
      return { kinds: CREATURE_KINDS, field: 'fields.hit_points', at: 'to', after: () => effect.to } as const;
    case 'condition':
    case 'death': {
      const after = (had: unknown) => withConditions(had, effect);
      const at = effect.kind === 'death' ? 'who' : 'added';
      return { kinds: CREATURE_KINDS, field: 'fields.conditions', at, after } as const;
    }
    case 'npc':
      return effect.status === null
        ? undefined
        : ({ kinds: ['npc'], field: 'fields.status', at: 'status', after: () => effect.status } as const);
    default:
      return undefined;
  }
}

/** The patch that changed a field of somebody. */
const findPatch = (patches: readonly PatchRow[], id: string, field: string): PatchRow | undefined =>
  patches.find((one) => one.target === id && Object.hasOwn(one.after, field));

function claimsOf({ effects, path }: LocatedEvent, { find, patches }: TurnStart): Iterable<Claim> {
  const claims = new Map<string, Claim>();
  for (const [index, effect] of effects.entries()) {
    const told = claimedChange(effect);
    if (told === undefined || !('who' in effect)) continue;
    const place = `${path}.effects[${index}]`;
    const named = told.kinds.flatMap((kind) => find(kind, effect.who) ?? []);
    // A character and an NPC may have one name: the patches tell whom it happened to.
    const isChanged = ({ id }: { readonly id: string }) => findPatch(patches, id, told.field) !== undefined;
    const who = named.find(isChanged) ?? named[0];
    if (who === undefined) rejectField(`${place}.who`, 'is nobody who was there');
    const key = `${who.id} ${told.field}`;
    const before = READ_FIELD[told.field]?.(who.fields);
    const had = claims.has(key) ? claims.get(key)?.after : before;
    // Of an NPC nobody may have said how many it had.
    if (effect.kind === 'hit_points' && had !== undefined && effect.from !== had)
      rejectField(`${place}.from`, `is not ${had}`);
    claims.set(key, {
      id: who.id,
      field: told.field,
      before,
      path: `${place}.${told.at}`,
      after: told.after(had),
    });
  }
  return claims.values();
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** What a turn says it did is what its patches did. A turn comes first among the patches of its number. */
export function checkEffects(event: LocatedEvent, begun: TurnStart): void {
  for (const { id, field, before, path, after } of claimsOf(event, begun)) {
    const patch = findPatch(begun.patches, id, field);
    // It may have been taken back in the same turn, and what stands there came later.
    if (isSame(before, after) || (patch !== undefined && isSame(READ_FIELD[field]?.(patch.after), after)))
      continue;
    rejectField(path, 'is not what the patches of its turn made of it');
  }
}
