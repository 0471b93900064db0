import { canonicalJson } from '../../domain/id.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Entity, EntityKind } from './entity.ts';

/** Fields by name; an absent field did not exist. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Patch {
  /** The id of an entity, or `state`, or `campaign`. */
  readonly target: string;
  readonly before: Fields;
  readonly after: Fields;
}

export interface PatchPosition {
  readonly branchId: string;
  readonly turn: number;
  readonly number: number;
  readonly at: Instant;
}

export interface StoredPatch extends Patch, PatchPosition {
  readonly isDamaged?: boolean;
}

/** undefined is not stored, so it counts as absent. */
const has = (fields: Fields, key: string): boolean => Object.hasOwn(fields, key) && fields[key] !== undefined;

const isSame = (key: string, a: Fields, b: Fields): boolean =>
  has(a, key) === has(b, key) && (!has(a, key) || canonicalJson(a[key]) === canonicalJson(b[key]));

export function patchOf(target: string, before: Fields, after: Fields): Patch | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(key, before, after),
  );
  if (keys.length === 0) return undefined;
  const pick = (fields: Fields) =>
    Object.fromEntries(keys.flatMap((key) => (has(fields, key) ? [[key, fields[key]]] : [])));
  return { target, before: pick(before), after: pick(after) };
}

/** The first field that differs from one side of a patch. Fields that only the other side has must be absent. */
export const findMismatch = (fields: Fields, side: Fields, other: Fields): string | undefined =>
  [...Object.keys(side), ...Object.keys(other)].find((key) => !isSame(key, fields, side));

function replaceFields(fields: Fields, taken: Fields, given: Fields): Fields {
  const isTouched = (key: string) => Object.hasOwn(taken, key) || Object.hasOwn(given, key);
  const kept = Object.entries(fields).filter(([key]) => !isTouched(key));
  return Object.fromEntries([...kept, ...Object.entries(given)]);
}

export const redo = (fields: Fields, { before, after }: Patch): Fields =>
  replaceFields(fields, before, after);
export const undo = (fields: Fields, { before, after }: Patch): Fields =>
  replaceFields(fields, after, before);

/** An entity as patches store it: one level of keys, empty for none. */
export const flatten = (entity: Omit<Entity, 'id' | 'campaignId' | 'updatedAt'> | undefined): Fields =>
  entity === undefined
    ? {}
    : {
        kind: entity.kind,
        name: entity.name,
        visibility: entity.visibility,
        private_to: entity.private_to,
        is_removed: entity.isRemoved,
        created_at: entity.createdAt,
        ...Object.fromEntries(Object.entries(entity.fields).map(([key, value]) => [`fields.${key}`, value])),
      };

const PREFIX = 'fields.';

/** undefined if a patch undid the creation. */
export function unflatten(flat: Fields, about: Pick<Entity, 'id' | 'campaignId' | 'updatedAt'>) {
  if (flat.kind === undefined) return undefined;
  const fields = Object.entries(flat)
    .filter(([key]) => key.startsWith(PREFIX))
    .map(([key, value]) => [key.slice(PREFIX.length), value]);
  return {
    ...about,
    kind: flat.kind as EntityKind,
    name: flat.name as string,
    visibility: flat.visibility as Entity['visibility'],
    private_to: flat.private_to as Entity['private_to'],
    isRemoved: flat.is_removed as boolean,
    createdAt: flat.created_at as Entity['createdAt'],
    fields: Object.fromEntries(fields) as Entity['fields'],
  };
}
