import { sayCounts, sumOf } from '../../domain/handoff/counts.ts';
import { quotedName } from '../../domain/orientation/wording.ts';
import { escapeInline } from '../../domain/quote-text.ts';
import { activeMsIn, durationMinutes } from '../../domain/session/session.ts';
import type { EndedSession } from '../leave-request.ts';

/** A reply stays small, however much a handoff supersedes. */
const MAX_SUPERSEDED = 100;

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

function summarize({ session, project, handoff }: EndedSession): string {
  const parts = [
    `${quotedName(session.title ?? session.id, 120)} in ${quotedName(project.name, 120)}: ${plural(session.turnCount, 'turn')}.`,
    handoff === null
      ? 'No handoff was left.'
      : `Left behind: ${sayCounts(handoff.stored) || 'no new records'}.`,
    handoff !== null && handoff.resolvedLoopIds.length > 0
      ? `Resolved: ${plural(handoff.resolvedLoopIds.length, 'open loop')}.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function message({ session, handoff, notices }: EndedSession): string {
  const left = session.status === 'paused' ? 'The session is paused' : 'The session has ended';
  const next =
    session.status === 'paused'
      ? session.kind === 'game'
        ? 'start_claudmaster_session with resume true takes it up again.'
        : 'start_session in the same worktree resumes it.'
      : 'The next start_session or boot_report in this project is told of it.';
  const redacted = Object.entries(handoff?.redacted ?? {}).map(([kind, count]) => `${count} × ${kind}`);
  return [
    `${left}. ${next}`,
    redacted.length > 0 ? `Secrets were taken out before storing: ${redacted.join(', ')}.` : '',
    ...notices.map((one) => escapeInline(typeof one === 'string' ? one : one.text)),
  ]
    .filter((line) => line !== '')
    .join(' ');
}

function captureWarning({ unreadCaptures }: EndedSession): string | null {
  if (unreadCaptures.length === 0) return null;
  const ids = unreadCaptures.map(({ id }) => id).join(', ');
  return `${plural(unreadCaptures.length, 'capture')} of this session ${unreadCaptures.length === 1 ? 'was' : 'were'} never read: ${ids}. read_capture shows what a compaction may have taken from you.`;
}

export function endedView(ended: EndedSession) {
  const { session, project, handoff, savePath, moment } = ended;
  const stored = handoff?.stored ?? {};
  return {
    session_id: session.id,
    status: session.status,
    project: project.name,
    handoff_id: handoff?.id ?? null,
    stored_count: sumOf(stored),
    stored,
    superseded_ids: handoff?.supersededIds.slice(0, MAX_SUPERSEDED) ?? [],
    superseded_count: handoff?.supersededIds.length ?? 0,
    resolved_loop_ids: handoff?.resolvedLoopIds ?? [],
    note_id: handoff?.noteId ?? null,
    summary: summarize(ended),
    stats: {
      turn_count: session.turnCount,
      duration_minutes: durationMinutes(activeMsIn(session, moment)),
      started_at: session.startedAt,
      ended_at: session.endedAt,
    },
    orientation_score: session.orientationScore,
    gap_count: session.gapCount,
    capture_warning: captureWarning(ended),
    redacted: handoff?.redacted ?? {},
    save_path: savePath,
    message: message(ended),
  };
}

export type EndedView = ReturnType<typeof endedView>;
