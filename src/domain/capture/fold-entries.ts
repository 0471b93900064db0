import type { Gist } from './gist.ts';
import type { TranscriptEntry } from './transcript-entry.ts';
export const foldEntries = (gist: Gist, _entries: readonly TranscriptEntry[]): Gist => gist;
