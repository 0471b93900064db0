import type { RolledDice } from '../event.ts';
import { shortName } from './excerpt.ts';

const D20 = /(?<![\d.])[12]?d20(?!\d)/i;

/** What a lone d20 showed, where it showed 20 or 1. */
function naturalOf({ notation, detail }: RolledDice): 20 | 1 | undefined {
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

/** The roll that decided an event: a natural 20 or 1; else, where wanted, the first with a label. */
export function rollLine(rolls: readonly RolledDice[], hasLabeled: boolean): string | null {
  const roll =
    rolls.find((each) => naturalOf(each) !== undefined) ??
    (hasLabeled ? rolls.find(({ label }) => label !== null) : undefined);
  if (roll === undefined) return null;
  const natural = naturalOf(roll);
  const result = natural === undefined ? `${roll.total}` : `natural ${natural}`;
  return roll.label === null ? result : `${shortName(roll.label)}: ${result}`;
}

export const hasNatural = (rolls: readonly RolledDice[]): boolean =>
  rolls.some((roll) => naturalOf(roll) !== undefined);
