/** One figure of a benchmark: what was measured, what it is, and what it should be. */
export interface Row {
  readonly area: string;
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** `value` must be at most (or at least) this; the goal is what we would be proud of. */
  readonly bound?: { readonly isMost: boolean; readonly atLeast: number; readonly goal: number };
  readonly detail?: string;
}

export interface Bench {
  readonly name: string;
  /** Data and seed, in a line. */
  readonly about: string;
  readonly run: (progress: (line: string) => void) => Promise<readonly Row[]>;
}

export const atMost = (atLeast: number, goal: number) => ({ isMost: true, atLeast, goal });
export const atLeast = (least: number, goal: number) => ({ isMost: false, atLeast: least, goal });

export const verdictOf = ({ value, bound }: Row): string => {
  if (bound === undefined) return '';
  const holds = (limit: number) => (bound.isMost ? value <= limit : value >= limit);
  return holds(bound.goal) ? 'goal' : holds(bound.atLeast) ? 'ok' : 'MISSED';
};
