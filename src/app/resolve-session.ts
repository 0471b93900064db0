import { conflict } from '../domain/error.ts';
import { decideRejoin } from '../domain/session/decide.ts';
import { sessionClosedWithoutSuccessor } from '../domain/session/errors.ts';
import {
  forbidsSuccessor,
  isOpen,
  type Session,
  type SessionKind,
  statusIn,
  type TimeContext,
} from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import { type CreatedSession, cleanBranch, createSession } from './create-session.ts';
import type { StartDeps, StoreDeps } from './deps.ts';
import { type Checkout, type LocatedProject, locateProject } from './locate-project.ts';
import { findCurrentSession, getSession, locateWriteProject, projectOf } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { SessionDraft } from './session-draft.ts';
import { silentBefore } from './time-context.ts';

const ALIVE_LIMIT = 50;

export type Outcome = 'started' | 'rejoined' | 'succeeded';

export interface ResolvedSession {
  readonly draft: SessionDraft;
  readonly located: LocatedProject;
  readonly changes: readonly Change[];
  readonly outcome: Outcome;
  readonly why: string;
}

export interface StartSessionInput {
  readonly project?: string | undefined;
  readonly title?: string | undefined;
  readonly kind?: SessionKind | undefined;
  readonly resume?: boolean | undefined;
  readonly session_id?: string | undefined;
  readonly predecessor_id?: string | undefined;
  readonly agent?: string | undefined;
  readonly budget_chars?: number | undefined;
}

export interface StartRequest {
  readonly deps: StartDeps;
  readonly caller: Caller;
  readonly input: StartSessionInput;
  readonly title: string | null;
  readonly agent: string | null;
  readonly place: Checkout;
  readonly time: TimeContext;
}

const rejoin = async (request: StartRequest, session: Session, why: string): Promise<ResolvedSession> => {
  const { deps, caller, place, time } = request;
  const branch = await cleanBranch(deps, place.branch);
  const rejoining = { clientSessionId: caller.clientSessionId, branch, head: place.head };
  const isNewcomer = caller.connection?.sessionId !== session.id;
  const draft = new SessionDraft(session).apply(decideRejoin(session, rejoining, time, isNewcomer));
  return { draft, located: await projectOf(deps, session), changes: [], outcome: 'rejoined', why };
};

/** A new project takes the kind of its first session; later ones must agree with it. */
export function withKind(located: LocatedProject, kind: SessionKind | undefined): LocatedProject {
  if (kind === undefined || kind === located.project.kind) return located;
  if (!located.isNew) {
    throw conflict(
      'project_kind_differs',
      `The project ${JSON.stringify(located.project.name)} is of kind ${located.project.kind}.`,
      `Leave out \`kind\`, or pass another \`project\` for a session of kind ${kind}.`,
      { allowed: [located.project.kind] },
    );
  }
  const project = { ...located.project, kind };
  return {
    ...located,
    project,
    changes: located.changes.map((change) => (change.kind === 'project' ? { ...change, project } : change)),
  };
}

async function begin(
  request: StartRequest,
  located: LocatedProject,
  predecessor: Session | null | undefined,
  explain: (begun: CreatedSession) => string,
  isAnother = false,
): Promise<ResolvedSession> {
  const { deps, caller, place, title, agent, time } = request;
  const kind = located.project.kind;
  const begun = await createSession(
    deps,
    { located, place, caller, kind, title, agent, predecessor, isAnother, isImplicit: false },
    time,
  );
  return {
    draft: begun.draft,
    located,
    changes: [...located.changes, ...begun.changes],
    outcome: begun.predecessor === null ? 'started' : 'succeeded',
    why: explain(begun),
  };
}

const unlinkedNote = (session: Session) =>
  `${session.id} was closed without successor, so this session starts unlinked; its constraints, warnings, lessons and preferences still apply`;

/** Along the line to where it can be taken up: its open end, or a new successor of its last session. */
async function rejoinOrContinue(request: StartRequest, first: Session, isExplicit: boolean) {
  const { deps, time } = request;
  let session = first;
  for (;;) {
    const status = statusIn(session, time);
    if (isOpen(status) || status === 'lost') {
      const why =
        session.id === first.id
          ? `${session.id} was ${status}`
          : `${first.id} has ended; ${session.id}, which continues it, was ${status}`;
      return rejoin(request, session, why);
    }
    if (forbidsSuccessor(session)) {
      if (isExplicit) throw sessionClosedWithoutSuccessor(session);
      const closed = session;
      return begin(request, await projectOf(deps, session), null, () => unlinkedNote(closed));
    }
    if (session.successorId === null) {
      const last = session;
      return begin(
        request,
        await projectOf(deps, last),
        last,
        () => `${last.id} is ${status}; this one continues it`,
      );
    }
    session = await getSession(deps, session.successorId);
  }
}

