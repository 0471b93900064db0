import { deriveOngoing } from '../../domain/capture/derive/derive-from-digest.ts';
import { shortenCheckpoint } from '../../domain/capture/derive/shorten-checkpoint.ts';
import { newReading } from '../../domain/capture/transcript-reading.ts';
import { ThroughlineError } from '../../domain/error.ts';
import { nextStep, renderAdvice } from '../../domain/next-step.ts';
import { type BudgetUnit, fitText, sizeIn } from '../../domain/orientation/fit-budget.ts';
import type { StartOverview } from '../../domain/orientation/start-overview.ts';
import { quote } from '../../domain/orientation/wording.ts';
import { decideHeartbeat } from '../../domain/session/decide.ts';
import { forbidsSuccessor, hasEnded, type Session, type TimeContext } from '../../domain/session/session.ts';
import { bootReport } from '../boot-report.ts';
import type { Caller } from '../caller.ts';
import { resumeReading } from '../capture/read-transcript.ts';
import { createSession } from '../create-session.ts';
import type { NewSessionDeps, StartDeps } from '../deps.ts';
import { checkoutOf, identifyCaller } from '../locate-project.ts';
import { findCurrentSession, projectOf } from '../locate-session.ts';
import type { StartSource } from '../ports/client-adapter.ts';
import type { Change } from '../ports/ledger.ts';
import type { ResolvedSession } from '../resolve-session.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { SessionDraft } from '../session-draft.ts';
import { afterTitle, withOpenNotice } from '../session-open-notice.ts';
import { type OrientedSession, startAndOrient } from '../start-session.ts';
import { readTime } from '../time-context.ts';
import { attach, type HookCall } from './hook-call.ts';
import { endCleared } from './session-end.ts';
import { NEW_CONVERSATION, predecessorOf, sourceFor } from './start-source.ts';

/**
 * Continues the conversation of an ended session in a new session. Other successors of that session belong to other
 * conversations.
 */
async function continueConversation(
  deps: NewSessionDeps,
  caller: Caller,
  session: Session,
  time: TimeContext,
): Promise<ResolvedSession> {
  const isSuccessorForbidden = forbidsSuccessor(session);
  const located = await projectOf(deps, session);
  const { draft, changes } = await createSession(
    deps,
    {
      located,
      place: checkoutOf(identifyCaller(deps, caller)),
      caller,
      kind: session.kind,
      title: null,
      agent: session.agent,
      predecessor: isSuccessorForbidden ? null : session,
      isAnother: false,
      isImplicit: true,
    },
    time,
  );
  const outcome = isSuccessorForbidden ? 'started' : 'succeeded';
  return { draft, located, changes, outcome, why: `the conversation of ${session.id} continues` };
}

const unitOf = ({ budgetUnit = 'characters' }: Caller): BudgetUnit => budgetUnit;
/** In the unit of the client's budget. */
const sizeFor = (caller: Caller, text: string): number => sizeIn(unitOf(caller), text);

const noticeOf = (code: string, { wording }: Caller) =>
  renderAdvice(
    wording,
    `**This session is not stored yet** (${code}: the store could not be written). What follows was read from it and may lack the end of the last conversation. The next hook of this conversation tries again. If that fails too, find the cause.`,
    [nextStep('doctor.run')],
  );

/** The orientation of a session that could not be stored, within the budget. */
export async function orientUnstored(
  deps: StartDeps,
  caller: Caller,
  budget: number,
  code: string,
): Promise<string> {
  const line = noticeOf(code, caller);
  const { report } = await bootReport(deps, caller, {
    budget_chars: budget - sizeFor(caller, line) - 1,
    isQuick: true,
  });
  return afterTitle(report, line);
}

export interface SessionStartCall extends HookCall {
  readonly source: StartSource;
  readonly budget: number;
}

/** The transcript of a fork repeats the earlier conversation, which belongs to another session. */
const forkedReading = ({ id, startedAt }: Session, path: string | null): Change => ({
  kind: 'transcript_reading',
  reading: newReading({
    sessionId: id,
    path: path ?? '',
    position: null,
    since: startedAt,
    updatedAt: startedAt,
  }),
});

/** The client started, resumed, cleared, compacted or forked a conversation. */
const onSessionStart = (
  deps: StartDeps,
  caller: Caller,
  { source: given, budget, ...call }: SessionStartCall,
): Promise<OrientedSession> =>
  retryOnConflict(async () => {
    const [time, own] = await Promise.all([readTime(deps), findCurrentSession(deps, caller)]);
    const source = await sourceFor(deps, caller, given, own);
    const isNew = own === undefined && NEW_CONVERSATION.includes(source);
    const noticed = withOpenNotice(budget, caller.wording, unitOf(caller));
    const input = {
      ...(isNew ? await predecessorOf(deps, caller, source) : {}),
      budget_chars: noticed.budget,
    };
    const isEnded = own !== undefined && hasEnded(own);
    const started = await startAndOrient(
      deps,
      caller,
      input,
      time,
      (draft) => [
        ...attach(draft, caller, call, time),
        ...(source === 'fork' ? [forkedReading(draft.session, call.transcriptPath)] : []),
      ],
      isEnded ? () => continueConversation(deps, caller, own, time) : undefined,
    );
    return { ...started, report: noticed.addTo(started.report) };
  });

