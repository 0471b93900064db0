import { DAMAGED_TEXT } from '../damage.ts';
import { nextStep } from '../next-step.ts';
import type { CaptureFact, OrientationFacts } from './facts.ts';
import { type Frame, ownWords, type Section } from './section.ts';
import { countOf, formatCount, whenOf } from './wording.ts';

const REASONS: Readonly<Record<string, string>> = {
  compaction: 'kept before a compaction',
  session_end: 'kept at the end of its session',
  session_lost: 'kept of a lost session',
  asked: 'kept on request',
};

const captureLine = (
  { id, at, reason, messageCount, isDamaged }: CaptureFact,
  { now }: OrientationFacts,
): string =>
  `- ${id}: ${isDamaged ? DAMAGED_TEXT : `${countOf(messageCount, 'message')}, ${REASONS[reason] ?? reason}`} ${whenOf(at, now)}`;

/** Pieces of transcripts that nobody has read: what a handoff may have left out is in them. */
export function capturesSection(facts: OrientationFacts, frame: Frame): Section {
  const { items, total } = facts.unreviewedCaptures;
  const { words, isTerse } = frame;
  const call = words.step(nextStep('capture.list', { isUnreviewed: true }));
  return {
    name: 'captures',
    heading: `## Captures nobody has read (${formatCount(total)}): ${words.step(nextStep('capture.read'))}`,
    why: 'a piece of a transcript that nobody has read yet',
    entries: items.map((capture) => ({ ...ownWords(captureLine(capture, facts)), label: capture.id })),
    total,
    leadCount: 1,
    floor: countOf(total, 'unread capture') + (isTerse ? '' : ` (${words.step(nextStep('capture.list'))})`),
    more: (count) => `- ${formatCount(count)} more: ${call}`,
  };
}
