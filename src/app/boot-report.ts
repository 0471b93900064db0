import { BRIEF_BUDGET, DEFAULT_BUDGET, type Orientation } from '../domain/orientation/orientation.ts';
import type { Session } from '../domain/session/session.ts';
import { locateMeantProject } from './find-project.ts';
import { readIdentities } from './identity.ts';
import { keepReceipt } from './keep-receipt.ts';
import { identifyCaller, locateProject, placeOf } from './locate-project.ts';
import { findCurrentSession } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { compose, gatherFacts } from './orient.ts';
import type { Caller, World } from './world.ts';

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

/** The orientation alone. Writes nothing but the receipt of its delivery. */
export async function bootReport(world: World, caller: Caller, input: BootReportInput): Promise<BootReport> {
  const moment = await momentOf(world);
  const current = await findCurrentSession(world, caller);
  const folder = identifyCaller(world, caller);
  const place = placeOf(folder);
  const { project, isNew } = await locateMeantProject(world, caller, input.project);
  const home = await locateProject(world, caller, undefined);
  const isHere = folder !== undefined && home?.project.id === project.id;
  const format = input.format ?? 'full';
  const budget = input.budget_chars ?? (format === 'brief' ? BRIEF_BUDGET : DEFAULT_BUDGET);
  const found =
    input.transcript_dir === undefined
      ? undefined
      : await world
          .filesFor(place.worktree)
          .newestFile(input.transcript_dir, { field: 'transcript_dir', extension: '.jsonl' });
  const facts = await gatherFacts(
    world,
    {
      project,
      isNewProject: isNew,
      worktree: place.worktree,
      self: current?.projectId === project.id && isUnderWay(current) ? current : null,
      identities: await readIdentities(world, {
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
  const orientation = compose(world, caller, facts, budget, format);
  const sessionId = current?.projectId === project.id ? current.id : null;
  const receiptId = isNew
    ? null
    : await keepReceipt(world, caller, { projectId: project.id, sessionId, budget, orientation }, moment);
  return {
    ...orientation,
    projectId: project.id,
    projectName: project.name,
    transcriptPath: facts.lastTranscriptPath,
    receiptId,
  };
}
