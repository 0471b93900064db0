import type { Capture } from '../../domain/capture/capture.ts';
import type { Instant } from '../../domain/instant.ts';
import { type Note, noteFields } from '../../domain/note/note.ts';
import type { Receipt } from '../../domain/orientation/orientation.ts';
import type { Project } from '../../domain/project/project.ts';
import { effectiveStatus, type ThroughlineRecord } from '../../domain/record/record.ts';
import {
  activeMsIn,
  durationMinutes,
  type Session,
  statusIn,
  type TimeContext,
} from '../../domain/session/session.ts';
import type { StoreDeps } from '../deps.ts';
import { type LeftWork, summarizeSession } from './summarize-session.ts';

const recordView = (record: ThroughlineRecord, now: Instant, projectName: string | null) => ({
  id: record.id,
  type: record.type,
  category: record.category,
  importance: record.importance,
  content: record.content,
  status: effectiveStatus(record, now),
  project: record.projectId,
  project_name: projectName,
  session_id: record.sessionId,
  source: record.source,
  subject: record.subject,
  created_at: record.createdAt,
  occurred_at: record.occurredAt,
  updated_at: record.updatedAt,
  version: record.version,
  tags: record.tags,
  aliases: record.aliases,
  supersedes: record.supersedes,
  superseded_by: record.supersededBy,
  resolved_at: record.resolvedAt,
  resolution: record.resolution,
  expires_at: record.expiresAt,
});

export type RecordView = ReturnType<typeof recordView>;

export async function recordViewer(
  { store }: StoreDeps,
  records: readonly Pick<ThroughlineRecord, 'projectId'>[],
  now: Instant,
): Promise<(record: ThroughlineRecord) => RecordView> {
  const ids = new Set(records.flatMap(({ projectId }) => projectId ?? []));
  const projects = ids.size === 0 ? [] : await store.projects.findAll([...ids]);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return (record) => recordView(record, now, names.get(record.projectId ?? '') ?? null);
}

export const noteView = (note: Note) => ({
  id: note.id,
  session_id: note.sessionId,
  session_number: note.sessionNumber,
  date: note.occurredAt ?? note.createdAt,
  ...noteFields(note),
  version: note.version,
});

export type NoteView = ReturnType<typeof noteView>;

export const captureView = (capture: Capture) => ({
  id: capture.id,
  session_id: capture.sessionId,
  at: capture.at,
  reason: capture.reason,
  note: capture.note,
  transcript_path: capture.transcriptPath,
  lines: capture.messageCount === 0 ? '' : `${capture.firstLine}–${capture.lastLine}`,
  message_count: capture.messageCount,
  char_count: capture.charCount,
  skipped_bytes: capture.skippedBytes,
  has_client_summary: capture.clientSummary !== null,
  reviewed_at: capture.reviewedAt,
  handoff_id: capture.handoffId,
  redacted: capture.redacted,
});

export type CaptureView = ReturnType<typeof captureView>;

export const receiptView = (receipt: Receipt) => ({
  id: receipt.id,
  at: receipt.at,
  project: receipt.projectId,
  session_id: receipt.sessionId,
  door: receipt.surface,
  client: receipt.client,
  client_session_id: receipt.clientSessionId,
  chars: receipt.chars,
  budget_chars: receipt.budget,
  score: receipt.score,
  gap_count: receipt.gapCount,
  sections: receipt.sections.map(({ name, total, shown, shortened, leftOut }) => ({
    name,
    total,
    whole: shown - shortened,
    shortened,
    left_out: leftOut,
  })),
});

export type ReceiptView = ReturnType<typeof receiptView>;

export function sessionInfo(session: Session, project: Project, time: TimeContext, left: LeftWork) {
  const isGame = session.kind === 'game';
  const minutes = durationMinutes(activeMsIn(session, time));
  return {
    session_id: session.id,
    status: statusIn(session, time),
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
    duration_minutes: minutes,
    turn_count: session.turnCount,
    predecessor_id: session.predecessorId,
    successor_id: session.successorId,
    summary: summarizeSession(session, left, minutes),
    reason: session.closing?.reason ?? null,
    epitaph: session.closing?.epitaph ?? null,
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

export function shorten(text: string, max: number, rest: string): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).toWellFormed()}… [+${text.length - max} characters: ${rest}]`;
}
