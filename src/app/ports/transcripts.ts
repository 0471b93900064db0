import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../domain/capture/transcript-reading.ts';
import type { OpenFile } from './files.ts';

export interface TranscriptRequest {
  /** Who wrote it. The folder in which the file lies tells more, where it is one of a client's. */
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

/** How one client writes its transcripts: line by line, a whole file anew, a database. */
export interface TranscriptFormat {
  /** What was added since; undefined where it cannot be read. What is broken or unknown in it is left out. */
  read(request: Omit<TranscriptRequest, 'client'>): Promise<TranscriptPiece | undefined>;
  /** The folder in which the conversation began; null where the file does not say. Never throws. */
  folderOf(file: OpenFile): Promise<string | null>;
}

/** The transcripts of all clients. */
export interface Transcripts {
  read(request: TranscriptRequest): Promise<TranscriptPiece | undefined>;
  folderOf(request: Pick<TranscriptRequest, 'client' | 'file'>): Promise<string | null>;
}
