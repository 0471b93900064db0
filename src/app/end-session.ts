import type { Capture } from '../domain/capture/capture.ts';
import { invalid } from '../domain/error.ts';
import {
  type Handoff,
  type HandoffContent,
  handoffDigest,
  isEmptyHandoff,
  mapHandoffTexts,
} from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import type { Project } from '../domain/project/project.ts';
import { judgeLeaving, type Moment } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { checkText } from '../domain/text.ts';
import { checkItemCount } from './handoff-changes.ts';
import { type Left, leaveSession } from './leave-session.ts';
import { locateLeaver } from './locate-leaver.ts';
import { beginningNotices, type Writer } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { type Found, redactContent, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { Caller, World } from './world.ts';
import { checkCampaignPath, withReadableCopy } from './write-readable-copy.ts';

export interface EndSessionInput {
  readonly content: HandoffContent;
  readonly mode: 'end' | 'pause';
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
  readonly savePath: string | null;
  /** Captures of the session that nobody has read, newest first. */
  readonly unreadCaptures: readonly Capture[];
  readonly notices: readonly string[];
  readonly moment: Moment;
}

/** A call to end, checked and cleaned, at one moment. */
export interface LeaveRequest {
  readonly world: World;
  readonly caller: Caller;
  readonly input: EndSessionInput;
  readonly content: HandoffContent;
  /** null when nothing is handed over. */
  readonly digest: string | null;
  readonly keyDigest: string | null;
  readonly transcriptPath: string | null;
  readonly redacted: Found;
  readonly moment: Moment;
}

const MAX_UNREAD = 20;
const MAX_KEY = 500;
const MAX_PATH = 4_096;

function requireCheckpoint({ kind }: Session, { input, content }: LeaveRequest): void {
  if (kind !== 'work' || input.mode !== 'end') return;
  if (content.checkpoint !== null || content.summaryNotes !== null) return;
  throw invalid(
    'checkpoint_required',
    'Ending a work session needs a checkpoint: where did we leave off?',
    'Pass checkpoint (or summary_notes), or mode "pause" to leave without one; nothing was written.',
    { fields: [{ field: 'checkpoint', problem: 'is missing' }] },
  );
}

async function resultOf(
  { world, moment }: LeaveRequest,
  { located }: Writer,
  { session, notices }: Left,
): Promise<EndedSession> {
  const handoff = session.handoff === null ? undefined : await world.store.handoffs.find(session.handoff.id);
  const filter = { sessionId: session.id, isUnreviewed: true };
  const { items } = await world.store.captures.list(filter, MAX_UNREAD, null);
  return {
    session,
    project: located.project,
    handoff: handoff ?? null,
    savePath: null,
    unreadCaptures: items.map(({ capture }) => capture),
    notices: [...beginningNotices(session, located.project), ...notices],
    moment,
  };
}

async function attempt(request: LeaveRequest): Promise<EndedSession> {
  const { caller, input, digest } = request;
  const writer = await locateLeaver(request);
  const { session } = writer.draft;
  const verdict = writer.isRepeat
    ? 'already_left'
    : judgeLeaving(session, { mode: input.mode, handoffDigest: digest });
  await checkCampaignPath(request.world, session, input.campaign_path);
  if (verdict !== 'already_left') requireCheckpoint(session, request);
  const left = verdict === 'already_left' ? { session, notices: [] } : await leaveSession(request, writer);
  if (caller.connection !== null && !writer.isRepeat) caller.connection.sessionId = left.session.id;
  return resultOf(request, writer, left);
}

/** Leave a handoff and end, or pause: one transaction. */
export async function endSession(
  world: World,
  caller: Caller,
  input: EndSessionInput,
): Promise<EndedSession> {
  checkItemCount(input.content);
  mapHandoffTexts(input.content, (text, field) => checkText(field, text));
  if (input.transcript_path !== undefined)
    checkText('transcript_path', input.transcript_path, { max: MAX_PATH });
  if (input.idempotency_key !== undefined)
    checkText('idempotency_key', input.idempotency_key, { max: MAX_KEY });
  const { content, found } = await redactContent(world.redactor, input.content, mapHandoffTexts);
  const path = await redactTexts(world.redactor, { path: input.transcript_path ?? null });
  const ended = await retryOnConflict(async () =>
    attempt({
      world,
      caller,
      input,
      content,
      digest: isEmptyHandoff(content) ? null : handoffDigest(content),
      keyDigest: input.idempotency_key === undefined ? null : digestOf(input.idempotency_key),
      transcriptPath: path.content.path,
      redacted: found,
      moment: await momentOf(world),
    }),
  );
  return input.campaign_path === undefined ? ended : withReadableCopy(world, ended, input.campaign_path);
}
