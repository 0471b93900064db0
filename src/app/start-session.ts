import { checkText } from '../domain/check-text.ts';
import { conflict, invalid } from '../domain/error.ts';
import { type Notice, notice } from '../domain/next-step.ts';
import { maxCharacters } from '../domain/orientation/fit-budget.ts';
import { DEFAULT_BUDGET, type Gap } from '../domain/orientation/orientation.ts';
import { createStartOverview, type StartOverview } from '../domain/orientation/start-overview.ts';
import { quoteInline } from '../domain/quote-text.ts';
import type { TimeContext } from '../domain/session/session.ts';
import { type Bound, type Caller, HOOK_SURFACE } from './caller.ts';
import { markDeadClientsLost, sessionProcessChanges } from './client-processes.ts';
import type { Deps, ProjectDeps, StartDeps } from './deps.ts';
import { compose, gatherFacts } from './gather-facts.ts';
import { checkoutOf, identifyCaller, locateProject } from './locate-project.ts';
import { adoptClientSession, adoptionText, locateWriteProject } from './locate-session.ts';
import type { Change } from './ports/ledger.ts';
import { previewLosses } from './preview-losses.ts';
import { projectNotices } from './project-notices.ts';
import { storeReceipt } from './receipts.ts';
import { type RedactionCounts, redactTexts } from './redact-content.ts';
import {
  type Outcome,
  type ResolvedSession,
  resolveSession,
  type StartRequest,
  type StartSessionInput,
  withKind,
} from './resolve-session.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { SessionDraft } from './session-draft.ts';
import { readTime } from './time-context.ts';
import { type SessionInfo, sessionInfo } from './views/entity-views.ts';
import { readLeftWork } from './views/summarize-session.ts';

export interface StartedSession {
  readonly session: SessionInfo;
  readonly resolution: { readonly outcome: Outcome; readonly why: string };
  readonly report: string;
  readonly score: number;
  readonly gaps: readonly Gap[];
  readonly redacted: RedactionCounts;
  readonly notices: readonly Notice[];
}

export interface OrientedSession extends Omit<StartedSession, 'redacted' | 'notices'> {
  readonly overview: StartOverview;
  readonly isNewProject: boolean;
}

export const MAX_TITLE = 300;
export const MAX_AGENT = 200;

async function checkAgreement(request: StartRequest, { draft, located }: ResolvedSession): Promise<void> {
  const { deps, caller, input } = request;
  withKind(located, input.kind);
  if (input.project === undefined) return;
  const named = await locateProject(deps, caller, input.project);
  if (named?.project.id !== located.project.id) {
    throw conflict(
      'session_in_other_project',
      `Session ${draft.session.id} belongs to the project ${JSON.stringify(located.project.name)}, not to ${JSON.stringify(input.project)}.`,
      'Leave out `project`, or name a session of that project.',
    );
  }
}

type Also = (draft: SessionDraft) => readonly Change[];

async function attempt(
  request: StartRequest,
  also: Also,
  resolve: (request: StartRequest) => Promise<ResolvedSession> = resolveSession,
): Promise<OrientedSession> {
  const { deps, caller, input, place, time } = request;
  const here = await locateProject(deps, caller, input.project);
  if (here !== undefined && !here.isNew) await markDeadClientsLost(deps, here.project.id, time);
  const resolved = await resolve(request);
  await checkAgreement(request, resolved);
  const { draft, located, outcome, why } = resolved;
  const extra = [...also(draft), ...(await sessionProcessChanges(deps, caller, draft.session, time))];
  const changes = [...resolved.changes, ...draft.changes(), ...extra];
  if (changes.length > 0) await deps.store.ledger.commit(changes);

  const budget = input.budget_chars ?? DEFAULT_BUDGET;
  const { worktree } = place;
  const facts = await gatherFacts(
    deps,
    {
      project: located.project,
      isNewProject: located.isNew,
      worktree,
      self: draft.session,
      budget: maxCharacters({ size: budget, unit: caller.budgetUnit ?? 'characters' }),
      // A promise, so that it travels with the facts.
      isHere: locateProject(deps, caller, undefined).then((home) => home?.project.id === located.project.id),
      isOwnProject: caller.connection !== null || caller.surface === HOOK_SURFACE,
      losses: previewLosses(deps, located.project.id, true, time),
    },
    time,
  );
  const orientation = await compose(deps, caller, facts, budget);
  const { report, score, gaps } = orientation;
  const { id: sessionId, projectId } = draft.session;
  await storeReceipt(deps, caller, { projectId, sessionId, budget, orientation }, time);
  return {
    session: sessionInfo(draft.session, located.project, time, await readLeftWork(deps, draft.session)),
    resolution: { outcome, why },
    report,
    score,
    gaps,
    overview: createStartOverview(orientation.sections, facts.lastSession),
    isNewProject: located.isNew,
  };
}

