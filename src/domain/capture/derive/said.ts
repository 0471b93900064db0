import type { RecordType } from '../../record/record.ts';
import type { Gist, Said } from '../gist.ts';
import type { DerivedItem } from './derived-item.ts';
import { saidBy } from './words.ts';

const MAX_DECISIONS = 12;

const items = (type: RecordType, said: readonly Said[]): DerivedItem[] =>
  said.map((one) => ({ type, text: saidBy(one), lines: [one.line] }));

/** A plan for next time holds only if nothing else was asked for since. */
function lastFocus({ focuses, requests }: Gist): readonly Said[] {
  const asked = requests.filter(({ isSlight }) => !isSlight);
  return focuses.filter(({ line }) => line >= (asked.at(-1)?.line ?? 0)).slice(-1);
}

/** What was said in so many words: decisions, rules, likings, plans. */
export const deriveSaid = (gist: Gist): DerivedItem[] => [
  ...items('decision', gist.decisions.filter(({ replacedAt }) => replacedAt === null).slice(-MAX_DECISIONS)),
  ...items('constraint', gist.constraints),
  ...items('preference', gist.preferences),
  ...items('next_session_focus', lastFocus(gist)),
];
