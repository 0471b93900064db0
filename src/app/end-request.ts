import type { Capture } from '../domain/capture/capture.ts';
import { conflict } from '../domain/error.ts';
import { type Handoff, type HandoffContent, handoffId } from '../domain/handoff/handoff.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import type { Notice } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { Deps, StartDeps } from './deps.ts';
import { checkoutOf, identifyCaller, locateProject } from './locate-project.ts';
import {
  createSessionWriter,
  findCurrentSession,
  findTargetSession,
  getSession,
  locateWriteProject,
  projectOf,
  type SessionWriter,
} from './locate-session.ts';
import type { RedactionCounts } from './redact-content.ts';
import { SessionDraft } from './session-draft.ts';
import { silentBefore } from './time-context.ts';

export interface EndSessionInput {
  readonly content: HandoffContent;
  /** By default work ends, and a game is paused. */
  readonly mode?: 'end' | 'pause' | undefined;
  readonly session_id?: string | undefined;
  readonly project?: string | undefined;
  readonly transcript_path?: string | undefined;
  readonly campaign_path?: string | undefined;
  readonly idempotency_key?: string | undefined;
  /** Where no session is named or bound: end the one that is active in this worktree, if there is one. */
  readonly adoptsActive?: boolean;
}

export interface EndedSession {
  readonly session: Session;
  readonly project: Project;
  /** null when the session was left without one. */
  readonly handoff: Handoff | null;
  readonly checkpoint: string | null;
  readonly savePath: string | null;
  readonly unreadCaptures: readonly Capture[];
  readonly notices: readonly Notice[];
  readonly time: TimeContext;
}

export interface EndRequest {
  readonly deps: StartDeps & Pick<Deps, 'games'>;
  readonly caller: Caller;
  readonly input: EndSessionInput;
  readonly content: HandoffContent;
  /** null when nothing is handed over. */
  readonly digest: string | null;
  readonly keyDigest: string | null;
  readonly transcriptPath: string | null;
  readonly redacted: RedactionCounts;
  readonly time: TimeContext;
  readonly adoptedId: string | null;
}

export interface LeaveRequest extends EndRequest {
  readonly mode: 'end' | 'pause';
}

const SAME_HANDOFF_MS = DAY_MS;
const ACTIVE_LIMIT = 20;

async function isSameCall({ deps, caller, input, digest }: EndRequest, handoff: Handoff): Promise<boolean> {
  if (handoff.digest !== digest) return false;
  const session = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  if (session !== undefined && session.id !== handoff.sessionId) return false;
  const located = input.project === undefined ? undefined : await locateProject(deps, caller, input.project);
  return located === undefined || located.project.id === handoff.projectId;
}

async function findByKey(request: EndRequest): Promise<Handoff | undefined> {
  const { deps, keyDigest } = request;
  if (keyDigest === null) return undefined;
  const handoff = await deps.store.handoffs.findByIdempotencyKey(keyDigest);
  if (handoff !== undefined && !(await isSameCall(request, handoff))) {
    throw conflict(
      'idempotency_key_reused',
      'This `idempotency_key` was used for another handoff.',
      'Use a new key for a new handoff; nothing was written.',
      { fields: [{ field: 'idempotency_key', problem: 'was used for another handoff' }] },
    );
  }
  return handoff;
}

async function findActiveHere(request: EndRequest, project: Project): Promise<Session | undefined> {
  const { deps, caller, input, time } = request;
  if (!input.adoptsActive) return undefined;
  const { worktree } = checkoutOf(identifyCaller(deps, caller));
  const alive = await deps.store.sessions.listAlive(project.id, silentBefore(time), ACTIVE_LIMIT);
  const here = alive.filter((session) => session.worktree === worktree);
  if (here.length <= 1) return here[0];
  throw conflict(
    'session_ambiguous',
    `${here.length} sessions are active here.`,
    'Pass `session_id` with the id of one of them; nothing was written.',
    { allowed: here.map(({ id }) => id) },
  );
}

