import type { OpenFile } from '../app/ports/system.ts';
import type { TranscriptFormat } from '../app/ports/transcripts.ts';
import type { TranscriptEntry } from '../domain/capture/transcript-entry.ts';
import { ThroughlineError } from '../domain/error.ts';
import { readTranscript } from './read-transcript.ts';
import { readBytes } from './transcript-position.ts';

/** Clients that write JSON name their folder as `cwd` in one of the first lines. */
const HEAD_BYTES = 256 * 1024;
const FOLDER = /"cwd":("(?:[^"\\]|\\.)*")/;

/** The first `cwd` in the file, which is the folder where the conversation started; null if there is none. */
export async function folderOf(file: OpenFile): Promise<string | null> {
  try {
    const head = await readBytes(file, 0, Math.min(HEAD_BYTES, file.size));
    const [, text] = FOLDER.exec(head.toString('utf8')) ?? [];
    return text === undefined ? null : String(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Of a longer backlog only the beginning and the end are parsed, within the time and memory of a hook. */
const MAX_BYTES = 6_000_000;
const MAX_LINE_BYTES = 1_000_000;

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** The file up to the end of the line that contains the last of `maxBytes` bytes. */
async function beginningOf(file: OpenFile, from: number, maxBytes: number): Promise<OpenFile> {
  for (let at = from + maxBytes; at < file.size; at += CHUNK_BYTES) {
    const newline = (await readBytes(file, at, Math.min(CHUNK_BYTES, file.size - at))).indexOf(NEWLINE);
    if (newline !== -1) return { ...file, size: at + newline + 1 };
  }
  return file;
}

/** The entries of one line; none for a broken or unknown line. Never throws. */
export type ParseLine = (text: string, line: number) => readonly TranscriptEntry[];

interface LineFormat {
  /** Called once per reading. What it keeps between lines is gone in the next one, so it may only improve entries. */
  readonly parserFor: (file: OpenFile) => ParseLine | Promise<ParseLine>;
  readonly folderOf: TranscriptFormat['folderOf'];
}

/** A transcript to which the client appends lines. */
export const lineFormat = ({ parserFor, folderOf }: LineFormat): TranscriptFormat => ({
  async read({ file: whole, from, limitMs, maxBytes }) {
    const file = maxBytes === undefined ? whole : await beginningOf(whole, from?.offset ?? 0, maxBytes);
    const entries: TranscriptEntry[] = [];
    let isRestarted = false;
    try {
      const { position, skippedBytes } = await readTranscript({
        file,
        from,
        parse: await parserFor(file),
        onEntries: (more) => entries.push(...more),
        onRestart: () => {
          isRestarted = true;
        },
        limits: {
          maxBytes: maxBytes === undefined ? MAX_BYTES : Number.POSITIVE_INFINITY,
          maxLineBytes: MAX_LINE_BYTES,
          signal: AbortSignal.timeout(limitMs),
        },
      });
      return { position, entries, isRestarted, skippedBytes };
    } catch (error) {
      if (error instanceof ThroughlineError) return undefined;
      throw error;
    }
  },
  folderOf,
});
