import type { Random } from '../../../../src/domain/id.ts';

/** Dice that show these faces, in this order; fate faces count -1, 0, 1 as 1, 2, 3. */
export function scripted(...faces: readonly number[]): Random {
  const left = [...faces];
  return {
    below(n) {
      const face = left.shift();
      if (face === undefined || face > n) throw new Error(`no face of ${n} was written for this die`);
      return face - 1;
    },
  };
}
