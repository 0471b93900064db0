import { conflict } from '../domain/error.ts';
import type { Handoff } from '../domain/handoff/handoff.ts';
import { DAY_MS, plusMs } from '../domain/instant.ts';
import type { Project } from '../domain/project/project.ts';
import type { Session } from '../domain/session/session.ts';
import type { LeaveRequest } from './leave-request.ts';
import { identifyCaller, locateProject, placeOf } from './locate-project.ts';
import { beginWriter, findWriter, getSession, locateWriterProject, type Writer } from './locate-writer.ts';
import { silentBefore } from './moment.ts';

const SAME_HANDOFF_MS = DAY_MS;
const ACTIVE_LIMIT = 20;

/** Whether a call under a known key means the same handoff: the same content, session and project. */
async function isSameCall({ deps, caller, input, digest }: LeaveRequest, handoff: Handoff): Promise<boolean> {
  if (handoff.digest !== digest) return false;
  const session = input.session_id === undefined ? undefined : await getSession(deps, input.session_id);
  if (session !== undefined && session.id !== handoff.sessionId) return false;
  const located = input.project === undefined ? undefined : await locateProject(deps, caller, input.project);
  return located === undefined || located.project.id === handoff.projectId;
}

/** An idempotency key stands for one handoff for ever. */
async function findByKey(request: LeaveRequest): Promise<Handoff | undefined> {
  const { deps, keyDigest } = request;
  if (keyDigest === null) return undefined;
  const handoff = await deps.store.handoffs.findByIdempotencyKey(keyDigest);
  if (handoff !== undefined && !(await isSameCall(request, handoff))) {
    throw conflict(
      'idempotency_key_reused',
      'This `idempotency_key` was used for another handoff.',
      'Use a new key for a new handoff; nothing was written.',
      { fields: [{ field: 'idempotency_key', problem: 'stands for another handoff' }] },
    );
  }
  return handoff;
}

async function findActiveHere(request: LeaveRequest, project: Project): Promise<Session | undefined> {
  const { deps, caller, input, moment } = request;
  if (!input.adoptsActive) return undefined;
  const { worktree } = placeOf(identifyCaller(deps, caller));
  const alive = await deps.store.sessions.listAlive(project.id, silentBefore(moment), ACTIVE_LIMIT);
  const here = alive.filter((session) => session.worktree === worktree);
  if (here.length <= 1) return here[0];
  throw conflict(
    'session_ambiguous',
    `${here.length} sessions are active here.`,
    'Pass `session_id` with the one you mean; nothing was written.',
    { allowed: here.map(({ id }) => id) },
  );
}

/** The same handoff in the same project within a day is the same handoff. */
async function findSame(
  { deps, digest, moment }: LeaveRequest,
  project: Project,
): Promise<Handoff | undefined> {
  if (digest === null) return undefined;
  return deps.store.handoffs.findRecent(project.id, digest, plusMs(moment.now, -SAME_HANDOFF_MS));
}

export interface Leaver extends Writer {
  /** What the very call left before, under the same key: whatever happened since, it does nothing more. */
  readonly keyed: Handoff | undefined;
}

/** The session that is being left: named, bound, found by what it hands over, or begun just now. */
export async function locateLeaver(request: LeaveRequest): Promise<Leaver> {
  const byKey = await findByKey(request);
  const writer = await locate(request, byKey);
  return { ...writer, keyed: byKey };
}

async function locate(request: LeaveRequest, byKey: Handoff | undefined): Promise<Writer> {
  const { deps, caller, input, moment } = request;
  const writer = await findWriter(
    deps,
    caller,
    byKey === undefined ? input : { session_id: byKey.sessionId },
  );
  if (writer !== undefined) return writer;
  const located = await locateWriterProject(deps, caller, input);
  const { project } = located;
  const active = await findActiveHere(request, project);
  const chosen = active?.id ?? (await findSame(request, project))?.sessionId;
  const found = chosen === undefined ? undefined : await findWriter(deps, caller, { session_id: chosen });
  return found ?? beginWriter(deps, caller, located, moment);
}
