import { isSessionId } from '../domain/id.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

interface Adoption<Input> {
  readonly caller: Caller;
  readonly input: Input;
  /** The id that the session of this call gets from its client; null if the call names a known session, or none. */
  readonly adoptedId: string | null;
  /** Whether the connection is bound to the session: a session that a call names leaves the current one alone. */
  readonly isBinding: boolean;
}

/** A call that passes an unknown id of its client's conversation begins a session with it; an impossible id is refused. */
export async function adoptClientSession<Input extends { readonly session_id?: string | undefined }>(
  deps: Pick<Deps, 'isClientSessionId' | 'store'>,
  caller: Caller,
  input: Input,
): Promise<Adoption<Input>> {
  const { session_id: id } = input;
  const isAdoptable = id !== undefined && deps.isClientSessionId(id) && !isSessionId(id);
  if (!isAdoptable || (await deps.store.sessions.find(id)) !== undefined)
    return { caller, input, adoptedId: null, isBinding: id === undefined };
  const connection = caller.connection === null ? null : { ...caller.connection, sessionId: null };
  return {
    caller: { ...caller, clientSessionId: id, connection },
    input: { ...input, session_id: undefined },
    adoptedId: id,
    isBinding: caller.connection?.sessionId === null,
  };
}
