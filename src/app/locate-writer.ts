import { conflict, invalid } from '../domain/error.ts';
import { type Notice, nextStep, notice } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import type { Moment } from '../domain/session/decide.ts';
import { sessionNotFound } from '../domain/session/errors.ts';
import type { Session } from '../domain/session/session.ts';
import { beginSession } from './begin-session.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { identifyCaller, type LocatedProject, locateProject, placeOf } from './locate-project.ts';
import type { Change } from './ports/ledger.ts';
import { SessionDraft } from './session-draft.ts';

type Needs = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;
type BeginWriterNeeds = Pick<
  Deps,
  'filesFor' | 'folders' | 'ids' | 'redactor' | 'settings' | 'store' | 'transcripts'
>;

export interface Target {
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  /** What the caller calls the project. */
  readonly called?: 'project' | 'campaign' | undefined;
}

export interface Writer {
  readonly draft: SessionDraft;
  readonly located: LocatedProject;
  /** To be committed before the draft's own changes. */
  readonly changes: readonly Change[];
}

export async function getSession(
  deps: Pick<Deps, 'store'>,
  id: string,
  field = 'session_id',
): Promise<Session> {
  const session = await deps.store.sessions.find(id);
  if (session === undefined) throw sessionNotFound(id, field);
  return session;
}

/** The session this caller is in: the one its connection is bound to, else its client's own. */
export async function findCurrentSession(
  deps: Pick<Deps, 'store'>,
  caller: Caller,
): Promise<Session | undefined> {
  const id = caller.connection?.sessionId ?? caller.clientSessionId;
  return id === null || id === undefined ? undefined : deps.store.sessions.find(id);
}

export async function projectOf(deps: Pick<Deps, 'store'>, session: Session): Promise<LocatedProject> {
  const project = await deps.store.projects.find(session.projectId);
  if (project === undefined) throw new Error(`session ${session.id} has no project ${session.projectId}`);
  return { project, isNew: false, changes: [] };
}

async function existing(deps: Needs, caller: Caller, target: Target): Promise<Session | undefined> {
  const session =
    target.session_id === undefined
      ? await findCurrentSession(deps, caller)
      : await getSession(deps, target.session_id);
  if (session === undefined || target.project === undefined) return session;
  const located = await locateProject(deps, caller, target.project);
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

/** The session a writing call goes to, if there is one already. */
export async function findWriter(deps: Needs, caller: Caller, target: Target): Promise<Writer | undefined> {
  const session = await existing(deps, caller, target);
  if (session === undefined) return undefined;
  return { draft: new SessionDraft(session), located: await projectOf(deps, session), changes: [] };
}

export async function locateWriterProject(
  deps: Needs,
  caller: Caller,
  target: Target,
): Promise<LocatedProject> {
  const located = await locateProject(deps, caller, target.project);
  if (located !== undefined) return located;
  throw invalid(
    'session_required',
    'This connection remembers nothing between calls, and neither a session nor a project is named.',
    'Start a session in a `project`, then pass its id as `session_id` every time.',
    { fields: [{ field: 'session_id', problem: 'is missing' }], next: [nextStep('session.start')] },
  );
}

/** No session was open: the first write begins one, in the same commit. */
export async function beginWriter(
  deps: BeginWriterNeeds,
  caller: Caller,
  located: LocatedProject,
  moment: Moment,
): Promise<Writer> {
  const begun = await beginSession(
    deps,
    {
      located,
      place: placeOf(identifyCaller(deps, caller)),
      caller,
      kind: located.project.kind,
      title: null,
      agent: null,
      predecessor: undefined,
      isAnother: false,
      isImplicit: true,
    },
    moment,
  );
  return { draft: begun.draft, located, changes: [...located.changes, ...begun.changes] };
}

/** Reported with the write that started the session, and again when that call is repeated. */
export function beginningNotices(
  { id, kind, status, isImplicit, turnCount }: Session,
  { name }: Pick<Project, 'name'>,
): Notice[] {
  if (!isImplicit || turnCount !== 1) return [];
  const started = `No session was open, so ${id} was started in the project ${JSON.stringify(name)}.`;
  if (status !== 'active') return [notice(started)];
  return [
    notice(
      `${started} Add to it, and end it with a handoff when the work is done.`,
      nextStep('note.add', { session: id }),
      nextStep('session.end', { session: id, kind }),
    ),
  ];
}
