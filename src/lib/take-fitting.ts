/** The leading items whose sizes add up to at most `max`; always at least one, so that lists can be paged through. */
export function takeFitting<Item>(
  items: readonly Item[],
  max: number,
  sizeOf: (item: Item) => number,
): readonly Item[] {
  let size = 0;
  for (const [index, item] of items.entries()) {
    size += sizeOf(item);
    if (size > max && index > 0) return items.slice(0, index);
  }
  return items;
}

export const jsonSize = (value: unknown): number => JSON.stringify(value).length;
