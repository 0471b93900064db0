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

/** Every item that still fits in `max` beside those taken before it; one that is too large is passed over. */
export function takeThoseThatFit<Item>(
  items: readonly Item[],
  max: number,
  sizeOf: (item: Item) => number,
): Item[] {
  let room = max;
  return items.filter((item) => {
    const size = sizeOf(item);
    if (size > room) return false;
    room -= size;
    return true;
  });
}

export const jsonSize = (value: unknown): number => JSON.stringify(value).length;
