import type { Project } from '../../domain/project/project.ts';
import type { Moment } from '../../domain/session/decide.ts';
import { activeMsIn, durationMinutes, type Session, statusIn } from '../../domain/session/session.ts';

/** A session as every surface shows it. */
export function sessionInfo(session: Session, project: Project, moment: Moment) {
  const isGame = session.kind === 'game';
  return {
    session_id: session.id,
    status: statusIn(session, moment),
    kind: session.kind,
    project: project.name,
    project_id: project.id,
    campaign_id: isGame ? project.id : null,
    campaign_name: isGame ? project.name : null,
    title: session.title,
    agent: session.agent,
    client_session_id: session.clientSessionId,
    started_at: session.startedAt,
    paused_at: session.pausedAt,
    ended_at: session.endedAt,
    closed_at: session.closedAt,
    last_heard_at: session.lastSeenAt,
    duration_minutes: durationMinutes(activeMsIn(session, moment)),
    turn_count: session.turnCount,
    predecessor_id: session.predecessorId,
    successor_id: session.successorId,
    succession_policy: session.closing?.policy ?? null,
    worktree: session.worktree,
    branch: session.branch,
    head: session.head,
    orientation_score: session.orientationScore,
    gap_count: session.gapCount,
    transcript_path: session.transcriptPath,
  };
}

export type SessionInfo = ReturnType<typeof sessionInfo>;
