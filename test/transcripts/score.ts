import type { DerivedItem } from '../../src/domain/capture/derive/wording.ts';
import type { ExpectedItem, Fixture } from './fixture.ts';

export interface Score {
  readonly name: string;
  readonly derived: number;
  /** Derived items that a careful person wrote, or would have let stand. */
  readonly right: number;
  readonly wanted: number;
  readonly found: number;
  readonly wrong: readonly DerivedItem[];
  readonly missed: readonly ExpectedItem[];
}

const says = (item: DerivedItem, { words }: ExpectedItem) =>
  words.every((word) => item.text.toLowerCase().includes(word.toLowerCase()));

/** Facts may be in any item, since the checkpoint quotes them; an item of its own must be expected as such. */
export function scoreHandoff({ name, expected }: Fixture, derived: readonly DerivedItem[]): Score {
  const open = expected.filter(({ type }) => type !== null);
  const wrong = derived.filter((item) => {
    const at = open.findIndex((one) => one.type === item.type && says(item, one));
    if (at !== -1) open.splice(at, 1);
    return at === -1;
  });
  const isMissed = (one: ExpectedItem) =>
    !derived.some((item) => (one.type === null || one.type === item.type) && says(item, one));
  const wanted = expected.filter(({ isOptional }) => !isOptional);
  const missed = wanted.filter(isMissed);
  return {
    name,
    derived: derived.length,
    right: derived.length - wrong.length,
    wanted: wanted.length,
    found: wanted.length - missed.length,
    wrong,
    missed,
  };
}

const sum = (scores: readonly Score[], pick: (score: Score) => number) =>
  scores.reduce((total, score) => total + pick(score), 0);

export const precisionOf = (scores: readonly Score[]) => {
  const derived = sum(scores, ({ derived }) => derived);
  return derived === 0 ? 1 : sum(scores, ({ right }) => right) / derived;
};

export const recallOf = (scores: readonly Score[]) =>
  sum(scores, ({ found }) => found) /
  Math.max(
    1,
    sum(scores, ({ wanted }) => wanted),
  );

export function renderScores(scores: readonly Score[]): string {
  const row = (name: string, of: readonly Score[]) =>
    [
      name.padEnd(22),
      `${sum(of, ({ right }) => right)}/${sum(of, ({ derived }) => derived)}`.padStart(9),
      precisionOf(of).toFixed(2).padStart(10),
      `${sum(of, ({ found }) => found)}/${sum(of, ({ wanted }) => wanted)}`.padStart(9),
      recallOf(of).toFixed(2).padStart(7),
    ].join(' ');
  const head = `${'transcript'.padEnd(22)} ${'right'.padStart(9)} ${'precision'.padStart(10)} ${'found'.padStart(9)} ${'recall'.padStart(7)}`;
  return [head, ...scores.map((score) => row(score.name, [score])), row('all', scores)].join('\n');
}
