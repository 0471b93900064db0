import type { TranscriptEntry } from './transcript-entry.ts';
export const mapEntryTexts = (
  entries: readonly TranscriptEntry[],
  map: (text: string, field: string) => string,
): readonly TranscriptEntry[] => entries.map((entry) => ({ ...entry, text: map(entry.text, entry.kind) }));
