import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { isPerson, refuseOffFolder } from './refuse-off.ts';
import { storeOfPerson, storeWithoutOff } from './store-without-off.ts';

/** Arguments by which a call chooses what it is about; without one of them it is about the caller's own session. */
const TARGETS = [
  'project',
  'campaign',
  'campaign_name',
  'session_id',
  'predecessor_id',
  'id',
  'ids',
  'handoff_id',
  'note_id',
] as const;

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collect(item, into);
}

const hasTarget = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  TARGETS.some((name) => (input as Readonly<Record<string, unknown>>)[name] !== undefined);

/** Everything that the call names by id, and the caller's own session where that is what the call is about. */
export function namedBy({ connection, clientSessionId }: Caller, input: unknown): ReadonlySet<string> {
  const named = new Set<string>();
  collect(input, named);
  const own = connection?.sessionId ?? clientSessionId;
  if (own !== null && own !== undefined && !hasTarget(input)) named.add(own);
  return named;
}

/**
 * The dependencies as one call may use them. Agents are refused in the folder of a project that is switched off, and find nothing
 * of such a project from elsewhere. A person can read and delete there, but not store. The list is read anew for each call, because it changes while servers run.
 */
export function agentDeps(deps: Deps, caller: Caller, input: unknown): Deps {
  if (isPerson(caller)) return { ...deps, store: storeOfPerson(deps, caller) };
  refuseOffFolder(deps, caller);
  return { ...deps, store: storeWithoutOff(deps, namedBy(caller, input)) };
}
