import type { Capture } from '../domain/capture/capture.ts';
import { conflict } from '../domain/error.ts';
import { type Handoff, type HandoffContent, handoffId } from '../domain/handoff/handoff.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import type { Notice } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import type { Session, TimeContext } from '../domain/session/session.ts';
import { startEarly } from '../lib/concurrency.ts';
import { lazy } from '../lib/lazy.ts';
import type { Caller } from './caller.ts';
import { listConversation } from './conversation.ts';
import { findSessionsBefore } from './create-session.ts';
import type { Deps, StartDeps } from './deps.ts';
import { checkoutOf, identifyCaller, type LocatedProject, locateProject } from './locate-project.ts';
import {
  createSessionWriter,
  findCurrentSession,
  findTargetSession,
  getSession,
  locateWriteProject,
  projectOf,
  type SessionWriter,
} from './locate-session.ts';
import type { LoopNames } from './open-loops.ts';
import type { RedactionCounts } from './redact-content.ts';
import { SessionDraft } from './session-draft.ts';
import { readTime, silentBefore } from './time-context.ts';

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
  readonly resolvedLoops: LoopNames;
  readonly transcriptPath: string | null;
  readonly redacted: RedactionCounts;
  readonly time: TimeContext;
  readonly adoptedId: string | null;
}

/** A request before the time was read. */
type Target = Omit<EndRequest, 'time'>;

export interface LeaveRequest extends EndRequest {
  readonly mode: 'end' | 'pause';
}

const SAME_HANDOFF_MS = DAY_MS;
const ACTIVE_LIMIT = 20;

async function isSameCall({ deps, caller, input, digest }: Target, handoff: Handoff): Promise<boolean> {
  if (handoff.digest !== digest) return false;
  const session = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  if (session !== undefined && session.id !== handoff.sessionId) return false;
  const located = input.project === undefined ? undefined : await locateProject(deps, caller, input.project);
  return located === undefined || located.project.id === handoff.projectId;
}

async function findByKey(request: Target): Promise<Handoff | undefined> {
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
 * session of the conversation left the same handoff, the call repeats that handoff. Newest first.
 */
async function listLeftBefore(
  { deps, input, digest, keyDigest }: Target,
  session: Session,
): Promise<readonly Handoff[]> {
  const { clientSessionId, turnCount } = session;
  const isNamed = keyDigest !== null || (input.session_id ?? clientSessionId) !== clientSessionId;
  if (isNamed || digest === null || turnCount > 0) return [];
  const [, ...earlier] = await listConversation(deps, session, MAX_CONTINUATIONS + 1);
  const left = await Promise.all(earlier.map(({ id }) => deps.store.handoffs.find(handoffId(id, digest))));
  return left.filter((handoff) => handoff !== undefined);
}

interface LocatedWriter extends SessionWriter {
  /** The handoff of this call, if the session has it already. */
  readonly known: Handoff | undefined;
  /** The same handoff, left by earlier sessions of the same conversation. */
  readonly before: readonly Handoff[];
}

export interface EndingSession extends LocatedWriter {
  /** The handoff that an earlier call stored, if this call repeats it. Then this call writes nothing. */
  readonly repeated: Handoff | undefined;
}

/** The session that is being left: named, bound, found by what it hands over, or begun just now. */
export async function locateEndingSession(target: Target): Promise<{
  readonly request: EndRequest;
  readonly leaver: EndingSession;
}> {
  const [time, found] = await Promise.all([readTime(target.deps), locate(target)]);
  const request = { ...target, time };
  const { byKey } = found;
  const writer = found.writer ?? (await findOrCreate(request, found.located));
  const isRecent = ({ createdAt }: Handoff) => createdAt >= plusMs(time.now, -SAME_HANDOFF_MS);
  const repeated = byKey ?? writer.before.find(isRecent);
  const isElsewhere = repeated !== undefined && repeated.sessionId !== writer.draft.session.id;
  const there = isElsewhere ? await findWriter(request, { session_id: repeated.sessionId }) : undefined;
  return { request, leaver: { ...(there ?? writer), repeated } };
}

async function findWriter(
  target: Target,
  named: Pick<EndSessionInput, 'session_id' | 'project'>,
  locating?: Promise<LocatedProject>,
): Promise<LocatedWriter | undefined> {
  const { deps, caller, digest } = target;
  const session = await findTargetSession(deps, caller, named, locating);
  if (session === undefined) return undefined;
  const [located, known, before] = await Promise.all([
    projectOf(deps, session),
    digest === null ? undefined : deps.store.handoffs.find(handoffId(session.id, digest)),
    listLeftBefore(target, session),
  ]);
  return { draft: new SessionDraft(session), located, changes: [], known, before };
}

/** The session that the call leads to, or else the project. All that may be needed is read together, and the time meanwhile. */
async function locate(target: Target) {
  const { deps, caller, input } = target;
  const locateOnce = lazy(() => startEarly(locateWriteProject(deps, caller, input)));
  const isBound = (input.session_id ?? caller.connection?.sessionId ?? null) !== null;
  const locating = isBound && input.project === undefined ? undefined : locateOnce();
  const finding = startEarly(findWriter(target, input, locating));
  const byKey = await findByKey(target);
  const writer = await (byKey === undefined ? finding : findWriter(target, { session_id: byKey.sessionId }));
  if (writer !== undefined) return { byKey, writer };
  return { byKey, writer, located: await locateOnce() };
}

async function findOrCreate(request: EndRequest, located: LocatedProject): Promise<LocatedWriter> {
  const { deps, caller, time } = request;
  const { project } = located;
  const active = await findActiveHere(request, project);
  const [same, current, before] = await Promise.all([
    active === undefined ? findSame(request, project) : undefined,
    findCurrentSession(deps, caller),
    findSessionsBefore(deps, located, checkoutOf(identifyCaller(deps, caller)), time),
  ]);
  const chosen = active?.id ?? same?.sessionId;
  const found = chosen === undefined ? undefined : await findWriter(request, { session_id: chosen });
  if (found !== undefined) return found;
  // The client's conversation stays with the session it is in.
  const isFree = current === undefined || current.status === 'ended';
  const starting = isFree ? caller : { ...caller, clientSessionId: null };
  const writer = await createSessionWriter(deps, starting, located, time, before);
  return { ...writer, known: undefined, before: [] };
}
