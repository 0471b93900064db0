import type { Instant } from '../instant.ts';
import type { NextStep } from '../next-step.ts';

export const MIN_BUDGET = 500;
export const DEFAULT_BUDGET = 8_000;
export const BRIEF_BUDGET = 1_600;
export const MAX_BUDGET = 40_000;

export type GapSeverity = 'critical' | 'warning' | 'info';

/** Something the next session needs and does not have. Derived, never stored by hand. */
export interface Gap {
  readonly code: string;
  readonly severity: GapSeverity;
  readonly message: string;
  /** What to do about it, without the name of any tool or command. */
  readonly hint: string;
  readonly next: readonly NextStep[];
}

/** In the order of the report. */
export const SECTION_NAMES = [
  'own',
  'changed',
  'constraints',
  'warnings',
  'checkpoint',
  'focus',
  'open_loops',
  'drift',
  'lessons',
  'decisions',
  'preferences',
  'relational_delta',
  'sessions',
  'identity',
  'memories',
  'gaps',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

export interface SectionTally {
  readonly name: SectionName;
  readonly total: number;
  readonly shown: number;
  readonly shortened: number;
  readonly leftOut: number;
}

/** One thing that was considered: whether it is in the text, at what price, and why. */
export interface Placement {
  readonly section: SectionName;
  /** The id of a record, else the beginning of our own line. */
  readonly label: string;
  readonly isShown: boolean;
  readonly isShortened: boolean;
  /** Characters of the budget. A step counts as long as its longest wording on any surface. */
  readonly cost: number;
  readonly why: string;
}

export interface ScorePart {
  readonly name: string;
  readonly earned: number;
  readonly possible: number;
  readonly why: string;
}

/** What the next session gets. The same facts and the same budget give the same text on one surface. Everything but
 *  the text and its tokens is the same on every surface. */
export interface Orientation {
  readonly report: string;
  readonly score: number;
  readonly scoreParts: readonly ScorePart[];
  readonly gaps: readonly Gap[];
  /** Gaps that only a person can close. The report does not show them. */
  readonly personGaps: readonly Gap[];
  readonly sections: readonly SectionTally[];
  readonly estimatedTokens: number;
  /** Characters of the budget that are used: the length of the report with every step in its longest wording. */
  readonly reservedLength: number;
  /** Everything that was considered, in the order of the report. Listed on demand, because only an explanation shows it. */
  readonly listPlacements: () => readonly Placement[];
  /** The whole ids of what the report names, and of what it was tried to name. */
  readonly namedIds: ReadonlySet<string>;
}

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
