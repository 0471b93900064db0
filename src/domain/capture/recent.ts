import type { TranscriptEntry } from './transcript-entry.ts';
export const sizeOf = (entry: TranscriptEntry): number => JSON.stringify(entry).length;
export const keepRecent = (
  recent: readonly TranscriptEntry[],
  entries: readonly TranscriptEntry[],
): readonly TranscriptEntry[] => [...recent, ...entries].slice(-80);
