import type { Caller, World } from './world.ts';

/**
 * A connection lives on while its client clears, forks or takes up conversations, and its environment still names the
 * first one; the newest hook of the same process knows the present one.
 */
export async function joinClient(world: World, caller: Caller): Promise<Caller> {
  const { connection, process } = caller;
  if (connection === null || !process) return caller;
  const known = await world.store.captures.findProcess(process);
  const clientSessionId = known?.clientSessionId ?? caller.clientSessionId;
  if (connection.clientSessionId !== clientSessionId) {
    const isMoved = connection.clientSessionId !== null;
    if (isMoved) Object.assign(connection, { sessionId: null, agent: null });
    connection.clientSessionId = clientSessionId;
  }
  return { ...caller, clientSessionId };
}

/**
 * A call that waits for the store may finish after its client moved to another conversation, as another call noticed
 * meanwhile. Then what it learned of its session is not what the connection is about any more.
 */
export async function keepBinding<Result>(
  caller: Caller,
  act: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const { connection } = caller;
  if (connection === null) return act(caller);
  const own = { ...connection };
  try {
    return await act({ ...caller, connection: own });
  } finally {
    if (connection.clientSessionId === own.clientSessionId) Object.assign(connection, own);
  }
}
