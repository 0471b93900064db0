import { DAY_MS, plusMs } from '../domain/instant.ts';
import { decideClientGone } from '../domain/session/decide.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { type Caller, HOOK_SURFACE } from './caller.ts';
import { resumeReadings } from './capture/read-transcript.ts';
import { LOST_SESSION } from './create-session.ts';
import type { Deps, StoreDeps } from './deps.ts';
import { deriveLostHandoffs, lacksHandoff } from './derive-handoff.ts';
import type { Change } from './ports/ledger.ts';
import { SessionDraft } from './session-draft.ts';
import { silentBefore } from './time-context.ts';

export const PROCESSES_KEPT_DAYS = 30;
/** A caller without its own process, such as over HTTP. Its end cannot be detected. */
const UNKNOWN_PROCESS = 'unknown';

/** One server process may be in several sessions, so the session is part of the key. Keys of hooks have no space. */
const keyOf = (session: Session, process: string): string => `${session.id} ${process}`;

const processOfKey = (key: string): string => key.slice(key.indexOf(' ') + 1);

/** Records which process plays a game's session, so that the next start sees a kill. Hooks record those of work sessions. */
export async function sessionProcessChanges(
  deps: StoreDeps,
  caller: Caller,
  session: Session,
  { now }: TimeContext,
): Promise<readonly Change[]> {
  if (session.kind !== 'game' || caller.surface === HOOK_SURFACE) return [];
  const key = keyOf(session, caller.serverProcess ?? UNKNOWN_PROCESS);
  if ((await deps.store.captures.findProcess(key)) !== undefined) return [];
  const { client, clientSessionId } = caller;
  return [
    {
      kind: 'client_process',
      process: {
        key,
        client: client ?? '',
        clientSessionId: clientSessionId ?? '',
        sessionId: session.id,
        at: now,
      },
      forgetBefore: plusMs(now, -PROCESSES_KEPT_DAYS * DAY_MS),
    },
  ];
}

type Needs = Pick<
  Deps,
  'filesFor' | 'folders' | 'processes' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

const MAX_SESSIONS = 50;
/** The transcripts of all sessions together get half of a hook's time; the rest is left to the next start. */
export const MAX_READING_MS = 900;

/** Looks each process up once: a client can have many sessions. */
function goneFinder({ processes }: Pick<Deps, 'processes'>): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const isGone = known.get(key) ?? processes.isRunning(key) === false;
    known.set(key, isGone);
    return isGone;
  };
}

/** Of the first of these sessions, those whose client is gone. */
export async function findDeadClients(
  deps: Pick<Deps, 'processes' | 'store'>,
  alive: readonly Session[],
): Promise<readonly Session[]> {
  const watched = alive.slice(0, MAX_SESSIONS).filter(({ hasHooks, kind }) => hasHooks || kind === 'game');
  if (watched.length === 0) return [];
  const processes = await deps.store.captures.listProcesses(watched.map(({ id }) => id));
  const isGone = goneFinder(deps);
  return watched.filter(({ id }) => {
    const own = processes.filter(({ sessionId }) => sessionId === id);
    return own.length > 0 && own.every(({ key }) => isGone(processOfKey(key)));
  });
}

/** Sessions whose client was killed are lost at once: the next start must not wait until they have been silent long enough. */
export async function markDeadClientsLost(deps: Needs, projectId: string, time: TimeContext): Promise<void> {
  const alive = await deps.store.sessions.listAlive(projectId, silentBefore(time), MAX_SESSIONS);
  const gone = await findDeadClients(deps, alive);
  const limits = { ...LOST_SESSION, totalMs: MAX_READING_MS };
  const readings = await resumeReadings(deps, gone.filter(lacksHandoff), limits, time);
  const lost = gone
    .filter((session) => !lacksHandoff(session) || readings.has(session.id))
    .map((before) => ({ before, draft: new SessionDraft(before).apply(decideClientGone(before, time)) }));
  const derived = await deriveLostHandoffs(deps, lost, readings, LOST_SESSION, time);
  const changes = [...lost.flatMap(({ draft }) => draft.changes()), ...derived.changes];
  if (changes.length > 0) await deps.store.ledger.commit(changes);
}
