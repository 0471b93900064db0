import type { CampaignEvent, Effect } from '../event.ts';
import { entityKey } from '../new-entity.ts';
import { isAlreadySaid } from './already-said.ts';
import type { Measure } from './measure.ts';
import { excerpt, quoted } from './quoted.ts';
import type { Scribe } from './scribe.ts';
import { isDead } from './tell-death.ts';
import { capitalized, joined, named, withArticle } from './wording.ts';

const MOST_LEARNED = 160;

interface Clause {
  /** null: the sentence says who. */
  readonly who: string | null;
  readonly says: string;
}

/** Changes that are told beside the words of their event, as a sentence or two; '' where there are none. */
export function tellChanges(
  event: CampaignEvent,
  effects: readonly Effect[],
  scribe: Scribe,
  measure: Measure,
): string {
  const news = effects.filter((effect) => !isAlreadySaid(effect, event, measure));
  const clauses = [...fundsOf(news), ...news.flatMap(clausesOf)].slice(0, measure.clauses);
  const people = [...new Set(clauses.flatMap(({ who }) => (who === null ? [] : [who])))];
  const told = [
    ...clauses.filter(({ who }) => who === null).map(({ says }) => says),
    ...people.map((who) => {
      const says = joined(clauses.filter((clause) => clause.who === who).map((clause) => clause.says));
      return `${scribe.person(who)} ${says}`;
    }),
  ];
  const learned = measure.length === 'brief' ? [] : news.flatMap((effect) => learnedOf(effect, scribe));
  const sentence = told.length === 0 ? [] : [`${capitalized(told.join('; '))}.`];
  return [...sentence, ...learned.slice(0, measure.clauses)].join(' ');
}

function clausesOf(effect: Effect): readonly Clause[] {
  const of = (who: string | null, ...says: readonly string[]): Clause[] =>
    says.filter((each) => each !== '').map((each) => ({ who, says: each }));
  switch (effect.kind) {
    case 'hit_points':
      return of(effect.who, hitPointWords(effect));
    case 'damage':
      return of(effect.who, damageWords(effect.amount));
    case 'condition':
      return of(
        effect.who,
        isNow('is now', effect.added),
        isNow(
          'is no longer',
          effect.removed.filter((each) => !isDead(each)),
        ),
      );
    case 'item':
      return of(effect.who, itemWords(effect.item, effect.quantity));
    case 'npc':
      return effect.status === 'missing' ? of(effect.who, 'is missing') : [];
    case 'moved':
      return of(null, `the party comes to ${named(effect.to)}`);
    default:
      return [];
  }
}

function hitPointWords({ from, to, max }: Extract<Effect, { kind: 'hit_points' }>): string {
  if (to === from) return '';
  const count = max > 0 ? `${to} of ${max}` : `${to}`;
  return to < from ? `falls to ${count} hit points` : `is back at ${count} hit points`;
}

const damageWords = (amount: number): string =>
  amount > 0 ? `takes ${amount} damage` : `is healed by ${-amount}`;

const isNow = (says: string, conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `${says} ${joined(conditions.slice(0, 4).map(named))}`;

function itemWords(item: string, quantity: number): string {
  if (quantity === 0) return '';
  const count = Math.abs(quantity);
  const what = count === 1 ? withArticle(named(item)) : `${count} × ${named(item)}`;
  return quantity > 0 ? `gains ${what}` : `parts with ${what}`;
}

/** What all of it comes to, each coin once. */
function fundsOf(effects: readonly Effect[]): readonly Clause[] {
  const purse = new Map<string, { readonly coin: string; readonly amount: number }>();
  for (const effect of effects) {
    if (effect.kind !== 'funds') continue;
    const amount = (purse.get(entityKey(effect.coin))?.amount ?? 0) + effect.amount;
    purse.set(entityKey(effect.coin), { coin: effect.coin, amount });
  }
  const sums = (sign: number, says: string) => {
    const coins = [...purse.values()].filter(({ amount }) => amount * sign > 0);
    const counts = coins.map(({ coin, amount }) => `${Math.abs(amount)} ${named(coin)}`);
    return counts.length === 0 ? [] : [`${joined(counts)} ${says}`];
  };
  const told = [...sums(1, 'richer'), ...sums(-1, 'poorer')];
  return told.length === 0 ? [] : [{ who: null, says: `the party is ${joined(told)}` }];
}

/** Hidden from the party, it is a fact about somebody and nothing that they learned. */
function learnedOf(effect: Effect, scribe: Scribe): readonly string[] {
  if (effect.kind !== 'npc' || effect.learned === null) return [];
  const lead = effect.visibility === 'public' ? ' the party learns' : '';
  return [`Of ${scribe.person(effect.who)}${lead}: ${quoted(excerpt(effect.learned, MOST_LEARNED))}`];
}