/** The same for a client's hook, which names itself and whose words are checked already. */
export const startAndOrient = (
  deps: StartDeps,
  caller: Caller,
  input: StartSessionInput,
  time: TimeContext,
  also: Also,
  resolve?: (request: StartRequest) => Promise<ResolvedSession>,
): Promise<OrientedSession> => {
  const place = checkoutOf(identifyCaller(deps, caller));
  return attempt({ deps, caller, input, title: null, agent: null, place, time }, also, resolve);
};

async function meantProject(
  deps: ProjectDeps & Pick<Deps, 'games'>,
  caller: Caller,
  { project, kind }: StartSessionInput,
): Promise<string | undefined> {
  if (kind !== 'game' || project === undefined) return project;
  const located = await locateWriteProject(deps, caller, { project });
  const meant = await deps.games.findMeant(deps.store, project, located, 'project');
  return meant?.id ?? (located.isNew ? project : located.project.id);
}

/** A session that goes on keeps its title and agent. */
function keptNameNotices(
  { session, resolution }: Pick<OrientedSession, 'session' | 'resolution'>,
  given: Readonly<Record<'title' | 'agent', string | null>>,
): readonly Notice[] {
  if (resolution.outcome !== 'rejoined') return [];
  return (['title', 'agent'] as const).flatMap((part) => {
    const kept = session[part];
    if (given[part] === null || given[part] === kept) return [];
    const own = kept === null ? `has no ${part}` : `keeps its ${part} ${quoteInline(kept)}`;
    return [notice(`\`${part}\` was ignored: the session that was rejoined ${own}.`)];
  });
}

export async function startSession(
  deps: StartDeps & Pick<Deps, 'games'>,
  caller: Caller,
  input: StartSessionInput,
): Promise<Bound<StartedSession>> {
  if (input.session_id !== undefined && input.resume === false) {
    throw invalid(
      'arguments_contradict',
      '`session_id` and `resume` false cannot be combined.',
      'Pass `session_id` or `resume` false, not both.',
      { fields: [{ field: 'resume', problem: 'cannot be false with `session_id`' }] },
    );
  }
  if (input.session_id !== undefined && input.predecessor_id !== undefined) {
    throw invalid(
      'arguments_contradict',
      '`session_id` and `predecessor_id` cannot be combined.',
      'Leave out `session_id` or `predecessor_id`.',
      { fields: [{ field: 'predecessor_id', problem: 'cannot go with `session_id`' }] },
    );
  }
  if (input.title !== undefined) checkText('title', input.title, { max: MAX_TITLE });
  if (input.agent !== undefined) checkText('agent', input.agent, { max: MAX_AGENT });
  const given = { title: input.title ?? null, agent: input.agent ?? null };
  const { content, found } = await redactTexts(deps.redactor, given);
  const place = checkoutOf(identifyCaller(deps, caller));
  const {
    adoptedId,
    overview: _,
    isNewProject,
    ...started
  } = await retryOnConflict(async () => {
    const adoption = await adoptClientSession(deps, caller, input);
    const { adoptedId, input: adopted } = adoption;
    const meant = {
      ...adopted,
      // The session of a new conversation begins now.
      ...(adoptedId === null ? {} : { resume: false }),
      project: await meantProject(deps, caller, input),
    };
    const request = { deps, caller: adoption.caller, input: meant, ...content, place };
    return { ...(await attempt({ ...request, time: await readTime(deps) }, () => [])), adoptedId };
  });
  const { session_id: sessionId, project } = started.session;
  const isOwnChoice = input.session_id === undefined && input.predecessor_id === undefined;
  const agent = content.agent ?? caller.connection?.agent ?? null;
  return {
    result: {
      ...started,
      redacted: found,
      notices: [
        ...(adoptedId === null ? [] : [notice(adoptionText(adoptedId, sessionId, project))]),
        ...keptNameNotices(started, content),
        ...(isOwnChoice ? await projectNotices(deps, caller, input.project, { isNew: isNewProject }) : []),
      ],
    },
    binding: { sessionId, agent },
  };
}
