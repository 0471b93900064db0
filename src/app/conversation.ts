import type { Session } from '../domain/session/session.ts';
import type { StoreDeps } from './deps.ts';

/** How many sessions of a client are looked at for those that one continues. */
const MAX_SEARCHED = 50;

/** The sessions of one conversation, newest first: resuming an ended session starts a new one, with the same id of its client. */
export async function listConversation(
  { store }: StoreDeps,
  newest: Session,
  limit: number,
): Promise<readonly Session[]> {
  const { clientSessionId, predecessorId } = newest;
  if (clientSessionId === null || predecessorId === null) return [newest];
  const all = await store.sessions.listOfClient(clientSessionId, MAX_SEARCHED);
  const byId = new Map(all.map((session) => [session.id, session]));
  const found = [newest];
  for (let before = byId.get(predecessorId); before !== undefined && found.length < limit; ) {
    found.push(before);
    byId.delete(before.id);
    before = byId.get(before.predecessorId ?? '');
  }
  return found;
}
