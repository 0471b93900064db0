/** FNV-1a. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (const letter of Buffer.from(word)) value = Math.imul(value ^ letter, 0x01000193) >>> 0;
  return value;
}

/** Texts that share words are near each other; the same text always gives the same numbers. */
export function hashedWords(text: string, dimension = 64): number[] {
  const numbers: number[] = new Array(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    // Each word touches several places, so that few of them are shared by chance.
    for (let part = 0; part < 8; part += 1) {
      const value = hash(`${part}${word}`);
      const at = value % dimension;
      numbers[at] = (numbers[at] ?? 0) + (value & 0x10000 ? 1 : -1);
    }
  }
  return numbers;
}
