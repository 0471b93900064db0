import type { TranscriptDigest } from '../transcript-digest.ts';
import { deriveCheckpoint } from './checkpoint.ts';
import { deriveOpenLoops } from './open-loops.ts';
import { LATER_MESSAGES } from './person-lines.ts';
import { type DerivedItem, quoted } from './wording.ts';

const MAX_RULE = 240;

/** Rules that the person stated for good, in their words. */
const deriveConstraints = ({ constraints }: TranscriptDigest): DerivedItem[] =>
  constraints.map(({ text, line }) => ({
    type: 'constraint',
    text: `The person: ${quoted(text, MAX_RULE)}`,
    lines: [line],
  }));

const MARK = /^\s*(?:[-*•・–]|\d{1,3}[.)])?\s*/;
const wordsOf = (line: string): string => line.replace(MARK, '').trim();

/** A line of the person that is a rule of its own, and all that a message or a list item says, is not quoted again. */
function withoutRules(checkpoint: string, { constraints }: TranscriptDigest): string {
  const rules = new Set(
    constraints.filter(({ text }) => text.length <= MAX_RULE).map(({ text }) => wordsOf(text)),
  );
  const lines = checkpoint.split('\n');
  const kept = lines.filter((line, at) => {
    const isMessage = line.startsWith('- ');
    const isAlone = isMessage || !lines[at - 1]?.startsWith('  ');
    return !(
      rules.has(wordsOf(line)) &&
      (isMessage ? !lines[at + 1]?.startsWith('  ') : line.startsWith('  ') && !isAlone)
    );
  });
  return kept
    .filter((line, at) => !line.startsWith(LATER_MESSAGES) || kept[at + 1]?.startsWith('- ') === true)
    .join('\n');
}

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
  mergeSame([
    ...deriveCheckpoint(digest).map((item) => ({ ...item, text: withoutRules(item.text, digest) })),
    ...deriveConstraints(digest),
    ...deriveOpenLoops(digest),
  ]);
