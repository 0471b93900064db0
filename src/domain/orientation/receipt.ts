import type { Instant } from '../instant.ts';
import type { SectionTally } from './orientation.ts';

/** That something was sent, to whom and how much of it; never that it was read. */
export interface Receipt {
  readonly id: string;
  readonly projectId: string;
  /** The session it was sent to; null where the reader was in none. */
  readonly sessionId: string | null;
  readonly surface: string;
  readonly client: string | null;
  readonly clientSessionId: string | null;
  readonly at: Instant;
  /** Length of the report in UTF-16 units. */
  readonly chars: number;
  readonly budget: number;
  readonly score: number;
  readonly gapCount: number;
  /** Those that had something. */
  readonly sections: readonly SectionTally[];
}
