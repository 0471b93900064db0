import { derivedId } from '../domain/id.ts';
import { decideLose, decideSucceed, type Moment } from '../domain/session/decide.ts';
import type { Session, SessionKind } from '../domain/session/session.ts';
import { versionConflict } from '../domain/version-conflict.ts';
import { type Caller, HOOK_SURFACE } from './caller.ts';
import { readAllOn } from './capture/read-on.ts';
import type { Deps } from './deps.ts';
import { deriveLostHandoffs, leftWithoutWord } from './derive-handoff.ts';
import type { LocatedProject, Place } from './locate-project.ts';
import { silentBefore } from './moment.ts';
import type { Change } from './ports/ledger.ts';
import { redactTexts } from './redact-content.ts';
import { SessionDraft } from './session-draft.ts';

type Needs = Pick<Deps, 'filesFor' | 'folders' | 'ids' | 'redactor' | 'settings' | 'store' | 'transcripts'>;

export interface Beginning {
  readonly located: LocatedProject;
  readonly place: Place;
  readonly caller: Caller;
  readonly kind: SessionKind;
  readonly title: string | null;
  readonly agent: string | null;
  /** null: begin unlinked; undefined: continue whatever was left last, if its policy allows. */
  readonly predecessor: Session | null | undefined;
  /** The client has a session already and wants one more. */
  readonly isAnother: boolean;
  /** Nobody started it: a write did. */
  readonly isImplicit: boolean;
}

export interface Begun {
  readonly draft: SessionDraft;
  /** What happens to others in the same commit: who is succeeded, who turned out to be lost. */
  readonly changes: readonly Change[];
  readonly predecessor: Session | null;
  /** The session whose policy kept this one unlinked. */
  readonly refusedBy: Session | null;
}

const SILENT_LIMIT = 50;
/** Who starts waits for it. */
export const LOST = { reason: 'session_lost', note: null, limitMs: 300 } as const;

async function findLeft(
  deps: Pick<Deps, 'store'>,
  projectId: string,
  place: Place,
  moment: Moment,
): Promise<Session | null> {
  const cutoff = silentBefore(moment);
  const here =
    place.worktree === null
      ? undefined
      : await deps.store.sessions.findNewestLeft(projectId, place.worktree, cutoff);
  return here ?? (await deps.store.sessions.findNewestLeft(projectId, undefined, cutoff)) ?? null;
}

/**
 * The client's own session id makes ours, so that two hooks that start it at once start one: the later finds the id
 * taken by a session of its client, and looks again.
 */
async function newId(
  deps: Pick<Deps, 'ids' | 'store'>,
  beginning: Beginning,
  predecessorId: string | null,
): Promise<string> {
  const { caller, located, isAnother } = beginning;
  if (caller.clientSessionId === null || isAnother) return deps.ids.newSessionId();
  const id = derivedId('ses', located.project.id, caller.clientSessionId, predecessorId ?? '');
  const taken = await deps.store.sessions.find(id);
  if (taken === undefined) return id;
  const isRival = taken.clientSessionId === caller.clientSessionId && taken.status === 'active';
  if (isRival) throw versionConflict('session', id);
  return deps.ids.newSessionId();
}

/** A branch is named by whoever pushed it. */
const cleanBranch = async (deps: Pick<Deps, 'redactor'>, branch: string | null): Promise<string | null> =>
  (await redactTexts(deps.redactor, { branch })).content.branch;

/** Begins a session, links it to the one it continues, and journals those nobody closed. */
export async function beginSession(deps: Needs, beginning: Beginning, moment: Moment): Promise<Begun> {
  const { located, place, caller, kind, title, agent } = beginning;
  const { project } = located;
  const [left, silent] = located.isNew
    ? [null, []]
    : await Promise.all([
        findLeft(deps, project.id, place, moment),
        deps.store.sessions.listSilent(project.id, silentBefore(moment), SILENT_LIMIT),
      ]);
  const wanted = beginning.predecessor === undefined ? left : beginning.predecessor;
  const isBarred = wanted?.closing?.policy === 'closed_without_successor';
  const predecessor = isBarred && beginning.predecessor === undefined ? null : wanted;

  const lost = silent.map((before) => ({
    before,
    draft: new SessionDraft(before).apply(decideLose(before, moment)),
  }));
  const readings = await readAllOn(deps, silent.filter(leftWithoutWord), LOST, moment);
  const derived = await deriveLostHandoffs(deps, lost, readings, LOST, moment);
  const others = new Map(lost.map(({ before, draft }) => [before.id, draft]));
  const id = await newId(deps, beginning, predecessor?.id ?? null);
  if (predecessor !== null) {
    const draft = others.get(predecessor.id) ?? new SessionDraft(predecessor);
    others.set(predecessor.id, draft.apply(decideSucceed(draft.session, id, moment)));
  }
  const draft = new SessionDraft(undefined).apply([
    {
      type: 'session.started',
      at: moment.now,
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
    changes: [...[...others.values()].flatMap((other) => other.changes()), ...derived],
    predecessor,
    refusedBy: isBarred ? wanted : null,
  };
}
