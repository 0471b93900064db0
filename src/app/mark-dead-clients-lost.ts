import { decideGone, type Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { LOST } from './begin-session.ts';
import { readAllOn } from './capture/read-on.ts';
import type { Deps } from './deps.ts';
import { deriveLostHandoffs, leftWithoutWord } from './derive-handoff.ts';
import { silentBefore } from './moment.ts';
import { SessionDraft } from './session-draft.ts';
import { processIn } from './session-processes.ts';

type Needs = Pick<
  Deps,
  'filesFor' | 'folders' | 'processes' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

const MAX_SESSIONS = 50;
/**
 * All of them are written in one commit, which a hook that is killed before it never reaches. So the transcripts together get
 * half of the time that a hook has, and the sessions that this time does not reach are left to the next start.
 */
const MAX_READING_MS = 900;

async function listGone(
  deps: Pick<Deps, 'processes' | 'store'>,
  projectId: string,
  moment: Moment,
): Promise<readonly Session[]> {
  const alive = await deps.store.sessions.listAlive(projectId, silentBefore(moment), MAX_SESSIONS);
  const watched = alive.filter(({ hasHooks, kind }) => hasHooks || kind === 'game');
  const processes = await deps.store.captures.listProcesses(watched.map(({ id }) => id));
  return watched.filter(({ id }) => {
    const own = processes.filter(({ sessionId }) => sessionId === id);
    return own.length > 0 && own.every(({ key }) => deps.processes.isRunning(processIn(key)) === false);
  });
}

/** Sessions whose client was killed are lost at once: the next start must not wait until they have been silent long enough. */
export async function markDeadClientsLost(deps: Needs, projectId: string, moment: Moment): Promise<void> {
  const gone = await listGone(deps, projectId, moment);
  const limits = { ...LOST, totalMs: MAX_READING_MS };
  const readings = await readAllOn(deps, gone.filter(leftWithoutWord), limits, moment);
  const lost = gone
    .filter((session) => !leftWithoutWord(session) || readings.has(session.id))
    .map((before) => ({ before, draft: new SessionDraft(before).apply(decideGone(before, moment)) }));
  const derived = await deriveLostHandoffs(deps, lost, readings, LOST, moment);
  const changes = [...lost.flatMap(({ draft }) => draft.changes()), ...derived];
  if (changes.length > 0) await deps.store.ledger.commit(changes);
}
