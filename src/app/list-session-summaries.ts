import { cursorInvalid } from '../domain/error.ts';
import { type Session, type SessionStatus, statusIn } from '../domain/session/session.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Caller } from './caller.ts';
import type { ProjectDeps } from './deps.ts';
import { type LocatedProject, locateProject } from './locate-project.ts';
import { findCurrentSession, projectOf } from './locate-session.ts';
import type { SessionKey } from './ports/readers.ts';
import { readTime, silentBefore } from './time-context.ts';

interface SessionSummariesInput {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ProjectSummary {
  readonly id: string;
  readonly name: string;
  /** What a caller names it by: its name, or its id where the name would mean another. */
  readonly ref: string;
}

export interface SessionSummary {
  readonly id: string;
  readonly status: SessionStatus;
  readonly title: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly handoffId: string | null;
  readonly project: ProjectSummary;
}

/** Names that path resolution would treat as a step. */
const STEPS = ['.', '..'];

async function headOf(deps: ProjectDeps, caller: Caller, located: LocatedProject): Promise<ProjectSummary> {
  const { id, name } = located.project;
  const named = await locateProject(deps, caller, name).catch(() => undefined);
  const isMeant = named !== undefined && (named.project.id === id || (located.isNew && named.isNew));
  return { id, name, ref: isMeant && !STEPS.includes(name) ? name : id };
}

async function findCurrentProject(deps: ProjectDeps, caller: Caller): Promise<LocatedProject | undefined> {
  const current = await findCurrentSession(deps, caller);
  return current === undefined ? locateProject(deps, caller, undefined) : projectOf(deps, current);
}

function keyIn(cursor: string | undefined): SessionKey | null {
  if (cursor === undefined) return null;
  const [startedAt, id] = decodeCursor(cursor, 2) ?? [];
  if (typeof startedAt !== 'string' || typeof id !== 'string') throw cursorInvalid();
  return { startedAt, id };
}

export async function listSessionSummaries(
  deps: ProjectDeps,
  caller: Caller,
  { limit, cursor }: SessionSummariesInput,
) {
  const time = await readTime(deps);
  const located = await findCurrentProject(deps, caller);
  const current = located === undefined ? null : await headOf(deps, caller, located);
  const filter = current === null ? {} : { projectId: current.id };
  const page = await deps.store.sessions.list(filter, silentBefore(time), limit, keyIn(cursor));
  const projects = new Map<string, ProjectSummary>(current === null ? [] : [[current.id, current]]);
  const projectHead = async (session: Session) => {
    const known = projects.get(session.projectId);
    const head = known ?? (await headOf(deps, caller, await projectOf(deps, session)));
    projects.set(session.projectId, head);
    return head;
  };
  const sessions: SessionSummary[] = [];
  for (const session of page.items) {
    sessions.push({
      id: session.id,
      status: statusIn(session, time),
      title: session.title,
      startedAt: session.startedAt,
      lastSeenAt: session.lastSeenAt,
      handoffId: session.handoff?.id ?? null,
      project: await projectHead(session),
    });
  }
  const last = page.items.at(-1);
  const isMore = page.remaining > 0 && last !== undefined;
  return { current, sessions, nextCursor: isMore ? encodeCursor(last.startedAt, last.id) : null };
}
