/** In order of the first item of each group. */
export function groupBy<Item, Key>(items: readonly Item[], keyIn: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyIn(item));
    if (group === undefined) groups.set(keyIn(item), [item]);
    else group.push(item);
  }
  return groups;
}
