import { deriveCheckpoint } from './derive/checkpoint.ts';
import type { DerivedItem } from './derive/derived-item.ts';
import { deriveLessons } from './derive/lessons.ts';
import { deriveLoops } from './derive/open-loops.ts';
import { deriveSaid } from './derive/said.ts';
import { deriveWarnings } from './derive/warnings.ts';
import type { Gist } from './gist.ts';

/** Two todos may have one text, and a command may be begun twice: that is one item, from several lines. */
function mergeSame(items: readonly DerivedItem[]): readonly DerivedItem[] {
  const merged = new Map<string, DerivedItem>();
  for (const item of items) {
    const key = `${item.type}\n${item.text}`;
    const first = merged.get(key);
    const lines = [...new Set([...(first?.lines ?? []), ...item.lines])];
    merged.set(key, first === undefined ? item : { ...first, lines });
  }
  return [...merged.values()];
}

/** The handoff nobody wrote, from what the transcript shows. What was not said or done is not in it. */
export const deriveFromGist = (gist: Gist): readonly DerivedItem[] =>
  mergeSame([
    ...deriveCheckpoint(gist),
    ...deriveSaid(gist),
    ...deriveWarnings(gist),
    ...deriveLoops(gist),
    ...deriveLessons(gist),
  ]);
