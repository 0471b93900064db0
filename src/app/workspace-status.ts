import type { Instant } from '../domain/instant.ts';
import type { HookFailure } from '../domain/orientation/facts.ts';
import { isImported } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { Deps, ProjectDeps } from './deps.ts';
import { locateProject } from './locate-project.ts';
import type { BackupFile } from './ports/backups.ts';
import { readTime, silentBefore } from './time-context.ts';

export interface WorkspaceStatus {
  /** null outside of a project. */
  readonly project: {
    readonly name: string;
    /** Nothing was stored in it yet. */
    readonly isNew: boolean;
    readonly isOff: boolean;
    readonly openLoopCount: number;
  } | null;
  /** Clients of the newest sessions, last seen first. */
  readonly lastSeen: readonly { readonly client: string; readonly lastSeenAt: Instant }[];
  readonly lastFailure: HookFailure | null;
  /** Newest first. */
  readonly backups: readonly BackupFile[];
}

const SESSIONS_READ = 200;

async function lastSeenClients(deps: ProjectDeps): Promise<WorkspaceStatus['lastSeen']> {
  const cutoff = silentBefore(await readTime(deps));
  const { items } = await deps.store.sessions.list({}, cutoff, SESSIONS_READ, null);
  const byClient = new Map<string, Instant>();
  for (const session of items) {
    const { client, lastSeenAt, hasHooks } = session;
    // A past conversation that was imported does not show that its client is connected.
    if (isImported(session) && !hasHooks) continue;
    if (client !== null && lastSeenAt > (byClient.get(client) ?? '')) byClient.set(client, lastSeenAt);
  }
  return [...byClient]
    .map(([client, lastSeenAt]) => ({ client, lastSeenAt }))
    .toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

async function projectStatus(
  deps: ProjectDeps,
  caller: Caller,
  named: string | undefined,
): Promise<WorkspaceStatus['project']> {
  const located = await locateProject(deps, caller, named);
  if (located === undefined) return null;
  const { project, isNew } = located;
  const { total } = isNew
    ? { total: 0 }
    : await deps.store.records.listLive(project.id, 'open_loop', 1, 1, deps.clock.now());
  const isOff = project.anchorPath !== null && deps.readOff().includes(project.anchorPath);
  return { name: project.name, isNew, isOff, openLoopCount: total };
}

/** How things stand, for a person: which clients were seen, what failed, what is backed up. */
export async function workspaceStatus(
  deps: ProjectDeps & Pick<Deps, 'listBackups' | 'listHookFailures'>,
  caller: Caller,
  { project }: { readonly project?: string | undefined },
): Promise<WorkspaceStatus> {
  return {
    project: await projectStatus(deps, caller, project),
    lastSeen: await lastSeenClients(deps),
    lastFailure: deps.listHookFailures().at(-1) ?? null,
    backups: deps.listBackups(),
  };
}
