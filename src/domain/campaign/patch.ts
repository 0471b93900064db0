import { canonicalJson } from '../id.ts';

/** The fields that changed, as they were and as they are; what is absent did not exist. */
export type Fields = Readonly<Record<string, unknown>>;

/** One change to the world, in a form that can be done and undone. */
export interface Patch {
  /** The id of an entity, or `state`, or `campaign`. */
  readonly target: string;
  readonly before: Fields;
  readonly after: Fields;
}

/** What is undefined is not stored, so it is not there. */
const has = (fields: Fields, key: string): boolean => Object.hasOwn(fields, key) && fields[key] !== undefined;

const isSame = (key: string, a: Fields, b: Fields): boolean =>
  has(a, key) === has(b, key) && (!has(a, key) || canonicalJson(a[key]) === canonicalJson(b[key]));

/** Only what differs, so that a hit point costs a hit point. */
export function patchOf(target: string, before: Fields, after: Fields): Patch | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(key, before, after),
  );
  if (keys.length === 0) return undefined;
  const pick = (fields: Fields) =>
    Object.fromEntries(keys.flatMap((key) => (has(fields, key) ? [[key, fields[key]]] : [])));
  return { target, before: pick(before), after: pick(after) };
}

/** The first field in which a thing is not as one side of a patch has it; on the other side there may be more. */
export const misfit = (fields: Fields, side: Fields, other: Fields): string | undefined =>
  [...Object.keys(side), ...Object.keys(other)].find((key) => !isSame(key, fields, side));

function exchange(fields: Fields, taken: Fields, given: Fields): Fields {
  const isTouched = (key: string) => Object.hasOwn(taken, key) || Object.hasOwn(given, key);
  const kept = Object.entries(fields).filter(([key]) => !isTouched(key));
  return Object.fromEntries([...kept, ...Object.entries(given)]);
}

export const redo = (fields: Fields, { before, after }: Patch): Fields => exchange(fields, before, after);
export const undo = (fields: Fields, { before, after }: Patch): Fields => exchange(fields, after, before);
