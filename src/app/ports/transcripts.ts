import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../domain/capture/transcript-reading.ts';
import type { OpenFile } from './system.ts';

interface TranscriptRequest {
  /** The client that wrote it. The folder of the file takes precedence, if it belongs to a client. */
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
  /** The file was replaced: what was read before is void. */
  readonly isRestarted: boolean;
  readonly skippedBytes: number;
}

/** The transcript format of one client. */
export interface TranscriptFormat {
  /** Entries since the last read; undefined if it cannot be read. Broken or unknown entries are skipped. */
  read(request: Omit<TranscriptRequest, 'client'>): Promise<TranscriptPiece | undefined>;
  /** The folder in which the conversation started; null if the file does not contain it. Never throws. */
  folderOf(file: OpenFile): Promise<string | null>;
}

/** The transcripts of all clients. */
export interface Transcripts {
  read(request: TranscriptRequest): Promise<TranscriptPiece | undefined>;
  folderOf(request: Pick<TranscriptRequest, 'client' | 'file'>): Promise<string | null>;
}
