import { renderCounts, sumCounts } from '../../domain/handoff/handoff.ts';
import { nextStep, notice, renderNotice, type SurfaceWording } from '../../domain/next-step.ts';
import { countOf, quotedName } from '../../domain/orientation/wording.ts';
import { resumeStep } from '../../domain/session/errors.ts';
import { activeMsIn, durationMinutes } from '../../domain/session/session.ts';
import type { ClosedSession } from '../close-session.ts';
import type { EndedSession } from '../end-request.ts';
import { shorten } from './entity-views.ts';

/** A reply stays small, however much a handoff supersedes. */
const MAX_SUPERSEDED = 100;

const MAX_CHECKPOINT = 4_000;

function summarize({ session, project, handoff, checkpoint }: EndedSession, wording: SurfaceWording): string {
  const rest = nextStep('memory.list', { session: session.id, type: 'checkpoint' });
  const counted = countWork({ session, project, handoff });
  return checkpoint === null
    ? counted
    : `${shorten(checkpoint, MAX_CHECKPOINT, wording.step(rest))}\n\n${counted}`;
}

function countWork({ session, project, handoff }: Pick<EndedSession, 'session' | 'project' | 'handoff'>) {
  const parts = [
    `${session.title === null ? 'Session' : quotedName(session.title, 120)} in ${quotedName(project.name, 120)}: ${countOf(session.turnCount, 'turn')}.`,
    handoff === null
      ? 'No handoff was written.'
      : `Stored: ${renderCounts(handoff.stored) || 'no new records'}.`,
    handoff !== null && handoff.resolvedLoopIds.length > 0
      ? `Resolved: ${countOf(handoff.resolvedLoopIds.length, 'open loop')}.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function message({ session, handoff }: EndedSession, wording: SurfaceWording): string {
  const left =
    session.status === 'paused'
      ? `The session is paused. Resume it with ${wording.step(resumeStep(session))}.`
      : `The session has ended.${handoff === null ? '' : ' The next session in this project gets this handoff.'}`;
  const redacted = Object.entries(handoff?.redacted ?? {}).map(([kind, count]) => `${count} × ${kind}`);
  return [left, redacted.length > 0 ? `Secrets were removed before storing: ${redacted.join(', ')}.` : '']
    .filter((line) => line !== '')
    .join(' ');
}

function captureWarning({ unreadCaptures }: EndedSession, wording: SurfaceWording): string | null {
  const [newest] = unreadCaptures;
  if (newest === undefined) return null;
  const ids = unreadCaptures.map(({ id }) => id).join(', ');
  const was = unreadCaptures.length === 1 ? 'was' : 'were';
  return renderNotice(
    wording,
    notice(
      `${countOf(unreadCaptures.length, 'capture')} of this session ${was} never read: ${ids}. A capture shows what a compaction may have removed.`,
      nextStep('capture.read', { id: newest.id }),
    ),
  );
}

export function endedView(ended: EndedSession, wording: SurfaceWording) {
  const { session, project, handoff, savePath, notices, time } = ended;
  const stored = handoff?.stored ?? {};
  return {
    session_id: session.id,
    status: session.status,
    project: project.name,
    handoff_id: handoff?.id ?? null,
    stored_count: sumCounts(stored),
    stored,
    superseded_ids: handoff?.supersededIds.slice(0, MAX_SUPERSEDED) ?? [],
    superseded_count: handoff?.supersededIds.length ?? 0,
    resolved_loop_ids: handoff?.resolvedLoopIds ?? [],
    note_id: handoff?.noteId ?? null,
    summary: summarize(ended, wording),
    stats: {
      turn_count: session.turnCount,
      duration_minutes: durationMinutes(activeMsIn(session, time)),
      started_at: session.startedAt,
      paused_at: session.pausedAt,
      ended_at: session.endedAt,
    },
    orientation_score: session.orientationScore,
    gap_count: session.gapCount,
    capture_warning: captureWarning(ended, wording),
    redacted: handoff?.redacted ?? {},
    save_path: savePath,
    message: message(ended, wording),
    notices,
  };
}

export const RESPONSE_PROFILES = ['full', 'compact', 'machine'] as const;
export type ResponseProfile = (typeof RESPONSE_PROFILES)[number];

interface ClosingStyle {
  readonly profile: ResponseProfile;
  /** Our own words claim no feeling and no personhood. */
  readonly isModelSafe: boolean;
  readonly hasWork: boolean;
}

const MEANING = {
  successor_allowed: 'A new session may continue it.',
  closed_without_successor: 'It cannot be resumed or continued. It can still be read.',
  successor_required: 'Every boot report of the project shows a gap until a session continues it.',
} as const;

function closingMessage(
  { status, session, project, work }: ClosedSession,
  style: ClosingStyle,
): string | null {
  if (style.profile === 'machine' || session.closing === null) return null;
  const again = status === 'already_closed' ? 'was already closed with the same arguments' : 'is closed';
  const first = `Session ${session.id} of ${quotedName(project.name, 120)} ${again}. ${MEANING[session.closing.policy]}`;
  if (style.profile === 'compact') return first;
  const left = renderCounts(work.counts);
  const farewell = style.isModelSafe ? 'Its records are kept.' : 'Its work is kept; thank you for it.';
  return [first, left === '' ? 'It leaves no records.' : `It leaves ${left}.`, farewell].join(' ');
}

/** The same facts in every profile; only our own words differ. */
export function closedView(closed: ClosedSession, style: ClosingStyle) {
  const { status, session, project, work, redacted, time } = closed;
  const { counts, note_count, ...texts } = work;
  const message = closingMessage(closed, style);
  return {
    status,
    session_id: session.id,
    project: project.name,
    kind: session.kind,
    reason: session.closing?.reason ?? null,
    epitaph: session.closing?.epitaph ?? null,
    succession_policy: session.closing?.policy ?? null,
    started_at: session.startedAt,
    ended_at: session.endedAt,
    closed_at: session.closedAt,
    duration_minutes: durationMinutes(activeMsIn(session, time)),
    turn_count: session.turnCount,
    predecessor_id: session.predecessorId,
    successor_id: session.successorId,
    counts: { ...counts, notes: note_count },
    ...(style.hasWork ? { work: texts } : {}),
    redacted,
    ...(message === null ? {} : { message }),
  };
}
