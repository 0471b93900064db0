import { notFound } from '../../domain/error.ts';
import type { NextStep } from '../../domain/next-step.ts';
import type { EntityKind } from './entity.ts';

/** Errors cut longer names. */
export const MAX_REPEATED_NAME = 120;

/** `near` lists similar names; `otherwise` and `next` say what to do if it is none of them. */
export const entityNotFound = (
  given: EntityKind | readonly EntityKind[],
  name: string,
  field: string,
  near: readonly string[],
  otherwise: string,
  next: readonly NextStep[],
) => {
  const kind = [given].flat().join(' or ');
  return notFound(
    'entity_not_found',
    `This campaign has no ${kind} named ${JSON.stringify(name.slice(0, MAX_REPEATED_NAME).toWellFormed())}.`,
    near.length > 0
      ? `Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}? If not: ${otherwise}`
      : otherwise,
    { fields: [{ field, problem: `names no ${kind}` }], ...(near.length > 0 ? { allowed: near } : {}), next },
  );
};