/** What a client has just compacted was read before; only what it wrote since is read here. */
const COMPACT_READ_MS = 300;
/** The rest of the orientation keeps at least half of the budget. */
const MAX_OWN_SHARE = 0.5;

/**
 * What the transcript shows of this session, for an agent whose client has just forgotten most of it. Some clients have
 * written their own summary there by now.
 */
async function ownTranscript(deps: StartDeps, caller: Caller, budget: number): Promise<string> {
  const session = await findCurrentSession(deps, caller);
  if (session === undefined || hasEnded(session)) return '';
  const reading = await resumeReading(deps, session, COMPACT_READ_MS, await readTime(deps));
  if (reading === undefined) return '';
  const { lasting, checkpoint } = deriveOngoing(reading.digest);
  if (checkpoint === '') return '';
  const share = { size: Math.floor(budget * MAX_OWN_SHARE), unit: unitOf(caller) };
  return fitText(share, (max) => {
    const above = lasting === '' ? '' : `${lasting}\n`;
    const rest = shortenCheckpoint(checkpoint, Math.max(0, max - above.length));
    return `## This session before the compaction\n${quote(`${above}${rest}`)}`;
  });
}

/** After the lines that say what the report is, before everything else. */
const insertFirst = (report: string, block: string): string => {
  const [opening = '', ...rest] = report.split('\n\n');
  return block === '' ? report : [opening, block, ...rest].join('\n\n');
};

interface OrientedStart {
  readonly report: string;
  /** For the person; null where the session was not stored. */
  readonly overview: StartOverview | null;
  /** Why the session could not be stored; null where it was. */
  readonly unstored: ThroughlineError | null;
}

/** The store cannot be written now, or others always write first. */
const isUnwritable = (error: unknown): error is ThroughlineError =>
  error instanceof ThroughlineError && (error.kind === 'unavailable' || error.code === 'version_conflict');

/** Reading needs no write: a session that cannot be stored is oriented all the same, and begun by its next hook. */
export async function startAndReport(
  deps: StartDeps,
  caller: Caller,
  input: SessionStartCall,
): Promise<OrientedStart> {
  try {
    if (input.source === 'clear' || input.source === 'replace') await endCleared(deps, caller);
    const own = input.source === 'compact' ? await ownTranscript(deps, caller, input.budget) : '';
    const { report, overview } = await onSessionStart(deps, caller, {
      ...input,
      budget: input.budget - sizeFor(caller, own) - 2,
    });
    return { report: insertFirst(report, own), overview, unstored: null };
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const report = await orientUnstored(deps, caller, input.budget, error.code);
    return { report, overview: null, unstored: error };
  }
}

export interface PromptCall extends HookCall {
  readonly budget: number;
  /** The client reports no start of a conversation, so a prompt after its end is how it goes on. */
  readonly isStart: boolean;
  /** The client reports nothing after a compaction, so the next prompt is oriented again. */
  readonly isReoriented: boolean;
}

const CAPTURES_READ = 5;

/** Whether the client compacted the conversation after its session was last oriented. */
async function isCompactedSince({ settings, store }: StartDeps, { id }: Session): Promise<boolean> {
  if (!settings.storesReceipts) return false;
  const [{ items }, [last]] = await Promise.all([
    store.captures.list({ sessionId: id }, CAPTURES_READ, null),
    store.receipts.listOfSession(id, 1),
  ]);
  const compacted = items.find(({ capture }) => capture.reason === 'compaction')?.capture;
  return compacted !== undefined && last !== undefined && compacted.at > last.at;
}

/** Returns the orientation if the client has not received one yet, or has lost it. */
export async function onPrompt(
  deps: StartDeps,
  caller: Caller,
  { budget, isStart, isReoriented, ...call }: PromptCall,
): Promise<string | null> {
  const own = await findCurrentSession(deps, caller);
  if (own === undefined || (isStart && hasEnded(own))) {
    const source = own === undefined ? 'startup' : 'resume';
    return (await onSessionStart(deps, caller, { ...call, source, budget })).report;
  }
  if (isReoriented && !hasEnded(own) && (await isCompactedSince(deps, own)))
    return (await startAndReport(deps, caller, { ...call, source: 'compact', budget })).report;
  await retryOnConflict(async () => {
    const time = await readTime(deps);
    const session = await findCurrentSession(deps, caller);
    if (session === undefined) return;
    if (!hasEnded(session)) {
      const draft = new SessionDraft(session);
      const attached = attach(draft, caller, call, time);
      draft.apply(decideHeartbeat(draft.session, time));
      await deps.store.ledger.commit([...draft.changes(), ...attached]);
      return;
    }
    const { draft, changes } = await continueConversation(deps, caller, session, time);
    const attached = attach(draft, caller, call, time);
    await deps.store.ledger.commit([...changes, ...draft.changes(), ...attached]);
  });
  return null;
}
