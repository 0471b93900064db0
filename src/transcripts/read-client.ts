import type { TranscriptPiece, TranscriptRequest } from '../app/ports/transcripts.ts';
import type { TranscriptEntry } from '../domain/capture/transcript-entry.ts';
import { ThroughlineError } from '../domain/error.ts';
import { parseClaudeCodeLine } from './claude-code.ts';
import { readTranscript } from './read-transcript.ts';

/** Of a longer backlog its beginning and its end: what a hook can parse in its time, and hold in its memory. */
const MAX_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1_000_000;

/** What was added to a client's transcript; undefined where it cannot be read. */
export async function readClient({
  file,
  from,
  limitMs,
}: TranscriptRequest): Promise<TranscriptPiece | undefined> {
  const entries: TranscriptEntry[] = [];
  let isAnew = false;
  try {
    const { position, skippedBytes } = await readTranscript({
      file,
      from,
      parse: parseClaudeCodeLine,
      onEntries: (more) => entries.push(...more),
      onAnew: () => {
        isAnew = true;
      },
      limits: {
        maxBytes: MAX_BYTES,
        maxLineBytes: MAX_LINE_BYTES,
        signal: AbortSignal.timeout(limitMs),
      },
    });
    return { position, entries, isAnew, skippedBytes };
  } catch (error) {
    if (error instanceof ThroughlineError) return undefined;
    throw error;
  }
}
