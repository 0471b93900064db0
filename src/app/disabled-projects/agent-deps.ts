import { lazy } from '../../lib/lazy.ts';
import type { Caller } from '../caller.ts';
import { ID_FIELDS } from '../complete-ids.ts';
import type { HookDeps } from '../deps.ts';
import type { FolderIdentity, Folders } from '../ports/system.ts';
import {
  hideDisabledProjects,
  listDisabledProjectIds,
  storeOfAgents,
  storeOfPerson,
} from './hide-disabled-projects.ts';
import { isPerson, refuseDisabledFolder } from './refuse-disabled.ts';

/** Arguments by which a call chooses what it is about; without one of them it is about the caller's own session. */
const TARGETS = ID_FIELDS.filter((name) => name !== 'supersedes');

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collect(item, into);
}

const hasTarget = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  TARGETS.some((name) => (input as Readonly<Record<string, unknown>>)[name] !== undefined);

export function listRequestedIds({ connection, clientSessionId }: Caller, input: unknown) {
  const named = new Set<string>();
  collect(input, named);
  const own = connection?.sessionId ?? clientSessionId;
  if (own !== null && own !== undefined && !hasTarget(input)) named.add(own);
  return named;
}

/** Finding out what a folder is takes about thirty system calls, and a call asks several times. */
function identifyOnce(folders: Folders): Folders {
  const known = new Map<string, FolderIdentity | undefined>();
  return {
    ...folders,
    identify(folder) {
      if (!known.has(folder)) known.set(folder, folders.identify(folder));
      return known.get(folder);
    },
  };
}

/**
 * The dependencies as one call may use them. Agents are refused in the folder of a project that is switched off, and find nothing
 * of such a project from elsewhere. A person can read and delete there, but not store. The list is read once for the reads of each
 * call, and again before a commit, because it changes while servers run.
 */
export function agentDeps<Given extends HookDeps>(given: Given, caller: Caller, input: unknown): Given {
  const deps = { ...given, folders: identifyOnce(given.folders) };
  if (isPerson(caller)) return { ...deps, store: storeOfPerson(deps, caller) };
  if (deps.readOff().length === 0) return { ...deps, store: storeOfAgents(deps) };
  refuseDisabledFolder(deps, caller);
  const offIds = lazy(() => listDisabledProjectIds(deps));
  return { ...deps, store: hideDisabledProjects(deps, listRequestedIds(caller, input), offIds) };
}
