import type { Binding, Bound, Caller } from './caller.ts';
import type { Deps } from './deps.ts';

/** The only place that changes what a connection remembers; use cases return a `Bound` result instead. */
function bind(connection: Binding, binding: Partial<Binding>): void {
  Object.assign(connection, binding);
}

/**
 * A connection lives on while its client clears, forks or takes up conversations, and its environment still names the
 * first one; the newest hook of the same process knows the present one.
 */
export async function joinClient(deps: Pick<Deps, 'store'>, caller: Caller): Promise<Caller> {
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

/**
 * A call that waits for the store may finish after its client moved to another conversation, as another call noticed
 * meanwhile. Then what it learned of its session is not what the connection is about any more.
 */
export async function keepBinding<Result>(
  caller: Caller,
  act: (caller: Caller) => Promise<Bound<Result>>,
): Promise<Result> {
  const { connection } = caller;
  if (connection === null) return (await act(caller)).result;
  const before = { ...connection };
  const { result, binding } = await act({ ...caller, connection: before });
  if (connection.clientSessionId === before.clientSessionId) bind(connection, binding);
  return result;
}