async function lastSuccessorOf(deps: StoreDeps, session: Session): Promise<Session> {
  let tip = session;
  while (tip.successorId !== null) tip = await getSession(deps, tip.successorId);
  return tip;
}

/** Repeating the call finds the successor it made; another agent makes a fork of its own. */
async function succeed(request: StartRequest, predecessorId: string): Promise<ResolvedSession> {
  const { deps, agent, time } = request;
  const predecessor = await getSession(deps, predecessorId, 'predecessor_id');
  const tip = await lastSuccessorOf(deps, predecessor);
  if (forbidsSuccessor(tip)) throw sessionClosedWithoutSuccessor(tip);
  const successor =
    predecessor.successorId === null ? undefined : await deps.store.sessions.find(predecessor.successorId);
  if (successor !== undefined && successor.agent === agent && isOpen(statusIn(successor, time))) {
    return rejoin(request, successor, `${predecessorId} is already continued by ${successor.id}`);
  }
  return begin(
    request,
    await projectOf(deps, predecessor),
    predecessor,
    () => `continues ${predecessorId} as asked`,
  );
}

const isUntouched = (session: Session, request: StartRequest): boolean =>
  session.status === 'active' &&
  session.turnCount === 0 &&
  session.version === 1 &&
  session.title === request.title &&
  session.agent === request.agent;

/** Where nothing is remembered between calls, a caller is known by its name; without one, by its untouched session. */
async function findOwnByAgent(request: StartRequest, { project }: LocatedProject) {
  const { deps, caller, input, agent, place, time } = request;
  if (caller.connection !== null || caller.clientSessionId !== null) return undefined;
  const alive = await deps.store.sessions.listAlive(project.id, silentBefore(time), ALIVE_LIMIT);
  return alive.find(
    (session) =>
      session.agent === agent &&
      session.client === caller.client &&
      session.worktree === place.worktree &&
      session.clientSessionId === null &&
      ((agent !== null && input.resume !== false) || isUntouched(session, request)),
  );
}

async function startNew(request: StartRequest, isAnother: boolean): Promise<ResolvedSession> {
  const { deps, caller, input, place } = request;
  const located = withKind(await locateWriteProject(deps, caller, { project: input.project }), input.kind);
  const again = located.isNew ? undefined : await findOwnByAgent(request, located);
  if (again !== undefined)
    return rejoin(request, again, `${again.id} was started under the same name and is active`);
  if (input.resume !== false && !located.isNew) {
    const paused = await deps.store.sessions.findNewestPaused(located.project.id, place.worktree);
    if (paused !== undefined) return rejoin(request, paused, `${paused.id} was paused in this worktree`);
  }
  const explain = ({ predecessor, forbiddenBy }: CreatedSession) => {
    if (forbiddenBy !== null) return unlinkedNote(forbiddenBy);
    if (predecessor !== null) return `the last session here was ${predecessor.id}`;
    return located.isNew ? 'the first session of this project' : 'no earlier session could be continued';
  };
  return begin(request, located, undefined, explain, isAnother);
}

/** The caller's session in the project it names: a client that went elsewhere finds its way back. */
async function ownSessionHere({ deps, caller, input }: StartRequest, own: Session) {
  if (input.project === undefined) return own;
  const located = await locateProject(deps, caller, input.project);
  if (located === undefined || located.isNew) return undefined;
  if (located.project.id === own.projectId) return own;
  if (caller.clientSessionId === null) return undefined;
  return deps.store.sessions.findOfClient(caller.clientSessionId, located.project.id);
}

export async function resolveSession(request: StartRequest): Promise<ResolvedSession> {
  const { deps, caller, input } = request;
  if (input.session_id !== undefined)
    return rejoinOrContinue(request, await getSession(deps, input.session_id), true);
  if (input.predecessor_id !== undefined) return succeed(request, input.predecessor_id);
  const own = await findCurrentSession(deps, caller);
  if (own === undefined) return startNew(request, false);
  const here = await ownSessionHere(request, own);
  if (here === undefined) return startNew(request, false);
  if (input.resume !== false) return rejoinOrContinue(request, here, false);
  return isUntouched(here, request)
    ? rejoin(request, here, `${here.id} was started by the same call, and nothing was written to it since`)
    : startNew(request, true);
}
