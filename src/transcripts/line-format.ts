import type { TranscriptFormat } from '../app/ports/transcripts.ts';
import type { TranscriptEntry } from '../domain/capture/transcript-entry.ts';
import { ThroughlineError } from '../domain/error.ts';
import { readTranscript } from './read-transcript.ts';

/** Of a longer backlog its beginning and its end: what a hook can parse in its time, and hold in its memory. */
const MAX_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1_000_000;

interface LineFormat {
  /** The entries of one line. A line that is broken or of an unknown kind has none. Never throws. */
  readonly parseLine: (text: string, line: number) => readonly TranscriptEntry[];
  readonly folderOf: TranscriptFormat['folderOf'];
}

/** A transcript to which the client appends one line after the other. */
export const lineFormat = ({ parseLine, folderOf }: LineFormat): TranscriptFormat => ({
  async read({ file, from, limitMs }) {
    const entries: TranscriptEntry[] = [];
    let isAnew = false;
    try {
      const { position, skippedBytes } = await readTranscript({
        file,
        from,
        parse: parseLine,
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
  },
  folderOf,
});
