import type { Random } from '../../../domain/id.ts';
import { digestOf } from '../../../domain/id.ts';

type Words = readonly [number, number, number, number];

const WORD_RANGE = 2 ** 32;

/**
 * The same seed rolls the same dice, in every release: xoshiro128** (Blackman and Vigna), its state the first 128 bits of
 * the SHA-256 of the seed. Not for secrets.
 */
export const seededRandom = (seed: string): Random => randomFrom(xoshiro128(stateOf(seed)));

export function randomFrom(nextWord: () => number): Random {
  return {
    below(n) {
      if (!Number.isInteger(n) || n < 1 || n > WORD_RANGE) throw new RangeError(`below(${n})`);
      // Rejects the last, incomplete run of n words, which would favor low numbers.
      const limit = WORD_RANGE - (WORD_RANGE % n);
      let word = nextWord();
      while (word >= limit) word = nextWord();
      return word % n;
    },
  };
}

export function xoshiro128(state: Words): () => number {
  let [a, b, c, d] = state;
  return () => {
    const word = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return word;
  };
}

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

function stateOf(seed: string): Words {
  const hex = digestOf(seed).slice('sha256:'.length);
  const word = (index: number) => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16);
  return [word(0), word(1), word(2), word(3)];
}
