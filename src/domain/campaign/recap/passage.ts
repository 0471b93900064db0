import type { CampaignEvent } from '../event.ts';
import type { RecapLength } from './recap.ts';
import type { Scribe } from './scribe.ts';

/** Something that can be told, or left out. */
export interface Passage {
  readonly events: readonly string[];
  readonly weight: number;
  readonly opensParagraph: boolean;
  readonly isAside: boolean;
  readonly tell: (scribe: Scribe) => string;
}

export function passage(
  events: readonly CampaignEvent[],
  weight: number,
  tell: (scribe: Scribe) => string,
  over: Partial<Passage> = {},
): Passage {
  return {
    events: events.map(({ id }) => id),
    weight,
    tell,
    opensParagraph: false,
    isAside: events.some(({ visibility }) => visibility !== 'public'),
    ...over,
  };
}

/** How much of somebody's words is quoted, in characters, and how many moments of a fight are told apart. */
export interface Measure {
  readonly length: RecapLength;
  readonly deed: number;
  readonly outcome: number;
  readonly highlights: number;
  readonly clauses: number;
}

export const MEASURES: Readonly<Record<RecapLength, Measure>> = {
  brief: { length: 'brief', deed: 90, outcome: 110, highlights: 0, clauses: 2 },
  standard: { length: 'standard', deed: 130, outcome: 200, highlights: 1, clauses: 4 },
  detailed: { length: 'detailed', deed: 280, outcome: 600, highlights: 4, clauses: 8 },
};
