import { join } from 'node:path';

/** Where the agent clients keep their transcripts: readable without being named in `allowed_roots`. */
export const clientTranscriptRoots = (
  homeDir: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string[] => [
  join(env.CLAUDE_CONFIG_DIR || join(homeDir, '.claude'), 'projects'),
  join(homeDir, '.codex', 'sessions'),
  join(homeDir, '.gemini', 'tmp'),
  join(homeDir, '.cursor', 'projects'),
];
