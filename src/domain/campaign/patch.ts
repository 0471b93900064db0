/** The fields that changed, as they were and as they are; what is absent did not exist. */
export type Fields = Readonly<Record<string, unknown>>;

/** One change to the world, in a form that can be done and undone. */
export interface Patch {
  /** The id of an entity, or `state`, or `campaign`. */
  readonly target: string;
  readonly before: Fields;
  readonly after: Fields;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs, so that a hit point costs a hit point. */
export function patchOf(target: string, before: Fields, after: Fields): Patch | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !same(before[key], after[key]),
  );
  if (keys.length === 0) return undefined;
  const pick = (fields: Fields) =>
    Object.fromEntries(keys.flatMap((key) => (key in fields ? [[key, fields[key]]] : [])));
  return { target, before: pick(before), after: pick(after) };
}

function exchange(fields: Fields, taken: Fields, given: Fields): Fields {
  const kept = Object.entries(fields).filter(([key]) => !(key in taken) && !(key in given));
  return { ...Object.fromEntries(kept), ...given };
}

export const redo = (fields: Fields, { before, after }: Patch): Fields => exchange(fields, before, after);
export const undo = (fields: Fields, { before, after }: Patch): Fields => exchange(fields, after, before);
