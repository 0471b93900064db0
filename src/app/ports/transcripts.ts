import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../domain/capture/transcript-reading.ts';
import type { OpenFile } from './files.ts';

export interface TranscriptRequest {
  /** Whose format it is. */
  readonly client: string;
  readonly file: OpenFile;
  /** null: from the beginning. */
  readonly from: TranscriptPosition | null;
  readonly limitMs: number;
}

export interface TranscriptPiece {
  readonly position: TranscriptPosition;
  /** In the order of the transcript, as much as time and memory allow. */
  readonly entries: readonly TranscriptEntry[];
  /** It is another file than the one that was read before: what was known of it is void. */
  readonly isAnew: boolean;
  readonly skippedBytes: number;
}

/** What clients write down of their conversations. */
export interface Transcripts {
  /** What was added since; undefined where it cannot be read. */
  read(request: TranscriptRequest): Promise<TranscriptPiece | undefined>;
  /** The folder a conversation began in; null where there is no telling. */
  folderOf(file: OpenFile): Promise<string | null>;
}
