import { newReading } from '../../domain/capture/transcript-reading.ts';
import { ThroughlineError } from '../../domain/error.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Caller } from '../caller.ts';
import type { Deps, StartDeps } from '../deps.ts';
import { locateProject } from '../locate-project.ts';
import { findCurrentSession } from '../locate-writer.ts';
import { momentOf } from '../moment.ts';
import type { StartSource } from '../ports/hook-event.ts';
import type { Change } from '../ports/ledger.ts';
import type { StartSessionInput } from '../resolve-session.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { type StartedSession, startAndOrient } from '../start-session.ts';
import { goOn } from './go-on.ts';
import { attach, type HookCall, isUnderWay } from './hook-call.ts';
import { orientUnstored } from './orient-unstored.ts';

type PredecessorOfNeeds = Pick<Deps, 'clock' | 'folders' | 'readOff' | 'redactor' | 'settings' | 'store'>;

export interface SessionStarts extends HookCall {
  readonly source: StartSource;
  readonly budget: number;
}

/** The transcript of a fork repeats what was said before it, by and to another session. */
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

/** What the client did before in the same process, or else what was left last here. */
async function predecessorOf(deps: PredecessorOfNeeds, caller: Caller): Promise<StartSessionInput> {
  const known = caller.process ? await deps.store.captures.findProcess(caller.process) : undefined;
  if (known === undefined || known.clientSessionId === caller.clientSessionId) return { resume: false };
  const before = await deps.store.sessions.find(known.sessionId);
  if (before === undefined) return { resume: false };
  const here = await locateProject(deps, caller, undefined);
  const isOpenLine =
    here?.project.id === before.projectId && before.closing?.policy !== 'closed_without_successor';
  return isOpenLine ? { predecessor_id: before.id } : { resume: false };
}

/** The client began, took up, cleared, compacted or forked a conversation: it is told where it stands. */
export const sessionStarts = (
  deps: StartDeps,
  caller: Caller,
  { source, budget, ...call }: SessionStarts,
): Promise<Omit<StartedSession, 'redacted'>> =>
  retryOnConflict(async () => {
    const [moment, own] = await Promise.all([momentOf(deps), findCurrentSession(deps, caller)]);
    const isNew = own === undefined && (source === 'clear' || source === 'fork');
    const input = { ...(isNew ? await predecessorOf(deps, caller) : {}), budget_chars: budget };
    const hasEnded = own !== undefined && !isUnderWay(own);
    return startAndOrient(
      deps,
      caller,
      input,
      moment,
      (draft) => [
        ...attach(draft, caller, call, moment),
        ...(source === 'fork' ? [forkedReading(draft.session, call.transcriptPath)] : []),
      ],
      hasEnded ? () => goOn(deps, caller, own, moment) : undefined,
    );
  });

export interface OrientedStart {
  readonly report: string;
  /** Why the session could not be stored; null where it was. */
  readonly unstored: ThroughlineError | null;
}

/** The store cannot be written now, or others always write first. */
const isUnwritable = (error: unknown): error is ThroughlineError =>
  error instanceof ThroughlineError && (error.kind === 'unavailable' || error.code === 'version_conflict');

/** Reading needs no write: a session that cannot be stored is oriented all the same, and begun by its next hook. */
export async function orientStart(
  deps: StartDeps,
  caller: Caller,
  input: SessionStarts,
): Promise<OrientedStart> {
  try {
    const { report } = await sessionStarts(deps, caller, input);
    return { report, unstored: null };
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return { report: await orientUnstored(deps, caller, input.budget, error.code), unstored: error };
  }
}
