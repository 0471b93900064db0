import type { TranscriptDigest } from '../transcript-digest.ts';
import { deriveCheckpoint } from './checkpoint.ts';
import { deriveOpenLoops } from './open-loops.ts';
import { type DerivedItem, quoted } from './wording.ts';

const MAX_RULE = 240;

/** Rules that the person stated for good, in their words. */
const deriveConstraints = ({ constraints }: TranscriptDigest): DerivedItem[] =>
  constraints.map(({ text, line }) => ({
    type: 'constraint',
    text: `The person: ${quoted(text, MAX_RULE)}`,
    lines: [line],
  }));

/** Items with the same text become one with several source lines. */
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

/** Derives a handoff from the digest. It quotes what was said, and lists what was done. */
export const deriveFromDigest = (digest: TranscriptDigest): readonly DerivedItem[] =>
  mergeSame([...deriveCheckpoint(digest), ...deriveConstraints(digest), ...deriveOpenLoops(digest)]);
