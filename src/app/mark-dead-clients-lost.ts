import { decideGone, type Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { LOST } from './begin-session.ts';
import type { Deps } from './deps.ts';
import { deriveLostHandoff } from './derive-handoff.ts';
import { silentBefore } from './moment.ts';
import { SessionDraft } from './session-draft.ts';
import { processIn } from './session-processes.ts';

type Needs = Pick<
  Deps,
  'filesFor' | 'folders' | 'processes' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

const MOST = 50;

async function listGone(
  deps: Pick<Deps, 'processes' | 'store'>,
  projectId: string,
  moment: Moment,
): Promise<readonly Session[]> {
  const alive = await deps.store.sessions.listAlive(projectId, silentBefore(moment), MOST);
  const watched = alive.filter(({ hasHooks, kind }) => hasHooks || kind === 'game');
  const processes = await deps.store.captures.listProcesses(watched.map(({ id }) => id));
  return watched.filter(({ id }) => {
    const own = processes.filter(({ sessionId }) => sessionId === id);
    return own.length > 0 && own.every(({ key }) => deps.processes.isRunning(processIn(key)) === false);
  });
}

/** Sessions whose client was killed are lost at once: whoever starts next shall not wait for the silence. */
export async function markDeadClientsLost(deps: Needs, projectId: string, moment: Moment): Promise<void> {
  for (const session of await listGone(deps, projectId, moment)) {
    const draft = new SessionDraft(session).apply(decideGone(session, moment));
    const derived = await deriveLostHandoff(deps, session, draft, LOST, moment);
    await deps.store.ledger.commit([...draft.changes(), ...derived]);
  }
}
