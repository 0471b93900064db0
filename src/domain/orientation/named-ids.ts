import type { OrientationFacts } from './facts.ts';
import { RECORD_KINDS } from './record-kinds.ts';

/** Everything that a report may name by its id. */
export function namedIds(facts: Omit<OrientationFacts, 'ids'>): readonly string[] {
  const { project, delta, lastSession, damagedEvidence = [] } = facts;
  const items = [
    ...RECORD_KINDS.flatMap(({ list }) => facts[list].items),
    ...(delta === null ? [] : [...delta.own.items, ...delta.changed.map(({ item }) => item)]),
    ...(lastSession === null ? [] : [lastSession]),
    ...facts.lostSessions,
    ...facts.recentSessions,
    ...facts.aliveSessions,
    ...facts.awaitingSuccessor,
    ...facts.unreviewedCaptures.items,
  ];
  const others = [project.id, ...(delta === null ? [] : [delta.sessionId]), ...damagedEvidence];
  return [...others, ...items.map(({ id }) => id)];
}
