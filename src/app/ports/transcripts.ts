import type { TranscriptEntry } from '../../domain/capture/transcript-entry.ts';
import type { TranscriptPosition } from '../../domain/capture/transcript-reading.ts';
import type { ListedFile, OpenFile } from './system.ts';

interface TranscriptRequest {
  /** The client that wrote it. The folder of the file takes precedence, if it belongs to a client. */
  readonly client: string;
  readonly file: OpenFile;
  /** null: from the beginning. */
  readonly from: TranscriptPosition | null;
  readonly limitMs: number;
  /**
   * Read about this many bytes and skip none of them; the next call continues. Without it, only the beginning and the end of a
   * long backlog are read. A format that cannot read in parts reads everything.
   */
  readonly maxBytes?: number;
}

/** Where the transcripts of past conversations are. */
export interface PastTranscripts {
  readonly roots: readonly string[];
  /** The client's own id of the conversation in the file at this path; null for a file that is not a whole conversation. */
  sessionIdOf(path: string): string | null;
  /** The slug of the conversation's folder; null if the path has none. */
  folderSlugOf(path: string): string | null;
}

export interface TranscriptPiece {
  readonly position: TranscriptPosition;
  /** In the order of the transcript, as much as time and memory allow. */
  readonly entries: readonly TranscriptEntry[];
  /** The file was replaced: what was read before is void. */
  readonly isRestarted: boolean;
  readonly skippedBytes: number;
}

/** Rows of one table of a client's database: those with these values, in this order. */
export interface RowQuery {
  readonly table: string;
  readonly where: Readonly<Record<string, string>>;
  readonly orderBy: readonly string[];
}

export type ReadRows = (query: RowQuery) => readonly Readonly<Record<string, unknown>>[];

export interface TranscriptFormat {
  /** One conversation in the client's database, as the lines that `read` takes. Lines are only added, as far as possible. */
  linesIn?(clientSessionId: string, readRows: ReadRows): readonly string[];
  /** The paths of the conversations in the client's database, without those of subagents. */
  conversationsIn?(database: string, readRows: ReadRows): readonly Omit<ListedFile, 'size'>[];
  /** Entries since the last read; undefined if it cannot be read. Broken or unknown entries are skipped. */
  read(request: Omit<TranscriptRequest, 'client'>): Promise<TranscriptPiece | undefined>;
  /** The folder in which the conversation started; null if the file does not contain it. Never throws. */
  folderOf(file: OpenFile): Promise<string | null>;
  /** The client's own id of the conversation, for a client whose paths contain only a part of it; null if the file does not name it. Never throws. */
  sessionIdIn?(file: OpenFile): Promise<string | null>;
  /** The folder with the transcripts of its subagents, if the client writes them to files of their own. */
  subagentsOf?(path: string): string;
}

export interface Transcripts {
  read(request: TranscriptRequest): Promise<TranscriptPiece | undefined>;
  folderOf(request: Pick<TranscriptRequest, 'client' | 'file'>): Promise<string | null>;
  sessionIdIn(request: Pick<TranscriptRequest, 'client' | 'file'>): Promise<string | null>;
  subagentsOf(request: Pick<TranscriptRequest, 'client'> & { readonly path: string }): Promise<string | null>;
  /** undefined if past conversations of this client cannot be imported. */
  past(client: string): PastTranscripts | undefined;
}
