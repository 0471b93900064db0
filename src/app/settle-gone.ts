import { decideGone, type Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { LOST } from './begin-session.ts';
import { deriveLostHandoff } from './derive-handoff.ts';
import { silentBefore } from './moment.ts';
import { SessionDraft } from './session-draft.ts';
import { processIn } from './session-processes.ts';
import type { World } from './world.ts';

const MOST = 50;

async function listGone(world: World, projectId: string, moment: Moment): Promise<readonly Session[]> {
  const alive = await world.store.sessions.listAlive(projectId, silentBefore(moment), MOST);
  const watched = alive.filter(({ hasHooks, kind }) => hasHooks || kind === 'game');
  const processes = await world.store.captures.listProcesses(watched.map(({ id }) => id));
  return watched.filter(({ id }) => {
    const own = processes.filter(({ sessionId }) => sessionId === id);
    return own.length > 0 && own.every(({ key }) => world.processes.isRunning(processIn(key)) === false);
  });
}

/** Sessions whose client was killed are lost at once: whoever starts next shall not wait for the silence. */
export async function settleGone(world: World, projectId: string, moment: Moment): Promise<void> {
  for (const session of await listGone(world, projectId, moment)) {
    const draft = new SessionDraft(session).apply(decideGone(session, moment));
    const derived = await deriveLostHandoff(world, session, draft, LOST, moment);
    await world.store.ledger.commit([...draft.changes(), ...derived]);
  }
}
