import type { ParsedQuery } from './parse-query.ts';
import type { Ranked } from './ranked.ts';
import { asksForReply } from './speakers.ts';
import { OVERVIEW, WEIGHTS } from './weights.ts';

const isTurn = ({ isConversation, doc }: Ranked) => isConversation && doc.thread !== null;
/** A message comes before its reply. */
const byScore = (a: Ranked, b: Ranked) => b.score - a.score || a.doc.order - b.doc.order;

/** A message of a person and what machines said until the next one, of the texts that were read. */
function exchangesOf(ranked: readonly Ranked[]): readonly (readonly Ranked[])[] {
  const exchanges: Ranked[][] = [];
  const open = new Map<string | null, Ranked[]>();
  for (const one of ranked.filter(isTurn).sort((a, b) => a.doc.order - b.doc.order)) {
    const current = open.get(one.doc.thread);
    if (current !== undefined && one.isByMachine) current.push(one);
    else {
      const started = [one];
      open.set(one.doc.thread, started);
      exchanges.push(started);
    }
  }
  return exchanges;
}

/**
 * A message and its reply count together, because a step is where both are about the subject. The steps in order are what people
 * brought up, so replies count less there.
 */
function scoreExchanges(
  ranked: readonly Ranked[],
  { overview, text }: Pick<ParsedQuery, 'overview' | 'text'>,
): readonly Ranked[] {
  const ofReply = overview === 'order' && !asksForReply(text) ? WEIGHTS.assistant : 1;
  const scores = new Map<Ranked, number>();
  for (const exchange of exchangesOf(ranked))
    for (const one of exchange) {
      const others = exchange.filter(({ isByMachine }) => isByMachine !== one.isByMachine);
      const counterpart = Math.max(0, ...others.map(({ score }) => score));
      const score = one.score + counterpart;
      scores.set(one, one.isByMachine ? ofReply * score : score);
    }
  return ranked.map((one) => ({ ...one, score: scores.get(one) ?? one.score })).sort(byScore);
}

/** Each hit of a session makes the next ones of it count less, so that the hits come from all over the conversation. */
function spreadOverSessions(hits: readonly Ranked[]): readonly Ranked[] {
  const counts = new Map<string | null, number>();
  return hits
    .map((hit) => {
      if (!isTurn(hit)) return { hit, score: hit.score };
      const before = counts.get(hit.doc.thread) ?? 0;
      counts.set(hit.doc.thread, before + 1);
      return { hit, score: hit.score * OVERVIEW.sameSession ** before };
    })
    .sort((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
}

/** Ranks for an overview: by exchange, and from all over the conversation. */
export const rankOverview = (
  ranked: readonly Ranked[],
  query: Pick<ParsedQuery, 'overview' | 'text'>,
): readonly Ranked[] => spreadOverSessions(scoreExchanges(ranked, query));
