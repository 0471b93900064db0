import { BRIEF_BUDGET, DEFAULT_BUDGET, type Orientation } from '../domain/orientation/orientation.ts';
import type { Session } from '../domain/session/session.ts';
import type { Caller } from './caller.ts';
import type { OrientationDeps } from './deps.ts';
import { locateMeantProject } from './find-project.ts';
import { readIdentities } from './identity.ts';
import { keepReceipt } from './keep-receipt.ts';
import { identifyCaller, locateProject, placeOf } from './locate-project.ts';
import { findCurrentSession } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { isPerson } from './off/refuse-off.ts';
import { compose, gatherFacts } from './orient.ts';

export interface BootReportInput {
  readonly project?: string | undefined;
  readonly budget_chars?: number | undefined;
  readonly format?: 'full' | 'brief' | undefined;
  readonly identity_path?: string | undefined;
  readonly transcript_dir?: string | undefined;
}

export interface BootReport extends Orientation {
  readonly projectId: string;
  readonly projectName: string;
  readonly transcriptPath: string | null;
  /** null: no receipt was kept of this delivery. */
  readonly receiptId: string | null;
}

/** One that has ended is the last session now, also for the process that ended it. */
const isUnderWay = ({ status }: Session) => status !== 'ended' && status !== 'closed';

/** For a person the project of a report is a flag of one command: the next command goes to the project of the folder. */
const withoutProject = (deps: OrientationDeps): OrientationDeps => ({
  ...deps,
  settings: { ...deps.settings, project: null },
});

/** The orientation alone. Writes nothing but the receipt of its delivery. */
export async function bootReport(
  deps: OrientationDeps,
  caller: Caller,
  input: BootReportInput,
): Promise<BootReport> {
  const folder = identifyCaller(deps, caller);
  const place = placeOf(folder);
  const [moment, current, { project, isNew }, home] = await Promise.all([
    momentOf(deps),
    findCurrentSession(deps, caller),
    locateMeantProject(deps, caller, input.project),
    locateProject(isPerson(caller) ? withoutProject(deps) : deps, caller, undefined),
  ]);
  const isHere = folder !== undefined && home?.project.id === project.id;
  const format = input.format ?? 'full';
  const budget = input.budget_chars ?? (format === 'brief' ? BRIEF_BUDGET : DEFAULT_BUDGET);
  const found =
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
      self: current?.projectId === project.id && isUnderWay(current) ? current : null,
      identities: await readIdentities(deps, {
        worktree: place.worktree,
        projectId: project.id,
        named: input.identity_path,
      }),
      transcriptPath: found ?? null,
      budget,
      isHere,
      isOwnProject: (current?.projectId ?? home?.project.id) === project.id,
      isDelivered: true,
    },
    moment,
  );
  const orientation = compose(deps, caller, facts, budget, format);
  const sessionId = current?.projectId === project.id ? current.id : null;
  const receiptId = isNew
    ? null
    : await keepReceipt(deps, caller, { projectId: project.id, sessionId, budget, orientation }, moment);
  return {
    ...orientation,
    projectId: project.id,
    projectName: project.name,
    transcriptPath: facts.lastTranscriptPath,
    receiptId,
  };
}
