import type { Binding, Bound, Caller } from './caller.ts';
import type { StoreDeps } from './deps.ts';
import type { Redactor } from './ports/system.ts';
import { redactTexts } from './redact-content.ts';

/** The client's name and session id are stored, so they are redacted like any other text. */
export function cleanCallers(redactor: Redactor): (caller: Caller) => Promise<Caller> {
  const known = new Map<string, Pick<Caller, 'client' | 'clientSessionId'>>();
  return async (caller) => {
    const { client, clientSessionId } = caller;
    const key = JSON.stringify([client, clientSessionId]);
    const clean = known.get(key) ?? (await redactTexts(redactor, { client, clientSessionId })).content;
    if (known.size < 1_000) known.set(key, clean);
    return { ...caller, ...clean };
  };
}

/** The only place that changes what a connection remembers; use cases return a `Bound` result instead. */
function bind(connection: Binding, binding: Partial<Binding>): void {
  Object.assign(connection, binding);
}

/** A connection outlives the conversations of its client; the newest hook of the same process knows the current one. */
export async function joinClient(deps: StoreDeps, caller: Caller): Promise<Caller> {
  const { connection, process } = caller;
  if (connection === null || !process) return caller;
  const known = await deps.store.captures.findProcess(process);
  const clientSessionId = known?.clientSessionId ?? caller.clientSessionId;
  if (connection.clientSessionId !== clientSessionId) {
    const isMoved = connection.clientSessionId !== null;
    bind(connection, { clientSessionId, ...(isMoved ? { sessionId: null, agent: null } : {}) });
  }
  return { ...caller, clientSessionId };
}

/** If the client moved to another conversation while the call waited, the connection is not bound to the old one. */
export async function updateBinding<Result>(caller: Caller, act: (caller: Caller) => Promise<Bound<Result>>) {
  const { connection } = caller;
  if (connection === null) return (await act(caller)).result;
  const before = { ...connection };
  const { result, binding } = await act({ ...caller, connection: before });
  if (connection.clientSessionId === before.clientSessionId) bind(connection, binding);
  return result;
}
