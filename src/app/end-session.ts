import { isAbsolute, join } from 'node:path';
import { checkText } from '../domain/check-text.ts';
import { invalid } from '../domain/error.ts';
import {
  type Handoff,
  handoffDigestParts,
  isEmptyHandoff,
  mapHandoffTexts,
} from '../domain/handoff/handoff.ts';
import { createDigest, type Digest, digestOf } from '../domain/id.ts';
import { nextStep, notice } from '../domain/next-step.ts';
import type { Project } from '../domain/project/project.ts';
import { checkLeaving, type LeavingVerdict } from '../domain/session/decide.ts';
import type { Session } from '../domain/session/session.ts';
import { createPause } from '../lib/concurrency.ts';
import type { Binding, Bound, Caller } from './caller.ts';
import {
  type EndedSession,
  type EndingSession,
  type EndRequest,
  type EndSessionInput,
  type LeaveRequest,
  locateEndingSession,
} from './end-request.ts';
import { checkItemCount } from './handoff-changes.ts';
import { type LeftSession, leaveSession } from './leave-session.ts';
import type { LocatedProject } from './locate-project.ts';
import { adoptClientSession, isOwnSession, newSessionNotices } from './locate-session.ts';
import { digestLoopNames, unknownLoopNotices } from './open-loops.ts';
import { redactContent, redactTexts } from './redact-content.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { handoffNotices } from './superseded-records.ts';
import { unknownSupersededNotices } from './unknown-superseded.ts';

/** Parts are short, and a call of the hash takes longer than hashing one. */
const MAX_HELD_CHARS = 10_000;

