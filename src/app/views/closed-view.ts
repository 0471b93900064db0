import { renderCounts } from '../../domain/handoff/handoff.ts';
import { quotedName } from '../../domain/orientation/wording.ts';
import { activeMsIn, durationMinutes } from '../../domain/session/session.ts';
import type { ClosedSession } from '../close-session.ts';

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

function prose({ status, session, project, work }: ClosedSession, style: ClosingStyle): string | null {
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
  const message = prose(closed, style);
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
