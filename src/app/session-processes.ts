import { DAY_MS, plusMs } from '../domain/instant.ts';
import type { Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { type Caller, HOOK_SURFACE } from './caller.ts';
import type { Deps } from './deps.ts';
import type { Change } from './ports/ledger.ts';

export const PROCESSES_KEPT_DAYS = 30;
/** A caller without a process of its own, as over HTTP: nobody can tell when it is gone. */
const UNKNOWN_PROCESS = 'unknown';

/** One server process may be in several sessions, so the session is part of the key. Keys of hooks have no space. */
const keyOf = (session: Session, process: string): string => `${session.id} ${process}`;

/** The process that the key of a stored row stands for. */
export const processIn = (key: string): string => key.slice(key.indexOf(' ') + 1);

/**
 * Records which server process plays a session of a game, so that the next start sees when it was killed. A work session
 * records its processes through hooks.
 */
export async function sessionProcess(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
  session: Session,
  { now }: Moment,
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
