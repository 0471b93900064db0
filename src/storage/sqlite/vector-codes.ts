import { endianness } from 'node:os';

const isBigEndian = endianness() === 'BE';

/** float32, little endian on every machine. */
export function bytesOf(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(Float32Array.from(vector).buffer);
  return isBigEndian ? bytes.swap32() : bytes;
}

/** Copied: what a driver answers need not begin where a float may. */
export function vectorOf(bytes: Uint8Array): Float32Array {
  const copy = new Uint8Array(bytes);
  if (isBigEndian) Buffer.from(copy.buffer).swap32();
  return new Float32Array(copy.buffer);
}

/** Which numbers of a vector are above zero, one bit each; in whole words of 32. */
export function signCode(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(wordsFor(vector.length) * 4);
  for (const [at, number] of vector.entries()) {
    if (number > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return code;
}

const wordsFor = (dimension: number): number => Math.ceil(dimension / 32);

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const FIRST_ROOM = 1_024;

/** The codes of all vectors of a model, in memory. Deleted ones stay, so callers look up what they find in the store. */
export class VectorCodes {
  readonly dimension: number;
  readonly #words: number;
  #codes: Uint32Array;
  #seqs: Float64Array;
  #length = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
    this.#words = wordsFor(dimension);
    this.#codes = new Uint32Array(FIRST_ROOM * this.#words);
    this.#seqs = new Float64Array(FIRST_ROOM);
  }

  get length(): number {
    return this.#length;
  }

  /** As many codes as numbers, one behind the other. */
  add(seqs: readonly number[], codes: Uint8Array): void {
    if (codes.length !== seqs.length * this.#words * 4) return;
    while (this.#length + seqs.length > this.#seqs.length) this.#grow();
    new Uint8Array(this.#codes.buffer).set(codes, this.#length * this.#words * 4);
    this.#seqs.set(seqs, this.#length);
    this.#length += seqs.length;
  }

  /** Nearest first by how many signs differ; only those whose number is marked, where marks are given. */
  ranked(query: Float32Array, marked?: Uint8Array): Float64Array {
    const distances = this.#distances(query, marked);
    const starts = new Uint32Array(this.dimension + 2);
    for (const distance of distances) {
      if (distance <= this.dimension) starts[distance + 1] = (starts[distance + 1] ?? 0) + 1;
    }
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const order = new Float64Array(starts.at(-1) ?? 0);
    for (let slot = 0; slot < this.#length; slot += 1) {
      const distance = distances[slot] ?? 0;
      if (distance > this.dimension) continue;
      const at = starts[distance] ?? 0;
      order[at] = this.#seqs[slot] ?? 0;
      starts[distance] = at + 1;
    }
    return order;
  }

  /** One more than the dimension for what is not marked. */
  #distances(query: Float32Array, marked: Uint8Array | undefined): Uint16Array {
    const words = this.#words;
    const asked = new Uint32Array(signCode(query).buffer);
    const codes = this.#codes;
    const distances = new Uint16Array(this.#length);
    for (let slot = 0, at = 0; slot < distances.length; slot += 1, at += words) {
      if (marked !== undefined && marked[this.#seqs[slot] ?? 0] !== 1) {
        distances[slot] = this.dimension + 1;
        continue;
      }
      let distance = 0;
      for (let word = 0; word < words; word += 1) {
        distance += bitCount(((codes[at + word] ?? 0) ^ (asked[word] ?? 0)) >>> 0);
      }
      distances[slot] = distance;
    }
    return distances;
  }

  #grow(): void {
    const codes = new Uint32Array(this.#codes.length * 2);
    codes.set(this.#codes);
    this.#codes = codes;
    const seqs = new Float64Array(this.#seqs.length * 2);
    seqs.set(this.#seqs);
    this.#seqs = seqs;
  }
}
