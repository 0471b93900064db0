import type { DiceTerm } from './dice-expression.ts';
import type { RolledDie } from './roll-term.ts';

const MOST_SHOWN = 50;

/** `4d6kh3 [6!, 5, 1→4, ~1~]`: 6 exploded, 4 was a 1 before its reroll, the last 1 was dropped. */
export function renderDice({ text, twice }: DiceTerm, dice: readonly RolledDie[]): string {
  const faces = dice.slice(0, MOST_SHOWN).map(renderDie);
  if (dice.length > MOST_SHOWN) faces.push(`… ${dice.length - MOST_SHOWN} more`);
  return `${text}${twice === undefined ? '' : ` with ${twice}`} [${faces.join(', ')}]`;
}

function renderDie({ rolled, isKept, isExploded, rerolledFrom }: RolledDie): string {
  const before = rerolledFrom.length > 2 ? [rerolledFrom[0], '…'] : rerolledFrom;
  const face = [...before, `${rolled}${isExploded ? '!' : ''}`].join('→');
  return isKept ? face : `~${face}~`;
}
