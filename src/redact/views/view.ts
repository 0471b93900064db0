/** The text in another form, in which every position knows where it stands in the original. */
export interface View {
  readonly text: string;
  /** Where the character at this position begins in the original. */
  startOf(position: number): number;
  /** Where it ends there. */
  endOf(position: number): number;
}

/** What stands from `from` to `to` in the original, and the character it becomes, or nothing. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly becomes: string;
}

/** Edits are in order and do not overlap. */
export function viewOf(text: string, edits: readonly Edit[]): View {
  const parts: string[] = [];
  /** Where each edit stands in the view. */
  const places: number[] = [];
  let [kept, length] = [0, 0];
  for (const { from, to, becomes } of edits) {
    parts.push(text.slice(kept, from), becomes);
    places.push(length + from - kept);
    length += from - kept + becomes.length;
    kept = to;
  }
  parts.push(text.slice(kept));
  /** The last edit at or before the position. */
  const lastUpTo = (position: number) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const locate = (position: number): readonly [number, number] => {
    const nth = lastUpTo(position);
    const edit = edits[nth];
    if (edit === undefined) return [position, position + 1];
    const beyond = position - (places[nth] ?? 0) - edit.becomes.length;
    return beyond < 0 ? [edit.from, edit.to] : [edit.to + beyond, edit.to + beyond + 1];
  };
  return {
    text: parts.join(''),
    startOf: (position) => locate(position)[0],
    endOf: (position) => locate(position)[1],
  };
}
