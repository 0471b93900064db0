import { elapsedMs, type Instant, laterOf } from '../instant.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** When a conversation took place. */
export interface ConversationTimes {
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  /** Without the breaks. */
  readonly activeMs: number;
}

/** Adds the times of further entries; those without a time do not count. A silence of `breakMs` or more is a break. */
export function addTimes(
  before: ConversationTimes | null,
  entries: readonly TranscriptEntry[],
  breakMs: number,
): ConversationTimes | null {
  return entries.reduce<ConversationTimes | null>((times, { at }) => {
    if (at === null) return times;
    if (times === null) return { startedAt: at, endedAt: at, activeMs: 0 };
    const silence = elapsedMs(times.endedAt, at);
    return {
      startedAt: laterOf(at, times.startedAt) === at ? times.startedAt : at,
      endedAt: laterOf(at, times.endedAt),
      activeMs: times.activeMs + (silence < breakMs ? silence : 0),
    };
  }, before);
}
