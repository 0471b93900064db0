import type { CampaignEvent } from '../event.ts';
import type { Measure } from './measure.ts';
import type { Scribe } from './scribe.ts';

/** Something that can be told, or left out. */
export interface Passage {
  readonly events: readonly string[];
  /** What is important least is left out first; of equals what weighs least. */
  readonly importance: number;
  readonly weight: number;
  readonly opensScene: boolean;
  readonly isAside: boolean;
  readonly tell: (scribe: Scribe, measure: Measure) => string;
}

export function passage(
  events: readonly CampaignEvent[],
  weight: number,
  tell: Passage['tell'],
  over: Partial<Passage> = {},
): Passage {
  return {
    events: events.map(({ id }) => id),
    importance: Math.max(...events.map(({ importance }) => importance)),
    weight,
    tell,
    opensScene: false,
    isAside: events.some(({ visibility }) => visibility !== 'public'),
    ...over,
  };
}
