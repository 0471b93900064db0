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
