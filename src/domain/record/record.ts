import type { Digest } from '../id.ts';
import type { Instant } from '../instant.ts';

export const RECORD_TYPES = [
  'checkpoint',
  'decision',
  'open_loop',
  'preference',
  'constraint',
  'warning',
  'lesson',
  'relational_delta',
  'next_session_focus',
  'memory',
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const RECORD_CATEGORIES = ['preference', 'lesson', 'context', 'relationship', 'general'] as const;
export type RecordCategory = (typeof RECORD_CATEGORIES)[number];

export const RECORD_STATUSES = ['active', 'resolved', 'superseded', 'expired', 'retracted'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** How a type is filed when nobody says otherwise. */
export const RECORD_FILING: Readonly<Record<RecordType, { category: RecordCategory; importance: number }>> = {
  checkpoint: { category: 'context', importance: 8 },
  decision: { category: 'context', importance: 7 },
  open_loop: { category: 'context', importance: 7 },
  preference: { category: 'preference', importance: 6 },
  constraint: { category: 'lesson', importance: 9 },
  warning: { category: 'lesson', importance: 8 },
  lesson: { category: 'lesson', importance: 7 },
  relational_delta: { category: 'relationship', importance: 8 },
  next_session_focus: { category: 'context', importance: 7 },
  memory: { category: 'general', importance: 5 },
};

/** One thing worth keeping. It can be resolved, superseded or expired, but not silently changed. */
export interface ThroughlineRecord {
  readonly id: string;
  readonly type: RecordType;
  readonly category: RecordCategory;
  readonly importance: number;
  readonly content: string;
  readonly digest: Digest;
  readonly subject: string | null;
  readonly status: RecordStatus;
  /** null: global, of no project. */
  readonly projectId: string | null;
  readonly sessionId: string | null;
  /** The handoff it was written with, if it was. */
  readonly handoffId: string | null;
  /** What wrote it; the names are in sources.ts. */
  readonly source: string;
  /** Where in its list it stood. */
  readonly position: number;
  readonly worktree: string | null;
  readonly branch: string | null;
  /** The commit it was written at. */
  readonly head: string | null;
  readonly createdAt: Instant;
  readonly occurredAt: Instant | null;
  readonly updatedAt: Instant;
  readonly version: number;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly supersedes: readonly string[];
  readonly supersededBy: string | null;
  readonly resolvedAt: Instant | null;
  readonly resolution: string | null;
  readonly expiresAt: Instant | null;
  /** Left by a session that was closed without successor, and of a type that closes with it. */
  readonly isWithheld: boolean;
}
