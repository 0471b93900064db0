import type { Notice } from '../domain/next-step.ts';
import { maxCharacters } from '../domain/orientation/fit-budget.ts';
import { BRIEF_BUDGET, DEFAULT_BUDGET, type Orientation } from '../domain/orientation/orientation.ts';
import { hasEnded, type Session } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { OrientationDeps, StartDeps } from './deps.ts';
import { isPerson } from './disabled-projects/refuse-disabled.ts';
import { compose, gatherFacts } from './gather-facts.ts';
import { checkoutOf, identifyCaller, locateProject } from './locate-project.ts';
import { findCurrentSession, locateRequestedProject } from './locate-session.ts';
import { NO_LOSSES, previewLosses } from './preview-losses.ts';
import { projectNotices } from './project-notices.ts';
import { storeReceipt } from './receipts.ts';
import { withOpenNotice } from './session-open-notice.ts';
import { readTime } from './time-context.ts';

export interface BootReportInput {
  readonly project?: string | undefined;
  readonly budget_chars?: number | undefined;
  readonly format?: 'full' | 'brief' | undefined;
  readonly identity_path?: string | undefined;
  readonly transcript_dir?: string | undefined;
  /** As a hook sends it to an agent, whichever surface asks: in its wording, and with its notice where sessions begin by hooks. */
  readonly isAsSent?: boolean | undefined;
  /** The caller has no time to read transcripts. */
  readonly isQuick?: boolean | undefined;
}

export interface BootReport extends Orientation {
  readonly projectId: string;
  readonly projectName: string;
  readonly transcriptPath: string | null;
  /** null: no receipt was stored. */
  readonly receiptId: string | null;
  readonly notices: readonly Notice[];
}

/** A person names the project by a flag of one command, so the next command goes to the project of the folder. */
const withoutProject = (deps: OrientationDeps): OrientationDeps => ({
  ...deps,
  settings: { ...deps.settings, project: null },
});

/** Who paused or ended a session is oriented like the next one to come. */
const hasLeft = (session: Session): boolean => hasEnded(session) || session.status === 'paused';

/** Whether the next session will be opened by a hook, as far as the last one tells. */
async function isLikelyOpenedByHook(
  { store }: Pick<StartDeps, 'store'>,
  projectId: string,
): Promise<boolean> {
  const [newest] = await store.sessions.listNewest(projectId, 1);
  return newest?.hasHooks === true;
}

/** The orientation alone. Writes nothing but the receipt of its delivery to an agent. */
export async function bootReport(
  deps: StartDeps,
  caller: Caller,
  input: BootReportInput,
): Promise<BootReport> {
  const folder = identifyCaller(deps, caller);
  const place = checkoutOf(folder);
  const found = findCurrentSession(deps, caller);
  const [time, current, { project, isNew }, home] = await Promise.all([
    readTime(deps),
    found,
    locateRequestedProject(deps, caller, input.project, found),
    locateProject(isPerson(caller) ? withoutProject(deps) : deps, caller, undefined),
  ]);
  const isHere = folder !== undefined && home?.project.id === project.id;
  const format = input.format ?? 'full';
  const limit = input.budget_chars ?? (format === 'brief' ? BRIEF_BUDGET : DEFAULT_BUDGET);
  const noticed =
    input.isAsSent && !isNew && (await isLikelyOpenedByHook(deps, project.id))
      ? withOpenNotice(limit, deps.agentWording)
      : undefined;
  const budget = noticed?.budget ?? limit;
  const transcriptPath =
    input.transcript_dir === undefined
      ? undefined
      : await deps
          .filesFor(place.worktree)
          .newestFile(input.transcript_dir, { field: 'transcript_dir', extension: '.jsonl' });
  const facts = await gatherFacts(
    deps,
    {
      project,
      isNewProject: isNew,
      worktree: place.worktree,
      self: current?.projectId === project.id && !hasLeft(current) ? current : null,
      identityPath: input.identity_path,
      transcriptPath,
      budget: maxCharacters({ size: budget, unit: caller.budgetUnit ?? 'characters' }),
      isHere,
      isOwnProject: (current?.projectId ?? home?.project.id) === project.id,
      losses: isNew ? NO_LOSSES : previewLosses(deps, project.id, input.isQuick ?? false, time),
    },
    time,
  );
  const reader = input.isAsSent ? { ...caller, wording: deps.agentWording } : caller;
  const orientation = await compose(deps, reader, facts, budget, format);
  const sessionId = current?.projectId === project.id ? current.id : null;
  const receiptId =
    isNew || isPerson(caller)
      ? null
      : await storeReceipt(deps, caller, { projectId: project.id, sessionId, budget, orientation }, time);
  return {
    ...orientation,
    report: noticed?.addTo(orientation.report) ?? orientation.report,
    projectId: project.id,
    projectName: project.name,
    transcriptPath: facts.lastTranscriptPath,
    receiptId,
    notices:
      isPerson(caller) || current !== undefined
        ? []
        : await projectNotices(deps, caller, input.project, { isNew }),
  };
}
