import type { Entity, EntityKind } from './entity.ts';
import type { Fields } from './patch.ts';

/** An entity as patches see it: one level of keys, nothing where there is none. */
export const flatten = (entity: Entity | undefined): Fields =>
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

/** Back again; undefined where a patch undid its making. */
export function unflatten(
  flat: Fields,
  about: Pick<Entity, 'id' | 'campaignId' | 'updatedAt'>,
): Entity | undefined {
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
