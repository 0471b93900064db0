import type { CampaignEvent } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { deadIn } from './tell-death.ts';

/** What a fight did to somebody who lived. */
export interface Toll {
  readonly who: string;
  readonly lowest: number;
  readonly last: number;
  readonly max: number;
  /** At least half of what they have at most. */
  readonly isDear: boolean;
  /** Gained and not lost again. */
  readonly conditions: readonly string[];
}

interface Account {
  readonly who: string;
  first: number | null;
  lowest: number;
  last: number;
  max: number;
  readonly conditions: Set<string>;
}

/** Of those who were hurt or are left with a condition, the worst hit first. */
export function tollOf(events: readonly CampaignEvent[]): readonly Toll[] {
  const dead = new Set(events.flatMap(deadIn).map(entityKey));
  const accounts = new Map<string, Account>();
  for (const event of events) keepAccounts(event, accounts);
  return [...accounts.values()]
    .filter(({ who }) => !dead.has(entityKey(who)))
    .map(settled)
    .filter(({ lowest, max, conditions }) => lowest < max || conditions.length > 0)
    .sort((a, b) => share(a) - share(b));
}

const share = ({ lowest, max }: Toll): number => (max > 0 ? lowest / max : 1);

function settled({ who, first, lowest, last, max, conditions }: Account): Toll {
  const lost = first === null ? 0 : first - lowest;
  const isHurt = lost > 0;
  return {
    who,
    lowest: isHurt ? lowest : max,
    last,
    max,
    isDear: isHurt && lost * 2 >= max,
    conditions: [...conditions],
  };
}

function keepAccounts({ effects }: CampaignEvent, accounts: Map<string, Account>): void {
  for (const effect of effects) {
    if (effect.kind !== 'hit_points' && effect.kind !== 'condition') continue;
    const account = accounts.get(entityKey(effect.who)) ?? newAccount(effect.who);
    accounts.set(entityKey(effect.who), account);
    if (effect.kind === 'condition') {
      for (const each of effect.added) account.conditions.add(each);
      for (const each of effect.removed) account.conditions.delete(each);
    } else {
      account.first ??= effect.from;
      account.lowest = Math.min(account.lowest, effect.to);
      account.last = effect.to;
      account.max = effect.max;
    }
  }
}

const newAccount = (who: string): Account => ({
  who,
  first: null,
  lowest: Number.POSITIVE_INFINITY,
  last: 0,
  max: 0,
  conditions: new Set(),
});
