import { forbidsSuccessor, type Session } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { ProjectDeps } from '../deps.ts';
import { locateProject } from '../locate-project.ts';
import type { StartSource } from '../ports/client-adapter.ts';
import type { StartSessionInput } from '../resolve-session.ts';

/** What the client did before in the same process, or else what was left last here. */
export async function predecessorOf(
  deps: ProjectDeps,
  caller: Caller,
  source: StartSource,
): Promise<StartSessionInput> {
  const known = caller.process ? await deps.store.captures.findProcess(caller.process) : undefined;
  if (known === undefined || known.clientSessionId === caller.clientSessionId)
    return source === 'replace' ? {} : { resume: false };
  const before = await deps.store.sessions.find(known.sessionId);
  if (before === undefined) return { resume: false };
  const here = await locateProject(deps, caller, undefined);
  const isOpenLine = here?.project.id === before.projectId && !forbidsSuccessor(before);
  return isOpenLine ? { predecessor_id: before.id } : { resume: false };
}

export const NEW_CONVERSATION: readonly StartSource[] = ['clear', 'fork', 'replace'];

/** An unknown conversation that is resumed in a process with another one is a copy of that one. */
export async function sourceFor(
  { store }: ProjectDeps,
  { process, clientSessionId }: Caller,
  given: StartSource,
  own: Session | undefined,
): Promise<StartSource> {
  if (given !== 'resume_or_fork') return given;
  const known = own === undefined && process ? await store.captures.findProcess(process) : undefined;
  return known === undefined || known.clientSessionId === clientSessionId ? 'resume' : 'fork';
}
