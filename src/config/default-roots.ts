import { join } from 'node:path';

/** Where the agent clients keep their transcripts: readable without being named in `allowed_roots`. */
export const clientTranscriptRoots = (homeDir: string): string[] => [
  join(homeDir, '.claude', 'projects'),
  join(homeDir, '.codex', 'sessions'),
  join(homeDir, '.gemini', 'tmp'),
  join(homeDir, '.cursor', 'projects'),
];
