import { notFound } from '../error.ts';
import type { EntityKind } from './entity.ts';

const MAX_NAME = 120;

/** `near` are names that may have been meant; `otherwise` is the next step where it is none of them. */
export const entityNotFound = (
  given: EntityKind | readonly EntityKind[],
  name: string,
  field: string,
  near: readonly string[],
  otherwise: string,
) => {
  const kind = [given].flat().join(' or ');
  return notFound(
    'entity_not_found',
    `This campaign has no ${kind} named ${JSON.stringify(name.slice(0, MAX_NAME).toWellFormed())}.`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}? If not: ${otherwise}`
      : otherwise,
    { fields: [{ field, problem: `names no ${kind}` }], ...(near.length > 0 ? { allowed: near } : {}) },
  );
};
