import { conflict, invalid } from '../domain/error.ts';
import { DEFAULT_BUDGET, type Gap } from '../domain/orientation/orientation.ts';
import { decideRejoin, type Moment } from '../domain/session/decide.ts';
import { sessionClosedWithoutSuccessor } from '../domain/session/errors.ts';
import { isOpen, type Session, type SessionKind, statusAt } from '../domain/session/session.ts';
import { checkText } from '../domain/text.ts';
import { type Begun, beginSession } from './begin-session.ts';
import { readIdentity } from './identity.ts';
import { identifyCaller, type LocatedProject, locateProject, type Place, placeOf } from './locate-project.ts';
import { findCurrentSession, getSession, locateWriterProject, projectOf } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { compose, gatherFacts } from './orient.ts';
import type { Change } from './ports/ledger.ts';
import { type Found, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { SessionDraft } from './session-draft.ts';
import { type SessionInfo, sessionInfo } from './views/session-info.ts';
import type { Caller, World } from './world.ts';

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

export interface StartedSession {
  readonly session: SessionInfo;
  readonly resolution: { readonly outcome: Outcome; readonly why: string };
  readonly report: string;
  readonly score: number;
  readonly gaps: readonly Gap[];
  readonly redacted: Found;
}

type Outcome = 'started' | 'rejoined' | 'succeeded';

interface Resolved {
  readonly draft: SessionDraft;
  readonly located: LocatedProject;
  readonly changes: readonly Change[];
  readonly outcome: Outcome;
  readonly why: string;
}

export const MAX_TITLE = 300;
export const MAX_AGENT = 200;

interface Request {
  readonly world: World;
  readonly caller: Caller;
  readonly input: StartSessionInput;
  readonly title: string | null;
  readonly agent: string | null;
  readonly place: Place;
  readonly moment: Moment;
}

const rejoin = async (request: Request, session: Session, why: string): Promise<Resolved> => {
  const { world, caller, place, moment } = request;
  const rejoining = { clientSessionId: caller.clientSessionId, branch: place.branch, head: place.head };
  const draft = new SessionDraft(session).apply(decideRejoin(session, rejoining, moment));
  return { draft, located: await projectOf(world, session), changes: [], outcome: 'rejoined', why };
};

/** A new project takes the kind of its first session; later ones must agree with it. */
function withKind(located: LocatedProject, kind: SessionKind | undefined): LocatedProject {
  if (kind === undefined || kind === located.project.kind) return located;
  if (!located.isNew) {
    throw conflict(
      'project_kind_differs',
      `The project ${JSON.stringify(located.project.name)} is of kind ${located.project.kind}.`,
      `Leave out kind, or pass another project for a session of kind ${kind}.`,
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
  request: Request,
  located: LocatedProject,
  predecessor: Session | null | undefined,
  explain: (begun: Begun) => string,
  isAnother = false,
): Promise<Resolved> {
  const { world, caller, place, title, agent, moment } = request;
  const kind = located.project.kind;
  const begun = await beginSession(
    world,
    { located, place, caller, kind, title, agent, predecessor, isAnother, isImplicit: false },
    moment,
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
  `${session.id} was closed without successor, so this session starts unlinked; its constraints, warnings, lessons and preferences still hold`;

/** Along the line to where it can be taken up: its open end, or a new successor of its last session. */
async function takeUp(request: Request, first: Session, isExplicit: boolean): Promise<Resolved> {
  const { world, moment } = request;
  let session = first;
  for (;;) {
    const status = statusAt(session, moment.now, moment.lostAfter);
    if (isOpen(status) || status === 'lost') {
      const why =
        session.id === first.id
          ? `${session.id} is yours and was ${status}`
          : `${first.id} has ended; its line goes on in ${session.id}, which was ${status}`;
      return rejoin(request, session, why);
    }
    if (session.closing?.policy === 'closed_without_successor') {
      if (isExplicit) throw sessionClosedWithoutSuccessor(session);
      const closed = session;
      return begin(request, await projectOf(world, session), null, () => unlinkedNote(closed));
    }
    if (session.successorId === null) {
      const last = session;
      return begin(
        request,
        await projectOf(world, last),
        last,
        () => `${last.id} is ${status}; this one continues it`,
      );
    }
    session = await getSession(world, session.successorId);
  }
}

/** Repeating the call finds the successor it made; another agent makes a fork of its own. */
async function succeed(request: Request, predecessorId: string): Promise<Resolved> {
  const { world, agent, moment } = request;
  const predecessor = await getSession(world, predecessorId);
  if (predecessor.closing?.policy === 'closed_without_successor')
    throw sessionClosedWithoutSuccessor(predecessor);
  const successor =
    predecessor.successorId === null ? undefined : await world.store.sessions.find(predecessor.successorId);
  if (
    successor !== undefined &&
    successor.agent === agent &&
    isOpen(statusAt(successor, moment.now, moment.lostAfter))
  ) {
    return rejoin(request, successor, `${predecessorId} is already continued by ${successor.id}`);
  }
  return begin(
    request,
    await projectOf(world, predecessor),
    predecessor,
    () => `continues ${predecessorId} as asked`,
  );
}

const isUntouched = (session: Session, request: Request): boolean =>
  session.status === 'active' &&
  session.turnCount === 0 &&
  session.version === 1 &&
  session.title === request.title &&
  session.agent === request.agent;

async function startFresh(request: Request, isAnother: boolean): Promise<Resolved> {
  const { world, caller, input, place } = request;
  const located = withKind(await locateWriterProject(world, caller, { project: input.project }), input.kind);
  if (input.resume !== false && !located.isNew) {
    const paused = await world.store.sessions.findNewestPaused(located.project.id, place.worktree);
    if (paused !== undefined) return rejoin(request, paused, `${paused.id} was paused in this worktree`);
  }
  const explain = ({ predecessor, refusedBy }: Begun) => {
    if (refusedBy !== null) return unlinkedNote(refusedBy);
    if (predecessor !== null) return `the last session here was ${predecessor.id}`;
    return located.isNew ? 'the first session of this project' : 'no earlier session could be continued';
  };
  return begin(request, located, undefined, explain, isAnother);
}

async function resolve(request: Request): Promise<Resolved> {
  const { world, caller, input } = request;
  if (input.session_id !== undefined) return takeUp(request, await getSession(world, input.session_id), true);
  if (input.predecessor_id !== undefined) return succeed(request, input.predecessor_id);
  const own = await findCurrentSession(world, caller);
  if (own === undefined) return startFresh(request, false);
  const located = await locateProject(world, caller, input.project);
  const isHere = input.project === undefined || located?.project.id === own.projectId;
  if (!isHere) return startFresh(request, false);
  if (input.resume !== false) return takeUp(request, own, false);
  return isUntouched(own, request)
    ? rejoin(request, own, `${own.id} was begun by the same call and nothing has happened in it`)
    : startFresh(request, true);
}

/** Refuses a session of another project or kind than the call names. */
async function checkAgreement(request: Request, { draft, located }: Resolved): Promise<void> {
  const { world, caller, input } = request;
  withKind(located, input.kind);
  if (input.project === undefined) return;
  const named = await locateProject(world, caller, input.project);
  if (named?.project.id !== located.project.id) {
    throw conflict(
      'session_in_other_project',
      `Session ${draft.session.id} belongs to the project ${JSON.stringify(located.project.name)}, not to ${JSON.stringify(input.project)}.`,
      'Leave out project, or name a session of that project.',
    );
  }
}

async function attempt(request: Request): Promise<Omit<StartedSession, 'redacted'>> {
  const { world, caller, input, place, moment } = request;
  const resolved = await resolve(request);
  await checkAgreement(request, resolved);
  const { draft, located, outcome, why } = resolved;
  const changes = [...resolved.changes, ...draft.changes()];
  if (changes.length > 0) await world.store.ledger.commit(changes);
  if (caller.connection !== null) caller.connection.sessionId = draft.session.id;

  const budget = input.budget_chars ?? DEFAULT_BUDGET;
  const facts = await gatherFacts(
    world,
    {
      project: located.project,
      isNewProject: located.isNew,
      worktree: place.worktree,
      self: draft.session,
      identity: await readIdentity(world, place.worktree, undefined),
      transcriptPath: null,
      budget,
    },
    moment,
  );
  const { report, score, gaps } = compose(world, facts, budget);
  return {
    session: sessionInfo(draft.session, located.project, moment),
    resolution: { outcome, why },
    report,
    score,
    gaps,
  };
}

/** Begin or rejoin a sitting, and be oriented in the same call. */
export async function startSession(
  world: World,
  caller: Caller,
  input: StartSessionInput,
): Promise<StartedSession> {
  if (input.session_id !== undefined && input.predecessor_id !== undefined) {
    throw invalid(
      'arguments_contradict',
      'session_id rejoins a session and predecessor_id continues one; a call does one of them.',
      'Pass only one of session_id and predecessor_id.',
      { fields: [{ field: 'predecessor_id', problem: 'cannot go with session_id' }] },
    );
  }
  if (input.title !== undefined) checkText('title', input.title, { max: MAX_TITLE });
  if (input.agent !== undefined) checkText('agent', input.agent, { max: MAX_AGENT });
  const given = { title: input.title ?? null, agent: input.agent ?? null };
  const { content, found } = await redactTexts(world.redactor, given);
  const place = placeOf(identifyCaller(world, caller));
  const started = await retryOnConflict(() =>
    attempt({ world, caller, input, ...content, place, moment: momentOf(world) }),
  );
  return { ...started, redacted: found };
}
