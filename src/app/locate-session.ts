import { conflict, invalid } from '../domain/error.ts';
import { isSessionId } from '../domain/id.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import { ALL_PROJECTS, type Project } from '../domain/project/project.ts';
import { sessionNotFound } from '../domain/session/errors.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { startEarly } from '../lib/concurrency.ts';
import type { Caller } from './caller.ts';
import { createSession, type SessionsBefore } from './create-session.ts';
import type { Deps, NewSessionDeps, ProjectDeps, StoreDeps, WriteDeps } from './deps.ts';
import {
  checkoutOf,
  identifyCaller,
  type LocatedProject,
  locateKnownProject,
  locateProject,
} from './locate-project.ts';
import type { Change } from './ports/ledger.ts';
import { SessionDraft } from './session-draft.ts';

interface SessionTarget {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly called?: 'project' | 'campaign' | undefined;
}

export interface SessionWriter {
  readonly draft: SessionDraft;
  readonly located: LocatedProject;
  /** To be committed before the draft's own changes. */
  readonly changes: readonly Change[];
}

/** By its id, else by that of its client. */
export async function getSession(deps: StoreDeps, id: string, field = 'session_id'): Promise<Session> {
  const session = await deps.store.sessions.find(id);
  if (session === undefined) throw sessionNotFound(id, field);
  return session;
}

/** The session this caller is in: the one its connection is bound to, else its client's own. */
export async function findCurrentSession(deps: StoreDeps, caller: Caller): Promise<Session | undefined> {
  const id = caller.connection?.sessionId ?? caller.clientSessionId;
  return id === null || id === undefined ? undefined : deps.store.sessions.find(id);
}

/** Whether a session is the one that calls of this caller use. */
export const isOwnSession = ({ connection, clientSessionId }: Caller, session: Session): boolean => {
  const bound = connection?.sessionId ?? null;
  if (bound !== null) return bound === session.id;
  return clientSessionId === null || session.clientSessionId === clientSessionId;
};

export async function projectOf(deps: StoreDeps, session: Session): Promise<LocatedProject> {
  const project = await deps.store.projects.find(session.projectId);
  if (project === undefined) throw new Error(`session ${session.id} has no project ${session.projectId}`);
  return { project, isNew: false, changes: [] };
}

/** The project of a read: by name or id, else that of the session, else that of the folder. */
export async function locateRequestedProject(
  deps: ProjectDeps,
  caller: Caller,
  project: string | undefined,
  found?: Promise<Session | undefined>,
) {
  const current = project === undefined ? await (found ?? findCurrentSession(deps, caller)) : undefined;
  return current === undefined ? locateKnownProject(deps, caller, project) : projectOf(deps, current);
}

/** The session that a write goes to: the one it names, else the one its caller is in. */
export async function findTargetSession(
  deps: ProjectDeps,
  caller: Caller,
  target: SessionTarget,
  locating = target.project === undefined
    ? undefined
    : startEarly(locateProject(deps, caller, target.project)),
) {
  const session =
    target.session_id === undefined
      ? await findCurrentSession(deps, caller)
      : await getSession(deps, target.session_id);
  if (session === undefined || target.project === undefined) return session;
  const located = await locating;
  if (located?.project.id === session.projectId) return session;
  if (target.session_id === undefined) return undefined;
  const { called = 'project' } = target;
  const { name } = (await projectOf(deps, session)).project;
  throw conflict(
    'session_in_other_project',
    `Session ${session.id} belongs to ${JSON.stringify(name)}, not to the ${called} ${JSON.stringify(located?.project.name ?? target.project)}.`,
    `Leave out \`${called}\`, or name a session of that ${called}; nothing was written.`,
    { fields: [{ field: 'session_id', problem: `is of another ${called}` }] },
  );
}

export async function findSessionWriter(deps: ProjectDeps, caller: Caller, target: SessionTarget) {
  const session = await findTargetSession(deps, caller, target);
  if (session === undefined) return undefined;
  return { draft: new SessionDraft(session), located: await projectOf(deps, session), changes: [] };
}

export async function locateWriteProject(deps: ProjectDeps, caller: Caller, target: SessionTarget) {
  const located = await locateProject(deps, caller, target.project);
  if (located !== undefined) return located;
  throw invalid(
    'session_required',
    'This connection keeps no state between calls, and the call passes neither a session nor a project.',
    'Start a session in a `project`, then pass its id as `session_id` every time.',
    { fields: [{ field: 'session_id', problem: 'is missing' }], next: [nextStep('session.start')] },
  );
}

/** No session was open: the first write begins one, in the same commit. */
export async function createSessionWriter(
  deps: NewSessionDeps,
  caller: Caller,
  located: LocatedProject,
  time: TimeContext,
  before?: SessionsBefore,
): Promise<SessionWriter> {
  const begun = await createSession(
    deps,
    {
      located,
      place: checkoutOf(identifyCaller(deps, caller)),
      caller,
      kind: located.project.kind,
      title: null,
      agent: null,
      predecessor: undefined,
      isAnother: false,
      isImplicit: true,
    },
    time,
    before,
  );
  return { draft: begun.draft, located, changes: [...located.changes, ...begun.changes] };
}

export const openSessionWriter = async (
  deps: WriteDeps,
  caller: Caller,
  target: Pick<SessionTarget, 'session_id'>,
  time: TimeContext,
): Promise<SessionWriter> =>
  (await findSessionWriter(deps, caller, target)) ??
  createSessionWriter(deps, caller, await locateWriteProject(deps, caller, {}), time);

export const adoptionText = (adoptedId: string, id: string, project: string): string =>
  `No session had the id ${JSON.stringify(adoptedId)}, so ${id} was started in the project ${JSON.stringify(project)}, with that id as the one of its client.`;

/** Reported with the write that started the session, and again when that call is repeated. */
export function newSessionNotices(
  { id, kind, status, isImplicit, turnCount }: Session,
  { name }: Pick<Project, 'name'>,
  adoptedId: string | null = null,
): Notice[] {
  if (!isImplicit || turnCount !== 1) return [];
  const started =
    adoptedId === null
      ? `No session was open, so ${id} was started in the project ${JSON.stringify(name)}.`
      : adoptionText(adoptedId, id, name);
  if (status !== 'active') return [notice(started)];
  return [
    notice(
      `${started} Add to it, and end it with a handoff when the work is done.`,
      nextStep('note.add', { session: id }),
      nextStep('session.end', { session: id, kind }),
    ),
  ];
}

/** The requested project and global records; null is global only, * is everything. */
export async function scopeOf(deps: ProjectDeps, caller: Caller, project: string | null | undefined) {
  if (project === ALL_PROJECTS) return undefined;
  if (project === null) return [null];
  const current = project === undefined ? await findCurrentSession(deps, caller) : undefined;
  const projectId = current?.projectId ?? (await locateKnownProject(deps, caller, project)).project.id;
  return [projectId, null];
}

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
