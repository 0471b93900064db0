import type { Session } from '../domain/session/session.ts';
import type { Deps } from './deps.ts';

async function descendsFrom(
  { store }: Pick<Deps, 'store'>,
  sessionId: string,
  ancestorId: string,
): Promise<boolean> {
  let session = await store.sessions.find(sessionId);
  while (session !== undefined && session.predecessorId !== null) {
    if (session.predecessorId === ancestorId) return true;
    session = await store.sessions.find(session.predecessorId);
  }
  return false;
}

type Left = { readonly sessionId: string | null };

/**
 * Which of these were left by sessions that continue this one. What a session says after it was continued is older
 * knowledge than theirs, whatever the clock says: it does not take the place of what a successor said.
 */
export async function leftBySuccessors<Item extends Left>(
  deps: Pick<Deps, 'store'>,
  session: Pick<Session, 'id' | 'successorId'> | null,
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  if (session === null || session.successorId === null) return new Set();
  const ids = [...new Set(items.flatMap(({ sessionId }) => sessionId ?? []))];
  const answers = await Promise.all(ids.map((id) => descendsFrom(deps, id, session.id)));
  const successors = new Set(ids.filter((_, index) => answers[index]));
  return new Set(items.filter(({ sessionId }) => sessionId !== null && successors.has(sessionId)));
}

export async function withoutSuccessors<Item extends Left>(
  deps: Pick<Deps, 'store'>,
  session: Pick<Session, 'id' | 'successorId'> | null,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const theirs = await leftBySuccessors(deps, session, items);
  return items.filter((item) => !theirs.has(item));
}
