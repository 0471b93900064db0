import { invalid } from '../domain/error.ts';
import {
  type Handoff,
  handoffDigestParts,
  handoffId,
  isEmptyHandoff,
  mapHandoffTexts,
} from '../domain/handoff/handoff.ts';
import { digestOf } from '../domain/id.ts';
import { nextStep } from '../domain/next-step.ts';
import { judgeLeaving, type LeavingVerdict } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { checkText } from '../domain/text.ts';
import { createPause } from '../lib/slices.ts';
import type { Binding, Bound, Caller } from './caller.ts';
import type { HandoffDeps } from './deps.ts';
import { digestInSlices } from './digest-in-slices.ts';
import { checkItemCount } from './handoff-changes.ts';
import type { EndedSession, EndSessionInput, LeaveRequest } from './leave-request.ts';
import { type Left, leaveSession } from './leave-session.ts';
import { type Leaver, locateLeaver } from './locate-leaver.ts';
import type { LocatedProject } from './locate-project.ts';
import { beginningNotices } from './locate-writer.ts';
import { momentOf } from './moment.ts';
import { redactContent, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { supersededNotices } from './superseded-notices.ts';
import { checkCampaignPath, withReadableCopy } from './write-readable-copy.ts';

const MAX_UNREAD = 20;
const MAX_KEY = 500;
const MAX_PATH = 4_096;

function requireCheckpoint({ id, kind, status }: Session, { input, content }: LeaveRequest): void {
  if (kind !== 'work' || input.mode !== 'end' || status === 'ended') return;
  if (content.checkpoint !== null || content.summaryNotes !== null) return;
  throw invalid(
    'checkpoint_required',
    'Ending a work session needs a checkpoint: where did we leave off?',
    'Pass `checkpoint`, or pause the session to leave without one; nothing was written.',
    {
      fields: [{ field: 'checkpoint', problem: 'is missing' }],
      next: [
        nextStep('session.end', {
          ...(input.session_id === undefined ? {} : { session: id }),
          mode: 'pause',
        }),
      ],
    },
  );
}

async function resultOf(
  { deps, moment }: LeaveRequest,
  { project }: LocatedProject,
  { session, handoff: given }: Left,
): Promise<EndedSession> {
  const last = given === null && session.handoff !== null ? session.handoff.id : null;
  const filter = { sessionId: session.id, isUnreviewed: true };
  const handoff = last === null ? given : ((await deps.store.handoffs.find(last)) ?? null);
  const [{ items }, superseded] = await Promise.all([
    deps.store.captures.list(filter, MAX_UNREAD, null),
    handoff === null ? [] : supersededNotices(deps, session, handoff),
  ]);
  return {
    session,
    project,
    handoff,
    savePath: null,
    unreadCaptures: items.map(({ capture }) => capture),
    notices: [...beginningNotices(session, project), ...superseded],
    moment,
  };
}

/** The handoff that this call repeats, if the session has it already. */
const findKnown = async ({ deps, digest }: LeaveRequest, { draft, keyed }: Leaver) =>
  keyed ??
  (digest === null ? undefined : await deps.store.handoffs.find(handoffId(draft.session.id, digest)));

function judge({ input, digest }: LeaveRequest, leaver: Leaver, known: Handoff | undefined): LeavingVerdict {
  if (leaver.keyed !== undefined) return 'already_left';
  const handoff = digest === null ? 'none' : known === undefined ? 'new' : 'known';
  return judgeLeaving(leaver.draft.session, { mode: input.mode, handoff });
}

/** What the first call was answered; the session itself may have gone on since. */
const asAnswered = (session: Session, handoff: Handoff | undefined): Left => ({
  session: handoff?.answer ? { ...session, ...handoff.answer, activeSince: null } : session,
  handoff: handoff ?? null,
});

async function attempt(request: LeaveRequest): Promise<Bound<EndedSession>> {
  const { deps, caller, input } = request;
  const leaver = await locateLeaver(request);
  const { session } = leaver.draft;
  const known = await findKnown(request, leaver);
  const verdict = judge(request, leaver, known);
  await checkCampaignPath(deps, session, input.campaign_path);
  if (verdict !== 'already_left') requireCheckpoint(session, request);
  const left =
    verdict === 'already_left' ? asAnswered(session, known) : await leaveSession(request, leaver, known);
  return {
    result: await resultOf(request, leaver.located, left),
    binding: bindingAfter(caller, leaver, verdict),
  };
}

/** A late word to a session that was left does not take a connection away from the session it works in. */
function bindingAfter(
  { connection }: Caller,
  { draft, keyed }: Leaver,
  verdict: LeavingVerdict,
): Partial<Binding> {
  const isFree = verdict === 'leave' || connection?.sessionId === null;
  return keyed === undefined && isFree ? { sessionId: draft.session.id } : {};
}

/** Leave a handoff and end, or pause: one transaction. */
export async function endSession(
  deps: HandoffDeps,
  caller: Caller,
  input: EndSessionInput,
): Promise<Bound<EndedSession>> {
  const pause = createPause();
  checkItemCount(input.content);
  mapHandoffTexts(input.content, (text, field) =>
    checkText(field, text, { isRequired: field === 'checkpoint' }),
  );
  if (input.transcript_path !== undefined)
    checkText('transcript_path', input.transcript_path, { max: MAX_PATH });
  if (input.idempotency_key !== undefined)
    checkText('idempotency_key', input.idempotency_key, { max: MAX_KEY });
  await pause();
  const { content, found } = await redactContent(deps.redactor, input.content, mapHandoffTexts);
  await pause();
  const path = await redactTexts(deps.redactor, { path: input.transcript_path ?? null });
  const digest = isEmptyHandoff(content) ? null : await digestInSlices(handoffDigestParts(content));
  const { result: ended, binding } = await retryOnConflict(async () =>
    attempt({
      deps,
      caller,
      input,
      content,
      digest,
      keyDigest: input.idempotency_key === undefined ? null : digestOf(input.idempotency_key),
      transcriptPath: path.content.path,
      redacted: found,
      moment: await momentOf(deps),
    }),
  );
  const folder = input.campaign_path;
  return { result: folder === undefined ? ended : await withReadableCopy(deps, ended, folder), binding };
}
