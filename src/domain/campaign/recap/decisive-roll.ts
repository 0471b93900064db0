import type { RolledDice } from '../event.ts';

const D20 = /(?<![\d.])[12]?d20(?!\d)/i;

/** What a lone d20 showed, where it showed 20 or 1. */
export function naturalOf({ notation, detail }: RolledDice): 20 | 1 | undefined {
  if (!D20.test(notation)) return undefined;
  const faces = (/d20[^[\]]*\[([^\]]*)\]/i.exec(detail) ?? /\[([^\]]*)\]/.exec(detail))?.[1];
  const kept = (faces ?? '').split(',').filter((face) => !face.includes('~'));
  const shown = keptFace(notation, kept.map(faceOf));
  return shown === 20 || shown === 1 ? shown : undefined;
}

/** `1→20!` was a 1 before its reroll, and exploded. */
const faceOf = (face: string): number => Number.parseInt(face.split('→').at(-1) ?? '', 10);

function keptFace(notation: string, faces: readonly number[]): number | undefined {
  if (faces.length === 1) return faces[0];
  if (/d20\s*(?:kh|dl)/i.test(notation)) return Math.max(...faces);
  return /d20\s*(?:kl|dh)/i.test(notation) ? Math.min(...faces) : undefined;
}

/** The roll worth telling: a natural 20 or 1 before one that merely has a label. */
export const decisiveRoll = (rolls: readonly RolledDice[]): RolledDice | undefined =>
  rolls.find((roll) => naturalOf(roll) !== undefined) ?? rolls.find(({ label }) => label !== null);

export const hasNatural = (rolls: readonly RolledDice[]): boolean =>
  rolls.some((roll) => naturalOf(roll) !== undefined);
