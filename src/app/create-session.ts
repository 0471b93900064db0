import { versionConflict } from '../domain/error.ts';
import { derivedId } from '../domain/id.ts';
import { decideLost, decideSucceed } from '../domain/session/decide.ts';
import {
  forbidsSuccessor,
  type Session,
  type SessionKind,
  type TimeContext,
} from '../domain/session/session.ts';
import { type Caller, HOOK_SURFACE } from './caller.ts';
import { resumeReadings } from './capture/read-transcript.ts';
import type { Deps, NewSessionDeps, StoreDeps } from './deps.ts';
import { deriveLostHandoffs, lacksHandoff } from './derive-handoff.ts';
import type { Checkout, LocatedProject } from './locate-project.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { SessionDraft } from './session-draft.ts';
import { silentBefore } from './time-context.ts';

interface NewSession {
  readonly located: LocatedProject;
  readonly place: Checkout;
  readonly caller: Caller;
  readonly kind: SessionKind;
  readonly title: string | null;
  readonly agent: string | null;
  /** null: start unlinked. undefined: continue the last session, if its policy allows it. */
  readonly predecessor: Session | null | undefined;
  /** The client has a session already and wants one more. */
  readonly isAnother: boolean;
  /** Started by a write, not by an explicit start. */
  readonly isImplicit: boolean;
}

export interface CreatedSession {
  readonly draft: SessionDraft;
  readonly changes: readonly Change[];
  readonly predecessor: Session | null;
  /** The session whose policy does not allow this one to continue it. */
  readonly forbiddenBy: Session | null;
}

const SILENT_LIMIT = 50;
export const LOST_SESSION = { reason: 'session_lost', note: null, limitMs: 300 } as const;

async function findLastLeft(deps: StoreDeps, projectId: string, place: Checkout, time: TimeContext) {
  const { sessions } = deps.store;
  const cutoff = silentBefore(time);
  const [here, anywhere] = await Promise.all([
    place.worktree === null ? undefined : sessions.findNewestLeft(projectId, place.worktree, cutoff),
    sessions.findNewestLeft(projectId, undefined, cutoff),
  ]);
  return here ?? anywhere ?? null;
}

export interface SessionsBefore {
  /** The last one that was left. */
  readonly left: Session | null;
  /** Those that fell silent, and are lost from now on. */
  readonly silent: readonly Session[];
}

export async function findSessionsBefore(
  deps: StoreDeps,
  { project, isNew }: LocatedProject,
  place: Checkout,
  time: TimeContext,
): Promise<SessionsBefore> {
  if (isNew) return { left: null, silent: [] };
  const [left, silent] = await Promise.all([
    findLastLeft(deps, project.id, place, time),
    deps.store.sessions.listSilent(project.id, silentBefore(time), SILENT_LIMIT),
  ]);
  return { left, silent };
}

/** Derived from the client's session id, so that two concurrent start hooks create one session. */
async function newId(deps: Pick<Deps, 'ids' | 'store'>, beginning: NewSession, predecessorId: string | null) {
  const { caller, located, isAnother } = beginning;
  if (caller.clientSessionId === null || isAnother) return deps.ids.newSessionId();
  const id = derivedId('ses', located.project.id, caller.clientSessionId, predecessorId ?? '');
  const taken = await deps.store.sessions.find(id);
  if (taken === undefined) return id;
  const isRival = taken.clientSessionId === caller.clientSessionId && taken.status === 'active';
  if (isRival) throw versionConflict('session', id);
  return deps.ids.newSessionId();
}

/** Branch names come from outside and may contain secrets. */
export const cleanBranch = async (
  deps: Pick<Deps, 'redactor'>,
  branch: string | null,
): Promise<string | null> => (await redactTexts(deps.redactor, { branch })).content.branch;

export async function createSession(
  deps: NewSessionDeps,
  beginning: NewSession,
  time: TimeContext,
  before?: SessionsBefore,
) {
  const { located, place, caller, kind, title, agent } = beginning;
  const { project } = located;
  const { left, silent } = before ?? (await findSessionsBefore(deps, located, place, time));
  const candidate = beginning.predecessor === undefined ? left : beginning.predecessor;
  const isSuccessorForbidden = candidate !== null && forbidsSuccessor(candidate);
  const predecessor = isSuccessorForbidden && beginning.predecessor === undefined ? null : candidate;

  const lost = silent.map((one) => ({
    before: one,
    draft: new SessionDraft(one).apply(decideLost(one, time)),
  }));
  const readings = resumeReadings(deps, silent.filter(lacksHandoff), LOST_SESSION, time);
  const [derived, id] = await Promise.all([
    deriveLostHandoffs(deps, lost, readings, LOST_SESSION, time),
    newId(deps, beginning, predecessor?.id ?? null),
  ]);
  const others = new Map(lost.map(({ before: one, draft }) => [one.id, draft]));
  if (predecessor !== null) {
    const draft = others.get(predecessor.id) ?? new SessionDraft(predecessor);
    others.set(predecessor.id, draft.apply(decideSucceed(draft.session, id, time)));
  }
  const draft = new SessionDraft(undefined).apply([
    {
      type: 'session.started',
      at: time.now,
      id,
      projectId: project.id,
      kind,
      title,
      agent,
      client: caller.client,
      clientSessionId: caller.clientSessionId,
      predecessorId: predecessor?.id ?? null,
      ...place,
      branch: await cleanBranch(deps, place.branch),
      hasHooks: caller.surface === HOOK_SURFACE,
      isImplicit: beginning.isImplicit,
    },
  ]);
  return {
    draft,
    changes: [...[...others.values()].flatMap((other) => other.changes()), ...derived.changes],
    predecessor,
    forbiddenBy: isSuccessorForbidden ? candidate : null,
  };
}
