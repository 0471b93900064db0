import { relaxesRule } from '../standing-rules.ts';
import type { TranscriptDigest } from '../transcript-digest.ts';
import { deriveCheckpoint } from './checkpoint.ts';
import { deriveOpenLoops } from './open-loops.ts';
import { messagesOf } from './turns.ts';
import { type DerivedItem, quoted } from './wording.ts';

const MAX_RULE = 240;

/** Rules that the person stated for good, in their words. */
const deriveConstraints = ({ constraints }: TranscriptDigest): DerivedItem[] =>
  constraints.map(({ text, line }) => ({
    type: 'constraint',
    text: `The person: ${quoted(text, MAX_RULE)}`,
    lines: [line],
  }));

const RULE = /^The person: "(.*)"$/s;

/** How a later conversation ended a rule that was derived from an earlier one; null if it does not show. */
export function ruleEndIn(digest: TranscriptDigest, constraint: string): string | null {
  const rule = RULE.exec(constraint)?.[1];
  const message =
    rule && messagesOf(digest).find(({ kind, text }) => kind === 'said' && relaxesRule(text, rule));
  return message ? `The person said later: ${quoted(message.text, MAX_RULE)}` : null;
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

/**
 * What is true of a session that goes on: the rules and the open todos stand above the checkpoint, because they become records of
 * their own only when it ends.
 */
export function deriveOngoing(digest: TranscriptDigest): {
  readonly lasting: string;
  readonly checkpoint: string;
} {
  const [checkpoint] = deriveCheckpoint(digest, false);
  const lines = [...deriveConstraints(digest), ...deriveOpenLoops(digest)].map(({ text }) => text);
  return { lasting: [...new Set(lines)].join('\n'), checkpoint: checkpoint?.text ?? '' };
}

/** Derives a handoff from the digest. It quotes what was said, and lists what was done. */
export const deriveFromDigest = (digest: TranscriptDigest): readonly DerivedItem[] =>
  mergeSame([...deriveCheckpoint(digest), ...deriveConstraints(digest), ...deriveOpenLoops(digest)]);
