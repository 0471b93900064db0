import { mapEntryTexts, type TranscriptEntry } from './transcript-entry.ts';

/** Of the last messages, what is kept at hand for the next capture. */
const MOST = 200;
const MAX_CHARS = 120_000;
/** What a tool answers is seldom worth more; what people and agents say is. */
const MAX_RESULT = 4_000;
const MAX_MESSAGE = 24_000;

export function sizeOf(entry: TranscriptEntry): number {
  let size = 0;
  mapEntryTexts(entry, (text) => {
    size += text.length;
    return text;
  });
  return size;
}

const shortened = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}… [${text.length - max} characters more]`;

const clipped = (entry: TranscriptEntry): TranscriptEntry =>
  mapEntryTexts(entry, (text) => shortened(text, entry.kind === 'result' ? MAX_RESULT : MAX_MESSAGE));

/** The newest of them, as many as are wanted and as many as there is room for. */
export function lastMessages(
  recent: readonly TranscriptEntry[],
  most: number,
  maxChars: number,
): readonly TranscriptEntry[] {
  let room = maxChars;
  let from = recent.length;
  for (const entry of recent.slice(-most).reverse()) {
    room -= sizeOf(entry);
    if (room < 0 && from < recent.length) break;
    from -= 1;
  }
  return recent.slice(from);
}

/** What was at hand and what came since, of which the oldest falls out. */
export const keepRecent = (
  recent: readonly TranscriptEntry[],
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] =>
  lastMessages([...recent, ...entries.slice(-MOST).map(clipped)], MOST, MAX_CHARS);
