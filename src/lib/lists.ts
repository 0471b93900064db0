/** Groups are in the order of their first items. */
export function groupBy<Item, Key>(items: readonly Item[], keyIn: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyIn(item));
    if (group === undefined) groups.set(keyIn(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The leading items whose sizes add up to at most `max`. At least one, so that paging makes progress. */
export function takeFitting<Item>(items: readonly Item[], max: number, sizeOf: (item: Item) => number) {
  let size = 0;
  for (const [index, item] of items.entries()) {
    size += sizeOf(item);
    if (size > max && index > 0) return items.slice(0, index);
  }
  return items;
}

/** Takes every item that still fits into `max`, and skips those that are too large. */
export function takeThoseThatFit<Item>(items: readonly Item[], max: number, sizeOf: (item: Item) => number) {
  let left = max;
  return items.filter((item) => {
    const size = sizeOf(item);
    if (size > left) return false;
    left -= size;
    return true;
  });
}

export const jsonSize = (value: unknown): number => JSON.stringify(value).length;

export async function collectPages<Item>(
  maxPages: number,
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { items, next } = await read(cursor);
    all.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return all;
}
