import type { Instant } from '../instant.ts';
import { EMPTY_GIST, type Gist } from './gist.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** How far a transcript was read, and what tells whether it is still the same file. */
export interface TranscriptPosition {
  /** In bytes, always at the beginning of a line. */
  readonly offset: number;
  /** Lines before it. */
  readonly line: number;
  /** Digests of its first bytes and of those before the offset: others mean another file under the same name. */
  readonly head: string;
  readonly seam: string;
}

/** What is known of a session's transcript so far: nothing of it is read twice. */
export interface TranscriptReading {
  readonly sessionId: string;
  readonly path: string;
  /** null before the first byte. */
  readonly position: TranscriptPosition | null;
  /** What was said before belongs to another session, whose conversation this one goes on with. */
  readonly since: Instant | null;
  readonly gist: Gist;
  /** The last messages, oldest first. */
  readonly recent: readonly TranscriptEntry[];
  readonly skippedBytes: number;
  /** What was taken out as secret: kind and count. */
  readonly redacted: Readonly<Record<string, number>>;
  readonly updatedAt: Instant;
}

type Beginning = Pick<TranscriptReading, 'sessionId' | 'path' | 'position' | 'since' | 'updatedAt'>;

export const newReading = ({
  sessionId,
  path,
  position,
  since,
  updatedAt,
}: Beginning): TranscriptReading => ({
  sessionId,
  path,
  position,
  since,
  gist: EMPTY_GIST,
  recent: [],
  skippedBytes: 0,
  redacted: {},
  updatedAt,
});