/** The same handoff in the same project within a day is the same handoff, unless the call names a conversation. */
async function findSame(request: EndRequest, project: Project): Promise<Handoff | undefined> {
  const { deps, digest, time, adoptedId } = request;
  if (digest === null || adoptedId !== null) return undefined;
  return deps.store.handoffs.findRecent(project.id, digest, plusMs(time.now, -SAME_HANDOFF_MS));
}

const MAX_CONTINUATIONS = 5;

/**
 * The client's id and its connection lead to the newest session of a conversation. If a hook has only opened that one, and an earlier
 * session of the conversation left the same handoff, the call repeats that handoff.
 */
async function findRepeated(
  { deps, input, digest, keyDigest, time }: EndRequest,
  { draft }: SessionWriter,
): Promise<Handoff | undefined> {
  const { clientSessionId, turnCount } = draft.session;
  const isNamed = keyDigest !== null || (input.session_id ?? clientSessionId) !== clientSessionId;
  if (isNamed || digest === null || clientSessionId === null || turnCount > 0) return undefined;
  let session: Session | undefined = draft.session;
  for (let count = 0; count < MAX_CONTINUATIONS && session?.predecessorId; count++) {
    session = await deps.store.sessions.find(session.predecessorId);
    if (session?.clientSessionId !== clientSessionId) return undefined;
    const handoff = await deps.store.handoffs.find(handoffId(session.id, digest));
    if (handoff !== undefined && handoff.createdAt >= plusMs(time.now, -SAME_HANDOFF_MS)) return handoff;
  }
  return undefined;
}

interface LocatedWriter extends SessionWriter {
  /** The handoff of this call, if the session has it already. */
  readonly known: Handoff | undefined;
}

export interface EndingSession extends LocatedWriter {
  /** The handoff that an earlier call stored, if this call repeats it. Then this call writes nothing. */
  readonly repeated: Handoff | undefined;
}

/** The session that is being left: named, bound, found by what it hands over, or begun just now. */
export async function locateEndingSession(request: EndRequest): Promise<EndingSession> {
  const byKey = await findByKey(request);
  const writer = await locate(request, byKey);
  const repeated = byKey ?? (await findRepeated(request, writer));
  const isElsewhere = repeated !== undefined && repeated.sessionId !== writer.draft.session.id;
  return { ...(isElsewhere ? await locate(request, repeated) : writer), repeated };
}

async function findWriter(
  { deps, caller, digest }: EndRequest,
  target: Pick<EndSessionInput, 'session_id' | 'project'>,
): Promise<LocatedWriter | undefined> {
  const session = await findTargetSession(deps, caller, target);
  if (session === undefined) return undefined;
  const [located, known] = await Promise.all([
    projectOf(deps, session),
    digest === null ? undefined : deps.store.handoffs.find(handoffId(session.id, digest)),
  ]);
  return { draft: new SessionDraft(session), located, changes: [], known };
}

async function locate(request: EndRequest, byKey: Handoff | undefined): Promise<LocatedWriter> {
  const { deps, caller, input, time } = request;
  const writer = await findWriter(request, byKey === undefined ? input : { session_id: byKey.sessionId });
  if (writer !== undefined) return writer;
  const located = await locateWriteProject(deps, caller, input);
  const { project } = located;
  const active = await findActiveHere(request, project);
  const chosen = active?.id ?? (await findSame(request, project))?.sessionId;
  const found = chosen === undefined ? undefined : await findWriter(request, { session_id: chosen });
  if (found !== undefined) return found;
  const current = await findCurrentSession(deps, caller);
  // The client's conversation stays with the session it is in.
  const isFree = current === undefined || current.status === 'ended';
  const starting = isFree ? caller : { ...caller, clientSessionId: null };
  return { ...(await createSessionWriter(deps, starting, located, time)), known: undefined };
}
