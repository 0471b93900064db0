import type { Carried } from './entity.ts';
import { entityKey } from './new-entity.ts';

/** Things of one name are one thing, as many of it as there are together. */
export function gathered(inventory: readonly Carried[]): readonly Carried[] {
  const byKey = new Map<string, Carried>();
  for (const one of inventory) {
    const key = entityKey(one.name);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? one : together(known, one));
  }
  return [...byKey.values()];
}

function together(one: Carried, other: Carried): Carried {
  const notes = [...new Set([one.notes, other.notes])].filter((note) => note !== null && note !== '');
  return {
    ...one,
    quantity: one.quantity + other.quantity,
    notes: notes.length === 0 ? null : notes.join('; '),
  };
}
