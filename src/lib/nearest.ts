/** The most similar candidates, nearest first. Ignores case; a swap of adjacent letters is one mistake; prefixes are close. */
export function nearest(word: string, candidates: readonly string[], max = 3): string[] {
  const typed = toLetters(word);
  return candidates
    .map((candidate, index) => ({ candidate, index, mistakes: countMistakes(typed, toLetters(candidate)) }))
    .filter(({ mistakes }) => mistakes !== undefined)
    .sort((a, b) => (a.mistakes ?? 0) - (b.mistakes ?? 0) || a.index - b.index)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

const SHORTEST_PREFIX = 2;

const toLetters = (word: string): string[] => [...word.normalize('NFC').toLowerCase()];

function countMistakes(a: readonly string[], b: readonly string[]): number | undefined {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isPrefix = short.length >= SHORTEST_PREFIX && short.every((letter, index) => letter === long[index]);
  if (isPrefix) return long.length === short.length ? 0 : 0.5;
  const limit = Math.max(1, Math.floor(long.length / 3));
  if (short.length === 0 || long.length - short.length > limit) return undefined;
  const mistakes = editDistance(a, b);
  return mistakes <= limit && mistakes < long.length ? mistakes : undefined;
}

/** The restricted Damerau–Levenshtein distance. */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
