import type { RolledDice } from '../event.ts';
import type { Random } from './random.ts';
import { rollCheck } from './roll-check.ts';

/** A roll that was made at the table has its total; one that was not is rolled here. */
export interface GivenRoll {
  readonly notation: string;
  readonly label?: string | undefined;
  readonly total?: number | undefined;
  readonly detail?: string | undefined;
}

export function rolledOf({ notation, label, total, detail }: GivenRoll, dice: Random): RolledDice {
  if (total !== undefined)
    return { label: label ?? null, notation, total, detail: detail ?? `${notation} = ${total}` };
  const rolled = rollCheck(notation, {}, dice);
  return { label: label ?? null, notation, total: rolled.total, detail: rolled.detail };
}
