const MOST_NUMBERS = 16_384;

const isNumbers = (given: unknown): given is readonly number[] =>
  Array.isArray(given) && given.every((number) => typeof number === 'number' && Number.isFinite(number));

function normalised(numbers: readonly number[], at: number): Float32Array | string {
  const length = Math.hypot(...numbers);
  if (length === 0) return `vector ${at} is all zeros`;
  const vector = Float32Array.from(numbers, (number) => number / length);
  return Number.isFinite(length) && vector.some((number) => number !== 0)
    ? vector
    : `vector ${at} holds numbers that are too large`;
}

/** Untrusted JSON → vectors of length 1, or what is wrong with it. */
export function checkVectors(given: unknown, expectedCount: number): readonly Float32Array[] | string {
  if (!Array.isArray(given)) return 'it holds no list of vectors';
  if (given.length !== expectedCount) return `${given.length} vectors for ${expectedCount} texts`;
  const dimension: unknown = Array.isArray(given[0]) ? given[0].length : 0;
  const vectors: Float32Array[] = [];
  for (const [at, numbers] of given.entries()) {
    if (!isNumbers(numbers) || numbers.length === 0) return `vector ${at} is no list of finite numbers`;
    if (numbers.length > MOST_NUMBERS) return `vector ${at} has more than ${MOST_NUMBERS} numbers`;
    if (numbers.length !== dimension) return `its vectors have ${dimension} and ${numbers.length} numbers`;
    const vector = normalised(numbers, at);
    if (typeof vector === 'string') return vector;
    vectors.push(vector);
  }
  return vectors;
}
