const VOCABULARY = 50_000;
const SYLLABLES = 'ba do fu ga ho ju ka lo mu na po ru sa to vu wa zo'.split(' ');

/** A word for each number, and for no other one; the last letter keeps stemming away from it. */
function spelled(rank: number): string {
  let word = '';
  for (let left = rank; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length];
  }
  return `${word}x`;
}

/** Takes a random number; the n-th word is about n times as rare as the first, as in a language. */
const wordAmong =
  (from: number, to: number) =>
  (random: number): string =>
    spelled(Math.floor(from * (to / from) ** random));

export const anyWord = wordAmong(1, VOCABULARY);
/** In a tenth to a half of all records. */
export const commonWord = wordAmong(1, 10);
export const middlingWord = wordAmong(100, 1_000);
/** In one of five thousand records, or fewer. */
export const rareWord = wordAmong(5_000, VOCABULARY);