/** Of the text that the parts make. */
async function digestInSlices(parts: Iterable<string>): Promise<Digest> {
  const pause = createPause();
  const sum = createDigest();
  let held = '';
  for (const part of parts) {
    held += part;
    if (held.length < MAX_HELD_CHARS) continue;
    sum.update(held);
    held = '';
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  sum.update(held);
  return sum.digest();
}

const MAX_UNREAD = 20;
const MAX_KEY = 500;
const MAX_PATH = 4_096;

const MODE_IGNORED = notice('`mode` was ignored: the session has already ended, so it was not paused.');

function requireCheckpoint({ id, kind, status }: Session, { input, mode, content }: LeaveRequest): void {
  if (kind !== 'work' || mode !== 'end' || status === 'ended') return;
  if (content.checkpoint !== null || content.summaryNotes !== null) return;
  throw invalid(
    'checkpoint_required',
    'Ending a work session requires a checkpoint.',
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

/** A handoff for another project gets a session of its own, and the caller's goes on. */
const startedNotices = (caller: Caller, session: Session, project: Project, adoptedId: string | null) =>
  isOwnSession(caller, session) || !session.isImplicit || session.turnCount !== 1
    ? newSessionNotices(session, project, adoptedId)
    : [
        notice(
          `${session.id} was started for this handoff in the project ${JSON.stringify(project.name)}. Your session was not changed.`,
        ),
      ];

async function resultOf(
  { deps, caller, content, resolvedLoops, time, adoptedId }: EndRequest,
  { project }: LocatedProject,
  { session, handoff: given, superseded: known }: LeftSession,
): Promise<EndedSession> {
  const last = given === null && session.handoff !== null ? session.handoff.id : null;
  const filter = { sessionId: session.id, isUnreviewed: true };
  const handoff = last === null ? given : ((await deps.store.handoffs.find(last)) ?? null);
  const [{ items }, unresolved, unreplaced, superseded] = await Promise.all([
    deps.store.captures.list(filter, MAX_UNREAD, null),
    handoff === null ? [] : unknownLoopNotices(deps, handoff, content, resolvedLoops),
    handoff === null ? [] : unknownSupersededNotices(deps, session.projectId, content),
    handoff === null ? [] : handoffNotices(deps, session, handoff, given === null ? undefined : known),
  ]);
  return {
    session,
    project,
    handoff,
    checkpoint: content.checkpoint,
    savePath: null,
    unreadCaptures: items.map(({ capture }) => capture),
    notices: [
      ...startedNotices(caller, session, project, adoptedId),
      ...unresolved,
      ...unreplaced,
      ...superseded,
    ],
    time,
  };
}

function judge(
  { mode, digest }: LeaveRequest,
  leaver: EndingSession,
  known: Handoff | undefined,
): LeavingVerdict {
  if (leaver.repeated !== undefined) return 'already_left';
  const handoff = digest === null ? 'none' : known === undefined ? 'new' : 'known';
  return checkLeaving(leaver.draft.session, { mode, handoff });
}

/** What the first call was answered; the session itself may have gone on since. */
const repeatedAnswer = (session: Session, handoff: Handoff | undefined): LeftSession => ({
  session: handoff?.answer ? { ...session, ...handoff.answer, activeSince: null } : session,
  handoff: handoff ?? null,
});

/** A game that has ended is not paused. */
const usualMode = ({ kind, status }: Session): 'end' | 'pause' =>
  kind === 'game' && status !== 'ended' ? 'pause' : 'end';

/** A relative path is one in the folder of the session. */
const folderIn = ({ worktree }: Session, path: string): string =>
  worktree === null || isAbsolute(path) ? path : join(worktree, path);

async function attempt(given: Omit<EndRequest, 'adoptedId' | 'time'>): Promise<Bound<EndedSession>> {
  const { isBinding: _, ...adopted } = await adoptClientSession(given.deps, given.caller, given.input);
  const { request: ending, leaver } = await locateEndingSession({ ...given, ...adopted });
  const { deps, input } = ending;
  const { session } = leaver.draft;
  const request = { ...ending, mode: input.mode ?? usualMode(session) };
  const known = leaver.repeated ?? leaver.known;
  const verdict = judge(request, leaver, known);
  if (input.campaign_path !== undefined)
    await deps.games.checkCopyFolder(
      deps.filesFor(session.worktree),
      session,
      folderIn(session, input.campaign_path),
    );
  if (verdict !== 'already_left') requireCheckpoint(session, request);
  const left =
    verdict === 'already_left' ? repeatedAnswer(session, known) : await leaveSession(request, leaver, known);
  const result = await resultOf(request, leaver.located, left);
  const isModeIgnored = input.mode === 'pause' && left.session.status === 'ended';
  return {
    result: isModeIgnored ? { ...result, notices: [...result.notices, MODE_IGNORED] } : result,
    binding: bindingAfter(given.caller, leaver),
  };
}

/** A handoff to another session than the caller's own does not move the connection there. */
function bindingAfter(caller: Caller, { draft, repeated }: EndingSession): Partial<Binding> {
  return repeated === undefined && isOwnSession(caller, draft.session) ? { sessionId: draft.session.id } : {};
}

/** A copy of a game that people can read. The session is left either way; a missing copy is a notice. */
async function withReadableCopy(
  deps: EndRequest['deps'],
  ended: EndedSession,
  folder: string,
): Promise<EndedSession> {
  try {
    const files = deps.filesFor(ended.session.worktree);
    return {
      ...ended,
      savePath: await deps.games.writeCopy(deps.store, files, ended, folderIn(ended.session, folder)),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...ended, notices: [...ended.notices, notice(`The readable copy was not written: ${why}`)] };
  }
}

/** Leave a handoff and end, or pause: one transaction. */
export async function endSession(
  deps: EndRequest['deps'],
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
  const resolvedLoops = await digestLoopNames(content.resolvedLoops);
  const { result: ended, binding } = await retryOnConflict(async () =>
    attempt({
      deps,
      caller,
      input,
      content,
      digest,
      keyDigest: input.idempotency_key === undefined ? null : digestOf(input.idempotency_key),
      resolvedLoops,
      transcriptPath: path.content.path,
      redacted: found,
    }),
  );
  const folder = input.campaign_path;
  return { result: folder === undefined ? ended : await withReadableCopy(deps, ended, folder), binding };
}
